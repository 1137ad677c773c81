// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { forgetAccount } from '#web/session/stored-user.ts'
import { keepText, keptText } from './kept-text.ts'

it('what somebody began to say is theirs alone, and goes with them when they log out', () => {
  keepText('olga', 'page 7', { text: 'Is this', anchor: null })
  expect([keptText('olga', 'page 7')?.text, keptText('ed', 'page 7')]).toEqual(['Is this', null])

  forgetAccount()

  expect([keptText('olga', 'page 7'), Object.keys(localStorage)]).toEqual([null, []])
})
