import { beforeEach, describe, expect, it } from 'vitest'
import { Argon2Passwords } from '#adapters/login/password/argon2-passwords.ts'
import { siteOperations } from '#core/site/operations.ts'
import { siteSettings } from '#core/site/settings.ts'
import { writeSettings } from '#core/settings.ts'
import { DomainError } from '#core/errors.ts'
import type { Product } from '#core/perform.ts'
import { Person, TestSession } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'
import { accountOperations } from './operations.ts'

const { login, register, changePassword, rename, me, logout, listUsers } = accountOperations
const MINUTE = 60_000
const WRONG = 'not the password'

let home: World
let product: Product
beforeEach(async () => {
  home = await world({ hasLegibleCaptchas: true })
  product = home.product
})

const somebody = (address = '192.0.2.1'): Person => new Person(product, null, new TestSession(address))
const codeFor = async (person: Person): Promise<string> =>
  new TextDecoder().decode((await person.do(siteOperations.captcha, {})).bytes)
const tryLogin = (person: Person, username: string, password: string, captcha = '') =>
  person.do(login, { username, password, captcha })
const account = (username: string, password = 'correct horse battery') => ({
  username,
  password,
  confirmPassword: password,
})
const change = (password: string, newPassword: string) =>
  outcomeOf(home.owner.do(changePassword, { password, newPassword }))
const registerWithCode = async (input: ReturnType<typeof account>, person = somebody()) =>
  person.do(register, { ...input, captcha: await codeFor(person) })
async function failTimes(times: number, username: string, person = somebody()): Promise<string[]> {
  const kinds: string[] = []
  for (let n = 0; n < times; n += 1) kinds.push(await outcomeOf(tryLogin(person, username, WRONG)))
  return kinds
}
const isLive = async (token: string): Promise<boolean> => {
  const { keys, clock } = product.services
  return (await product.database.logins.userOf(keys.digest(token), clock.now(), new Date(0))) !== null
}

describe('logging in', () => {
  it('opens a session for a username in any letter case, or the e-mail address', async () => {
    const byName = await tryLogin(somebody(), home.owner.username.toUpperCase(), home.password)
    const byEmail = await tryLogin(somebody(), home.owner.account.email ?? '', home.password)

    expect([byName.userId, byEmail.userId]).toEqual([home.owner.id, home.owner.id])
    expect(byName.loginToken).not.toBe(byEmail.loginToken)
    expect(await isLive(byName.loginToken)).toBe(true)
    expect((await product.database.users.byId(home.owner.id))?.lastLoginAt).toEqual(home.clock.now())
  })

  it('gives 256 random bits and keeps only their digest', async () => {
    const person = somebody()

    const { loginToken } = await tryLogin(person, home.owner.username, home.password)

    expect(Buffer.from(loginToken, 'base64url')).toHaveLength(32)
    expect(person.session.token).toBe(loginToken)
    expect(await isLive(product.services.keys.digest(loginToken))).toBe(false)
  })

  it('refuses an unknown name exactly like a wrong password, however often', async () => {
    const known = await failTimes(7, home.owner.username)
    const unknown = await failTimes(7, 'nobody-of-this-name')

    expect(unknown).toEqual(known)
    expect(known).toEqual([
      ...Array<string>(4).fill('wrongLogin'),
      'wrongLoginCaptchaDue',
      'captchaRequired',
      'captchaRequired',
    ])
  })

  it('is possible after many failures with the code, and then without one', async () => {
    await failTimes(6, home.owner.username)
    const person = somebody()

    await expect(tryLogin(person, home.owner.username, home.password)).rejects.toMatchObject({
      kind: 'captchaRequired',
    })
    const captcha = await codeFor(person)
    expect((await tryLogin(person, home.owner.username, home.password, captcha)).userId).toBe(home.owner.id)
    expect((await tryLogin(person, home.owner.username, home.password)).userId).toBe(home.owner.id)
  })

  it('says after a right code and a wrong password that the next try needs a code too', async () => {
    await failTimes(5, home.owner.username)
    const person = somebody()
    const captcha = await codeFor(person)

    const kinds = [
      await outcomeOf(tryLogin(person, home.owner.username, WRONG, captcha)),
      await outcomeOf(tryLogin(person, home.owner.username, home.password, captcha)),
    ]

    expect(kinds).toEqual(['wrongLoginCaptchaDue', 'captchaRequired'])
  })

  it('counts failures of one account under its name and its e-mail address together', async () => {
    await failTimes(3, home.owner.username)

    expect(await failTimes(3, home.owner.account.email ?? '')).toEqual([
      'wrongLogin',
      'wrongLoginCaptchaDue',
      'captchaRequired',
    ])
  })

  it('asks for no code again ten minutes later', async () => {
    await failTimes(5, home.owner.username)
    home.clock.advance(10 * MINUTE)

    expect((await tryLogin(somebody(), home.owner.username, home.password)).userId).toBe(home.owner.id)
  })

  it('asks for a code after a hundred failures from one address, whatever the names', async () => {
    for (let n = 0; n < 100; n += 1) await product.services.attempts.add('login-address:203.0.113.5', 10 * MINUTE)

    expect(await outcomeOf(tryLogin(somebody('203.0.113.5'), home.owner.username, home.password))).toBe(
      'captchaRequired',
    )
    expect(await outcomeOf(tryLogin(somebody('203.0.113.6'), home.owner.username, home.password))).toBe('nothing')
  })

  it('looks at no more than five of many tries made at once', async () => {
    const kinds = await Promise.all(
      Array.from({ length: 20 }, () => outcomeOf(tryLogin(somebody(), home.owner.username, WRONG))),
    )

    expect(kinds.filter((kind) => kind !== 'captchaRequired')).toHaveLength(5)
  })

  it('judges twenty passwords of an account in an hour without a code, one more after a rest, and any with one', async () => {
    const person = somebody()
    const kinds: string[] = []
    for (let n = 0; n < 25; n += 1) {
      home.clock.advance(2 * MINUTE + 1)
      kinds.push(await outcomeOf(tryLogin(person, home.owner.username, WRONG)))
    }

    expect(kinds.filter((kind) => kind !== 'captchaRequired')).toHaveLength(21)
    expect(await outcomeOf(tryLogin(person, home.owner.username, home.password))).toBe('captchaRequired')
    expect(await outcomeOf(tryLogin(person, home.owner.username, home.password, await codeFor(person)))).toBe('nothing')
  })

  it('lets a right password with a right code in, however many wrong ones came at once', async () => {
    const guesses = Array.from({ length: 60 }, () => outcomeOf(tryLogin(somebody(), home.owner.username, WRONG)))
    await Promise.all(guesses)
    const guesser = somebody('203.0.113.9')
    for (let n = 0; n < 30; n += 1) {
      home.clock.advance(3_000)
      await outcomeOf(tryLogin(guesser, home.owner.username, WRONG, await codeFor(guesser)))
    }
    const person = somebody()

    expect(await outcomeOf(tryLogin(person, home.owner.username, home.password, await codeFor(person)))).toBe('nothing')
  })

  it('lets a browser in without a code in which the person logged in before, whatever others guess', async () => {
    const person = somebody()
    await tryLogin(person, home.owner.username, home.password)
    await failTimes(40, home.owner.username)

    expect(await outcomeOf(tryLogin(person, home.owner.username, home.password))).toBe('nothing')
    const forger = somebody()
    for (const sealed of ['', 'x', person.session.sealedDevices?.replace(/.$/, 'A') ?? '']) {
      forger.session.sealedDevices = sealed
      await failTimes(5, home.reader.username)
      expect(await outcomeOf(tryLogin(forger, home.reader.username, home.password))).toBe('captchaRequired')
    }
  })

  it('gives such a browser five wrong passwords of its own, for that person alone', async () => {
    const person = somebody()
    await tryLogin(person, home.owner.username, home.password)
    await failTimes(5, home.owner.username)
    await failTimes(5, home.reader.username)
    const own = []
    for (let n = 0; n < 6; n += 1) own.push(await outcomeOf(tryLogin(person, home.owner.username, WRONG)))

    expect(own).toEqual([...Array<string>(4).fill('wrongLogin'), 'wrongLoginCaptchaDue', 'captchaRequired'])
    expect(await outcomeOf(tryLogin(person, home.reader.username, home.password))).toBe('captchaRequired')
  })

  it('counts what was judged alone: a queue that is full costs nobody a try', async () => {
    const { passwords } = home.services
    const isBusy = { ...product.services, passwords: { ...passwords, matches: async () => Promise.reject(new DomainError('busy')) } } // prettier-ignore
    const person = new Person({ ...product, services: isBusy }, null)
    for (let n = 0; n < 30; n += 1) expect(await outcomeOf(tryLogin(person, home.owner.username, WRONG))).toBe('busy')

    expect(await outcomeOf(tryLogin(somebody(), home.owner.username, home.password))).toBe('nothing')
  })

  it('hashes the password anew when the work asked for has grown', async () => {
    const weak = await new Argon2Passwords({ memoryKiB: 32, passes: 1 }).hash('an old long password')
    const { username, id } = await home.addUser('vera', { passwordHash: weak })

    await tryLogin(somebody(), username, 'an old long password')

    const { passwordHash } = (await product.database.users.byId(id)) ?? {}
    expect([weak, passwordHash ?? ''].map((hash) => home.services.passwords.isOutdated(hash))).toEqual([true, false])
    expect((await tryLogin(somebody(), username, 'an old long password')).userId).toBe(id)
  })

  it('is not possible without a password where another authority vouches for the person', async () => {
    const { username } = await home.addUser('ldap-lena', { passwordHash: null })

    expect(await outcomeOf(tryLogin(somebody(), username, ''))).toBe('wrongLogin')
  })
})

describe('registering', () => {
  it('makes an ordinary account and logs in with it', async () => {
    const person = somebody()

    const made = await registerWithCode(account('  ｎｏｒａ '), person)

    expect(made).toMatchObject({ username: 'nora', siteRole: 'ordinary', isEmailVerified: false })
    expect(person.session.token).toBe(made.loginToken)
    expect((await tryLogin(somebody(), 'Ｎora', 'correct horse battery')).userId).toBe(made.userId)
  })

  it('is refused without the right code, and makes nobody', async () => {
    const person = somebody()
    await codeFor(person)

    expect(await outcomeOf(person.do(register, { ...account('olga'), captcha: 'WRONG' }))).toBe('captchaRequired')
    expect(await outcomeOf(somebody().do(register, account('olga')))).toBe('captchaRequired')
    expect(await product.database.users.byLogin('olga')).toBeNull()
  })

  it('is refused when closed', async () => {
    await writeSettings(product.database, siteSettings, { registerOpen: false })

    expect(await outcomeOf(registerWithCode(account('petra')))).toBe('registrationClosed')
    expect(await somebody().do(accountOperations.registerInfo, {})).toMatchObject({ isOpen: false, needsCaptcha: true })

    await writeSettings(product.database, siteSettings, {})
  })

  it('is refused for different passwords, weak ones and names that are taken in other letters', async () => {
    const differing = { ...account('quinn'), confirmPassword: 'another horse battery' }

    expect(await outcomeOf(registerWithCode(differing))).toBe('passwordsDiffer')
    expect(await outcomeOf(registerWithCode(account('quinn', '12345678')))).toBe('passwordTooWeak')
    expect(await outcomeOf(registerWithCode(account('quinn@example.org')))).toBe('illegalUsername')
    expect(await outcomeOf(registerWithCode(account(home.owner.username.toUpperCase())))).toBe('usernameTaken')
  })

  it('gives one name to one of many who want it at once', async () => {
    const kinds = await Promise.all(
      Array.from({ length: 8 }, (_, n) => outcomeOf(registerWithCode(account(n % 2 ? 'Rosa' : 'rosa')))),
    )

    expect(kinds.filter((kind) => kind === 'nothing')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'usernameTaken')).toHaveLength(7)
  })
})

describe('changing the password', () => {
  it('ends every session and gives the caller a new one', async () => {
    const { username } = home.owner
    const before = await tryLogin(somebody(), username, home.password)

    const after = await home.owner.do(changePassword, { password: home.password, newPassword: 'a quieter owl at dawn' })

    expect(await isLive(before.loginToken)).toBe(false)
    expect(await isLive(after.loginToken)).toBe(true)
    expect(await outcomeOf(tryLogin(somebody(), username, home.password))).toBe('wrongLogin')
    expect((await tryLogin(somebody(), username, 'a quieter owl at dawn')).userId).toBe(home.owner.id)
  })

  it('is refused with a wrong password or for a weak one, and changes nothing', async () => {
    const { loginToken } = await tryLogin(somebody(), home.owner.username, home.password)
    expect(await change(WRONG, 'a quieter owl at dawn')).toBe('wrongPassword')
    expect(await change(home.password, 'short')).toBe('passwordTooWeak')
    expect(await isLive(loginToken)).toBe(true)
    expect((await tryLogin(somebody(), home.owner.username, home.password)).userId).toBe(home.owner.id)
  })

  it('counts wrong passwords like failed logins, so that a stolen session cannot guess', async () => {
    const guess = () =>
      outcomeOf(home.owner.do(changePassword, { password: WRONG, newPassword: 'a quieter owl at dawn' }))
    const kinds: string[] = []
    for (let n = 0; n < 21; n += 1) kinds.push(await guess())

    expect(kinds).toEqual([...Array<string>(20).fill('wrongPassword'), 'tooManyFailures'])
    // Nobody keeps anybody from logging in that way.
    expect(await outcomeOf(tryLogin(somebody(), home.owner.username, home.password))).toBe('nothing')
  })

  it('succeeds for one of two changes made at once', async () => {
    const kinds = await Promise.all([
      change(home.password, 'a quieter owl at dawn'),
      change(home.password, 'a louder owl at dusk'),
    ])

    expect(kinds.toSorted()).toEqual(['nothing', 'wrongPassword'])
  })
})

describe('an account', () => {
  it('shows itself without a token, and its new name at once', async () => {
    await home.owner.do(rename, { name: ' Olivia Ø ' })

    expect(await home.owner.do(me, {})).toEqual({
      userId: home.owner.id,
      username: home.owner.username,
      name: 'Olivia Ø',
      email: home.owner.account.email,
      isEmailVerified: true,
      siteRole: 'ordinary',
      hasPassword: true,
      isSecondFactorDue: false,
      keepsPreview: false,
      loginToken: '',
    })
    expect((await home.admin.do(me, {})).siteRole).toBe('admin')
  })

  it('may have an empty name, but none beyond its length', async () => {
    expect((await home.owner.do(rename, { name: '' })).name).toBe('')
    expect(await outcomeOf(home.owner.do(rename, { name: 'x'.repeat(101) }))).toBe('invalidInput')
  })

  it('is logged out of this session only', async () => {
    const [here, there] = [
      await tryLogin(somebody(), home.owner.username, home.password),
      await tryLogin(somebody(), home.owner.username, home.password),
    ]
    home.owner.session.tokenDigest = product.services.keys.digest(here.loginToken)

    expect(await home.owner.do(logout, { confirm: true })).toEqual({ logoutRedirectUri: '' })

    expect([await isLive(here.loginToken), await isLive(there.loginToken)]).toEqual([false, true])
    expect(home.owner.session.token).toBeNull()
  })

  it('stays logged in unless the logout is confirmed', async () => {
    expect(await outcomeOf(home.owner.do(logout, { confirm: false }))).toBe('invalidInput')
  })

  it('is found by others under part of its username, with nothing but names', async () => {
    const { username, id } = await home.addUser('100%_x')

    expect(await home.reader.do(listUsers, { username: '0%_' })).toEqual([{ userId: id, username, name: '100%_x' }])
    expect(await home.reader.do(listUsers, { username: '0__' })).toEqual([])
    expect(await outcomeOf(somebody().do(listUsers, { username: '0%_' }))).toBe('loginRequired')
  })
})
