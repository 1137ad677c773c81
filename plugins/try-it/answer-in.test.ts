import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerIn } from './answer-in.ts'
import { ANSWER_BYTES } from './frame-script.ts'
import { shownBody } from './shown-body.ts'

const body = new TextEncoder().encode('{"a":1}').buffer
const answer = {
  status: 200,
  statusText: 'OK',
  headers: [['content-type', 'application/json']],
  body,
  isCut: false,
  ms: 12.4,
}

it('takes an answer for what it says, and nothing else of it', () => {
  expect(answerIn({ ...answer, extra: 1 })).toEqual({ ...answer, ms: 12 })
  expect(answerIn({ failure: 'late', extra: 1 })).toEqual({ failure: 'late' })
})

it.each([
  ['nothing', null],
  ['a text', 'x'],
  ['another failure', { failure: '<b>' }],
  ['a status that is none', { ...answer, status: '200' }],
  ['a body that is a text', { ...answer, body: '<script>' }],
  ['a body that is too long', { ...answer, body: new ArrayBuffer(ANSWER_BYTES + 1) }],
  ['headers that are no pairs', { ...answer, headers: [['a']] }],
  ['headers that are no texts', { ...answer, headers: [['a', {}]] }],
  ['too many headers', { ...answer, headers: Array.from({ length: 301 }, () => ['a', 'b']) }],
  ['a header that is too long', { ...answer, headers: [['a', 'b'.repeat(20_001)]] }],
])('believes the frame nothing: %s', (_, value) => {
  expect(answerIn(value)).toEqual({ failure: 'silent' })
})

it('never throws, whatever the frame says', () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.constantFrom(...Object.keys(answer)), fc.anything()), (value, part) => {
      expect(['status', 'failure'].some((key) => key in answerIn(value))).toBe(true)
      expect(['status', 'failure'].some((key) => key in answerIn({ ...answer, ...part }))).toBe(true)
    }),
  )
})

const bodyOf = (bytes: Uint8Array<ArrayBuffer> | string, type: string) =>
  shownBody({
    headers: [['Content-Type', type]],
    body: typeof bytes === 'string' ? new TextEncoder().encode(bytes).buffer : bytes.buffer,
    isCut: false,
  })

it('shows a body as text of its language, never as what it claims to be', () => {
  expect(bodyOf('{}', 'application/problem+json')).toEqual({ text: '{}', language: 'json', isCut: false })
  expect(bodyOf('<b>', 'text/html; charset=utf-8')).toMatchObject({ text: '<b>', language: 'xml' })
  expect(bodyOf('[1]', 'text/plain')).toMatchObject({ language: 'json' })
  expect(bodyOf(new Uint8Array([0xc4, 0xe3]), 'text/plain; charset=gbk')).toMatchObject({ text: '你' })
  expect(bodyOf('x', 'text/plain; charset=nonsense')).toMatchObject({ text: 'x' })
  expect(bodyOf(new Uint8Array([1, 0, 2]), 'image/png')).toMatchObject({ text: null })
  expect(bodyOf('x'.repeat(100_001), 'text/plain')).toMatchObject({ isCut: true })
})
