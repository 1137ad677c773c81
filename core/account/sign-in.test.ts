import { expect, it } from 'vitest'
import { refusalAfter } from './sign-in.ts'

it('[LOGIN-21] says from the fifth failure on that a code is due', () => {
  expect([1, 4, 5, 9].map(refusalAfter)).toEqual([
    'wrongLogin',
    'wrongLogin',
    'wrongLoginCaptchaDue',
    'wrongLoginCaptchaDue',
  ])
})
