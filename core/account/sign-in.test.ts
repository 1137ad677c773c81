import { expect, it } from 'vitest'
import { needsCaptcha, refusalAfter, restMs } from './sign-in.ts'

const MINUTE = 60_000

it('[LOGIN-21] says from the fifth failure on that a code is due', () => {
  expect([1, 4, 5, 9].map(refusalAfter)).toEqual([
    'wrongLogin',
    'wrongLogin',
    'wrongLoginCaptchaDue',
    'wrongLoginCaptchaDue',
  ])
})

it('asks for a code after five failures of an account or a hundred of an address', () => {
  expect(needsCaptcha({ ofAccount: 4, ofAddress: 99 })).toBe(false)
  expect(needsCaptcha({ ofAccount: 5, ofAddress: 0 })).toBe(true)
  expect(needsCaptcha({ ofAccount: 0, ofAddress: 100 })).toBe(true)
})

it('lets an account rest for five minutes after twenty failures, twice as long with each more, an hour at most', () => {
  const minutes = [0, 19, 20, 21, 22, 23, 24, 1_000].map((failures) => restMs(failures) / MINUTE)

  expect(minutes).toEqual([0, 0, 5, 10, 20, 40, 60, 60])
})
