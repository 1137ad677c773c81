import { expect, it } from 'vitest'
import { readHere } from '../testing/read-here.ts'
import { readOpenApi } from './openapi-reader.ts'

it('a text sent as JSON is shown with its quotation marks, and nothing as null', async () => {
  const json = (schema: object, example?: unknown) => ({ content: { 'application/json': { schema, example } } })
  const bodyOf = async (media: object) => {
    const paths = { '/marks': { put: { requestBody: media, responses: { 200: media } } } }
    const { pages } = await readHere(
      readOpenApi,
      'api.json',
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }),
    )
    const { request, response } = JSON.parse(pages[0]?.content ?? '')
    expect(response.responseExample).toBe(request.params.json)
    return request.params.json
  }

  expect(await bodyOf(json({ type: 'string', enum: ['.', 'X'] }))).toBe('"."')
  expect(await bodyOf(json({ type: 'string' }, 'a "b"'))).toBe('"a \\"b\\""')
  expect(await bodyOf(json({ type: 'string' }, '"a"'))).toBe('"a"')
  expect(await bodyOf(json({ type: 'string' }, '"a" and b'))).toBe('"\\"a\\" and b"')
  expect(await bodyOf(json({ type: 'string' }, '1'))).toBe('"1"')
  expect(await bodyOf(json({ type: ['string', 'null'] }, 'a'))).toBe('"a"')
  expect(await bodyOf(json({ type: ['string', 'null'] }, 'null'))).toBe('null')
  expect(await bodyOf(json({ type: ['string', 'object'] }, '{"a":1}'))).toBe('{"a":1}')
  expect(await bodyOf(json({ type: 'object' }, '{"a":1}'))).toBe('{"a":1}')
  expect(await bodyOf({ content: { 'text/plain': { schema: { type: 'string' }, example: 'a' } } })).toBe('a')
  expect(await bodyOf(json({ type: 'object', properties: { error: { type: 'null' } } }))).toBe('{\n  "error": null\n}')
})

it('an answer in Swagger 2 is of the media type of its example, else of what is produced, else JSON', async () => {
  const schema = { type: 'string' }
  const answerOf = async (response: object, more = {}) => {
    const paths = { '/marks': { get: { ...more, responses: { 200: response } } } }
    const { pages } = await readHere(
      readOpenApi,
      'api.json',
      JSON.stringify({ swagger: '2.0', info: { title: 'Shop', version: '1' }, paths }),
    )
    return JSON.parse(pages[0]?.content ?? '').response.responseExample
  }

  expect(await answerOf({ schema })).toBe('"string"')
  expect(await answerOf({ schema, examples: { 'application/json': 'a' } })).toBe('"a"')
  expect(await answerOf({ schema, examples: { 'text/plain': 'a', 'Application/JSON': 'b' } })).toBe('"b"')
  expect(await answerOf({ schema, examples: { 'text/plain': 'a' } })).toBe('a')
  expect(await answerOf({ schema }, { produces: ['text/plain'] })).toBe('string')
  expect(await answerOf({ schema }, { produces: ['text/plain', 'application/json'] })).toBe('"string"')
})
