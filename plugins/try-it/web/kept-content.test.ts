import { expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { keptContent } from './kept-content.ts'

const answer = (text: string, more: object = {}) => {
  const body = new TextEncoder().encode(text).buffer
  const head = { status: 200, statusText: '', headers: [['content-type', 'application/json']] as const }
  return { ...head, body, isCut: false, ms: 1, ...more }
}
const PAGE = '{"info":{"url":"/pets"},"response":{"responseExample":""}}'

it('keeps an answer whole, however much of it is shown', () => {
  const long = JSON.stringify(Array.from({ length: 60_000 }, (_, n) => n))

  const kept = keptContent(PAGE, answer(long))

  expect('content' in kept && JSON.parse(kept.content)).toMatchObject({ response: { responseExample: long } })
})

it('puts failures beside answers', () => {
  const kept = keptContent(PAGE, answer('{"no":1}', { status: 404 }))

  expect('content' in kept && JSON.parse(kept.content)).toMatchObject({ response: { responseFailExample: '{"no":1}' } })
})

it('keeps no part of an answer, and says which it cannot keep', () => {
  expect(keptContent(PAGE, answer('[1', { isCut: true }))).toEqual({ problem: 'cut' })
  expect(keptContent(PAGE, answer(''))).toEqual({ problem: 'nothing' })
  expect(keptContent(PAGE, answer('a\0b'))).toEqual({ problem: 'nothing' })
  const full = JSON.stringify({ ...JSON.parse(PAGE), remark: 'x'.repeat(limits.pageContentLength - 100) })
  expect(keptContent(full, answer('x'.repeat(1_000)))).toEqual({ problem: 'tooLong' })
})
