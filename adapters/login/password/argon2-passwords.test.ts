import { describe, expect, it } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { Argon2Passwords } from './argon2-passwords.ts'

const passwords = new Argon2Passwords()
const cheap = new Argon2Passwords({ memoryKiB: 64, passes: 1 })

describe('a hashed password', () => {
  it('is an argon2id PHC string with the parameters of the threat model', async () => {
    expect(await passwords.hash('correct horse battery')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
  })

  it('matches the password it was made from and no other', async () => {
    const hash = await passwords.hash('correct horse battery')

    expect(await passwords.matches('correct horse battery', hash)).toBe(true)
    expect(await passwords.matches('correct horse batterz', hash)).toBe(false)
    expect(await passwords.matches('', hash)).toBe(false)
  })

  it('is salted', async () => {
    expect(await cheap.hash('correct horse battery')).not.toBe(await cheap.hash('correct horse battery'))
  })

  it('matches however the keyboard composes its characters', async () => {
    expect(await cheap.matches('gru\u0308n wie gras', await cheap.hash('gr\u00fcn wie gras'))).toBe(true)
  })

  it('matches a string another library made', async () => {
    // The output of the reference implementation for: argon2 somesalt -id -t 2 -m 16 -p 1, password "password".
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'

    expect(await passwords.matches('password', hash)).toBe(true)
  })

  it('is outdated when it was made with less work than today', async () => {
    expect(passwords.isOutdated(await cheap.hash('correct horse battery'))).toBe(true)
    expect(passwords.isOutdated(await passwords.hash('correct horse battery'))).toBe(false)
  })
})

describe('when there is no such user', () => {
  it('nothing matches', async () => {
    expect(await passwords.matches('correct horse battery', null)).toBe(false)
  })

  it('the answer takes about as long', async () => {
    const hash = await passwords.hash('correct horse battery')
    const duration = async (stored: string | null): Promise<number> => {
      const start = performance.now()
      await passwords.matches('wrong', stored)
      return performance.now() - start
    }

    // Measured alternately, using the shortest time of each, because other load on the machine only makes them longer.
    let [known, unknown] = [Infinity, Infinity]
    for (let n = 0; n < 7; n += 1) {
      known = Math.min(known, await duration(hash))
      unknown = Math.min(unknown, await duration(null))
    }

    expect(unknown / known).toBeGreaterThan(0.25)
    expect(unknown / known).toBeLessThan(4)
  })
})

describe('when many log in at once', () => {
  it('all of a short queue are answered', async () => {
    const hash = await cheap.hash('correct horse battery')

    const answers = await Promise.all(Array.from({ length: 40 }, () => cheap.matches('correct horse battery', hash)))

    expect(answers.every(Boolean)).toBe(true)
  })

  it('those beyond the queue are told that the server is busy, and the next are served again', async () => {
    const all = await Promise.allSettled(Array.from({ length: 80 }, () => cheap.hash('correct horse battery')))
    const refused = all.filter((one) => one.status === 'rejected')

    expect(refused.length).toBeGreaterThanOrEqual(20)
    expect(refused.every(({ reason }) => reason instanceof DomainError && reason.kind === 'busy')).toBe(true)
    expect(await cheap.hash('correct horse battery')).toContain('argon2id')
  })
})
