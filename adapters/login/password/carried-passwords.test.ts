import { hashSync } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { Argon2Passwords } from './argon2-passwords.ts'
import { CarriedPasswords } from './carried-passwords.ts'

const own = new Argon2Passwords({ memoryKiB: 64, passes: 1 })
const passwords = new CarriedPasswords(own)

const MD5 = { hash: 'c0ffee00c0ffee00c0ffee00c0ffee00', salt: 'a$b' }
const OF_DEFAULT = { hash: 'a89da13684490eb9ec9e613f91d24d00', salt: '' }

describe('a password that came from a ShowDoc', () => {
  it('is the one of before, and the first login replaces it', async () => {
    const stored = await passwords.carried(OF_DEFAULT)

    expect(await passwords.matches('123456', stored)).toBe(true)
    expect(await passwords.matches('1234567', stored)).toBe(false)
    expect(passwords.isOutdated(stored ?? '')).toBe(true)
    expect(passwords.isOutdated(await passwords.hash('123456'))).toBe(false)
  })

  it('is never what was stored for it', async () => {
    const stored = (await passwords.carried(OF_DEFAULT)) ?? ''

    for (const typed of [OF_DEFAULT.hash, stored, stored.slice(stored.indexOf('$argon2id')), ''])
      expect(await passwords.matches(typed, stored)).toBe(false)
    expect(stored).not.toContain(OF_DEFAULT.hash)
  })

  it('has a salt of any characters', async () => {
    expect(await passwords.carried(MD5)).toMatch(/^\$showdoc-md5\$YSRi\$argon2id\$/)
  })

  it.each([
    ['nothing', ''],
    ['a word', 'secret'],
    ['too few digits', 'abc123'],
    ['a form of Octavo', '$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'],
    ['bcrypt that would take hours', `$2y$31$${'a'.repeat(53)}`],
    ['bcrypt with more behind it', `$2y$10$${'a'.repeat(54)}`],
  ])('cannot be made of %s', async (_what, hash) => {
    expect(await passwords.carried({ hash, salt: '' })).toBeNull()
  })

  it('of bcrypt are tried one at a time, and those beyond a queue are told that the server is busy', async () => {
    const hash = (await passwords.carried({ hash: hashSync('correct horse', 4), salt: '' })) ?? ''

    const all = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches('correct horse', hash)))

    const refused = all.filter((one) => one.status === 'rejected')
    expect(refused).toHaveLength(9)
    expect(refused.every(({ reason }) => reason instanceof DomainError && reason.kind === 'busy')).toBe(true)
    expect(await passwords.matches('correct horse', hash)).toBe(true)
  })

  it('leaves those of Octavo as they are', async () => {
    const hash = await own.hash('correct horse')

    expect(await passwords.matches('correct horse', hash)).toBe(true)
    expect(await passwords.matches('correct house', hash)).toBe(false)
    expect(await passwords.matches('correct horse', null)).toBe(false)
  })
})
