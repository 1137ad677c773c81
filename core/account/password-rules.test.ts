import { describe, expect, it } from 'vitest'
import { world } from '#tests/support/world.ts'
import { DomainError } from '../errors.ts'
import { requireGoodPassword, weaknessOf } from './password-rules.ts'

// A short list in place of the real one: the rules are looked at, and that it is asked in lower case.
const services = { commonPasswords: { has: async (text: string) => text === 'mercedes' } }
const weakness = (password: string, username: string) => weaknessOf(services, password, username)

describe('a new password', () => {
  it.each(['correct horse battery', 'Tr0ub4dor&3', '青山不改绿水长流', 'mX4-q9Lv', 'a'.padEnd(127, 'bcd') + '!'])(
    'may be %j',
    async (password) => {
      expect(await weakness(password, 'mei')).toBeNull()
    },
  )

  it('has 8 to 128 characters, whatever they take to store', async () => {
    expect(await weakness('xK4-q9L', 'mei')).toBe('tooShort')
    expect(await weakness('🦉🐢🦊🐝🐙🦋🐞', 'mei')).toBe('tooShort')
    expect(await weakness('🦉🐢🦊🐝🐙🦋🐞🐌', 'mei')).toBeNull()
    expect(await weakness('xy!'.repeat(43), 'mei')).toBe('tooLong')
  })

  it('is counted in composed characters', async () => {
    expect(await weakness('a\u0308'.repeat(7), 'mei')).toBe('tooShort')
  })

  it('is not the username in any letter case', async () => {
    expect(await weakness('MEI-LIN-OF-OSLO', 'mei-lin-of-oslo')).toBe('isUsername')
  })

  it.each(['password', 'Password1', 'PASSWORD123', 'iloveyou1', 'admin1234', 'woaini1314', 'Sunshine7'])(
    'is not %s, which guessers try first',
    async (password) => {
      expect(await weakness(password, 'mei')).toBe('isCommon')
    },
  )

  it.each([
    '12345678',
    '987654321',
    'qwertyui',
    'poiuytrewq',
    '123qweasd',
    '1q2w3e4r',
    '1qaz2wsx',
    'abcd1234',
    'asdf1234',
  ])('is not %s, a run of keys', async (password) => {
    expect(await weakness(password, 'mei')).toBe('isCommon')
  })

  it.each(['aaaaaaaa', '12121212', 'abcabcabc', '啊啊啊啊啊啊啊啊'])('is not %s, a repetition', async (password) => {
    expect(await weakness(password, 'mei')).toBe('isCommon')
  })

  it('is none of the leaked ones, in any letter case', async () => {
    expect(await weakness('Mercedes', 'mei')).toBe('isCommon')
  })

  it('is refused by name of the rule', async () => {
    const { database, services: all } = (await world()).product

    await expect(requireGoodPassword({ store: database, services: all }, '12345678', 'mei')).rejects.toEqual(
      new DomainError('passwordTooWeak', { weakness: 'isCommon', shortest: 8 }),
    )
  })
})
