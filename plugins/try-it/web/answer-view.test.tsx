// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { mounted, until } from '#tests/support/mounted.tsx'
import { AnswerView } from './answer-view.tsx'
import { answerOf, type CallAnswer } from './relayed-answer.ts'

const MOVED = { status: 302, statusText: 'Found', isCut: false, ms: 7 }
/** By their keys, as the plugin's texts are not loaded here. */
const textsFor = async (answer: CallAnswer): Promise<string> => {
  const { place } = await mounted(<AnswerView answer={answer} />, {})
  await until(() => place.querySelector('[role=status]'))
  return place.textContent
}

it('a redirect that came through the server says that nobody followed it, and that all headers are there', async () => {
  const headers = [{ name: 'Location', value: 'https://example.org/' }]

  const text = await textsFor(answerOf({ failure: null, answer: { ...MOVED, headers, body: '' } }))

  expect(text).toContain('https://example.org/')
  expect(text).toContain('answer.redirect')
  expect(text).not.toContain('answer.headersHint')
})

it('an answer to the browser says which headers it may lack', async () => {
  const text = await textsFor({ ...MOVED, status: 200, headers: [], body: new ArrayBuffer(0) })

  expect(text).toContain('answer.headersHint')
  expect(text).not.toContain('answer.redirect')
})
