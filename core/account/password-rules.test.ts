import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { requireGoodPassword, weaknessOf } from './password-rules.ts'

describe('a new password', () => {
  it.each(['correct horse battery', 'Tr0ub4dor&3', '青山不改绿水长流', 'mX4-q9Lv', 'a'.padEnd(127, 'bcd') + '!'])(
    'may be %j',
    (password) => {
      expect(weaknessOf(password, 'mei')).toBeNull()
    },
  )

  it('has 8 to 128 characters, whatever they take to store', () => {
    expect(weaknessOf('xK4-q9L', 'mei')).toBe('tooShort')
    expect(weaknessOf('🦉🐢🦊🐝🐙🦋🐞', 'mei')).toBe('tooShort')
    expect(weaknessOf('🦉🐢🦊🐝🐙🦋🐞🐌', 'mei')).toBeNull()
    expect(weaknessOf('xy!'.repeat(43), 'mei')).toBe('tooLong')
  })

  it('is counted in composed characters', () => {
    expect(weaknessOf('a\u0308'.repeat(7), 'mei')).toBe('tooShort')
  })

  it('is not the username in any letter case', () => {
    expect(weaknessOf('MEI-LIN-OF-OSLO', 'mei-lin-of-oslo')).toBe('isUsername')
  })

  it.each(['password', 'Password1', 'PASSWORD123', 'iloveyou', 'admin1234', 'trustno1', 'woaini1314', 'Sunshine7'])(
    'is not %s, which guessers try first',
    (password) => {
      expect(weaknessOf(password, 'mei')).toBe('isCommon')
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
  ])('is not %s, a run of keys', (password) => {
    expect(weaknessOf(password, 'mei')).toBe('isCommon')
  })

  it.each(['aaaaaaaa', '12121212', 'abcabcabc', '啊啊啊啊啊啊啊啊'])('is not %s, a repetition', (password) => {
    expect(weaknessOf(password, 'mei')).toBe('isCommon')
  })

  it('is refused by name of the rule', () => {
    expect(() => requireGoodPassword('12345678', 'mei')).toThrow(
      new DomainError('passwordTooWeak', { weakness: 'isCommon' }),
    )
  })
})
