import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors.ts'
import { usernameFrom } from './username.ts'

describe('a username', () => {
  it.each(['mei', 'Mei Lin', '小明', 'o’neil', 'a_b-c.d', '李雷', 'zoë'])('may be %s', (typed) => {
    expect(usernameFrom(typed)).toBe(typed)
  })

  it('is trimmed and brought to one way of writing', () => {
    expect(usernameFrom('  ｍｅｉ\u3000')).toBe('mei')
    expect(usernameFrom('zoe\u0308')).toBe('zo\u00eb')
  })

  it.each([
    ['too short', 'm'],
    ['only blanks', '    '],
    ['too long', 'm'.repeat(31)],
    ['a control character', 'me\u0007i'],
    ['a line break', 'me\ni'],
    ['a mark that turns the direction of writing', 'ad\u202emin'],
    ['a joiner nobody sees', 'ad\u200dmin'],
    ['a soft hyphen', 'ad\u00admin'],
    ['a private character', 'mei\ue000'],
    ['an e-mail address', 'mei@example.org'],
    ['a list of names', 'mei,edgar'],
    ['a list of names with the comma of Chinese', 'mei，edgar'],
  ])('is not %s', (_why, typed) => {
    expect(() => usernameFrom(typed)).toThrow(new DomainError('illegalUsername'))
  })

  it('counts characters, not how they are stored', () => {
    expect(usernameFrom('🦉'.repeat(30))).toHaveLength(60)
  })
})
