import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { ZxcvbnCommonPasswords } from './zxcvbn-common-passwords.ts'

it('knows at least 10,000 passwords of the length that is asked for (threats T8)', async () => {
  const long = dictionary['passwords-common'].filter((password) => password.length >= 8)
  const list = new ZxcvbnCommonPasswords()

  expect(long.length).toBeGreaterThan(10_000)
  for (const password of ['trustno1', 'a123456789', long.at(-1) ?? '']) expect(await list.has(password)).toBe(true)
  for (const password of ['correct horse battery', 'mx4-q9lv', '']) expect(await list.has(password)).toBe(false)
})

it('has all of them in lower case, as they are asked for', () => {
  expect(dictionary['passwords-common'].filter((password) => password !== password.toLowerCase())).toEqual([])
})
