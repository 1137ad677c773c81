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
  expect(await bodyOf(json({ type: 'object' }, '{"a":1}'))).toBe('{"a":1}')
  expect(await bodyOf({ content: { 'text/plain': { schema: { type: 'string' }, example: 'a' } } })).toBe('a')
  expect(await bodyOf(json({ type: 'object', properties: { error: { type: 'null' } } }))).toBe('{\n  "error": null\n}')
})
