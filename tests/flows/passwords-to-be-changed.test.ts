import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { idleSince } from '#core/account/sessions.ts'
import { coreOperations } from '#core/operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { vouchedLogin } from '#tests/support/vouched-login.ts'
import { world, type World } from '#tests/support/world.ts'
import { ENGINES } from '#tests/support/engines.ts'

const { account, adminUser, audit } = coreOperations
const GIVEN = 'a word of the office'
const OWN = 'a quieter owl at dawn'
const WRONG = 'not the password'

const { vouched } = vouchedLogin()

describe.each(ENGINES)('%s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('a password that must be changed', () => {
    let database: OpenDatabase
    let here: World
    beforeAll(async () => {
      database = await open()
      here = await world({ database })
    })
    afterAll(() => database.close())

    let person: Person
    let number = 0
    beforeEach(async () => {
      person = await here.addUser(`person-${(number += 1)}-`)
    })
    const browser = () => new Person(here.product, null)
    const logIn = (password: string, username = person.username, at = browser()) =>
      at.do(account.login, { username, password, captcha: '' })
    const change = (password: string, newPassword: string, username = person.username, at = browser()) =>
      at.do(account.changeDuePassword, { username, password, newPassword, captcha: '' })
    const give = (userId = person.id, password = GIVEN) =>
      here.admin.do(adminUser.save, { userId, password, mustChangePassword: true, replacesOtherLogin: true })
    const sessionsOf = (userId: number) => database.logins.ofUser(userId, here.clock.now(), idleSince(here.clock.now()))
    const userOf = (token: string) =>
      database.logins.userOf(here.services.keys.digest(token), here.clock.now(), idleSince(here.clock.now()))
    const linkFor = async ({ account: { id: userId, email } }: Person, newPassword: string) => {
      const token = here.services.keys.random(32)
      const until = new Date(here.clock.now().getTime() + 60_000)
      const link = { userId, purpose: 'resetPassword', email: email ?? '' } as const
      await database.mailLinks.add(link, here.services.keys.digest(token), until)
      return { userId, email: email ?? '', token, newPassword }
    }
    const vouchedPerson = async () => {
      const externalId = `external-${number}`
      await browser().do(vouched.logIn, { externalId })
      const user = await database.identities.find({ methodId: 'elsewhere', externalId })
      if (!user) throw new Error('nobody was made')
      return new Person(here.product, user)
    }

    it('logs nobody in, in whatever way, and leaves nobody logged in', async () => {
      const { loginToken } = await logIn(here.password)
      const former = await linkFor(person, OWN)
      const elsewhere = await vouchedPerson()
      for (const { id } of [person, elsewhere]) await give(id)
      const same = await linkFor(person, GIVEN)

      const ways: Readonly<Record<string, readonly [string, () => Promise<unknown>]>> = {
        'account.login': ['passwordMustChange', () => logIn(GIVEN)],
        'account.login by the address': ['passwordMustChange', () => logIn(GIVEN, person.account.email ?? '')],
        'account.login with the former password': ['wrongLogin', () => logIn(here.password)],
        'account.changeDuePassword': ['passwordIsFormer', () => change(GIVEN, GIVEN)],
        'account.changeDuePassword with a former password': ['wrongLogin', () => change(here.password, OWN)],
        'account.changeDuePassword for a weak one': ['passwordTooWeak', () => change(GIVEN, 'short')],
        'account.exchangeToken': ['loginRequired', () => browser().do(account.exchangeToken, { token: loginToken })],
        'account.resetPassword': ['linkNotGood', () => browser().do(account.resetPassword, former)],
        'account.resetPassword for the same one': ['passwordIsFormer', () => browser().do(account.resetPassword, same)],
        'account.changePassword, under way': [
          'passwordIsFormer',
          () => person.do(account.changePassword, { password: GIVEN, newPassword: GIVEN }),
        ],
        'account.completeSignIn': [
          'linkNotGood',
          () => browser().do(account.completeSignIn, { secondFactor: '123456' }),
        ],
        'another site': ['passwordMustChange', () => browser().do(vouched.logIn, { externalId: elsewhere.username })],
      }
      for (const [way, [outcome, tried]] of Object.entries(ways)) {
        expect(await outcomeOf(tried()), way).toBe(outcome)
        expect([...(await sessionsOf(person.id)), ...(await sessionsOf(elsewhere.id))], way).toEqual([])
        expect(await userOf(loginToken), way).toBeNull()
      }

      // One that is added has to be walked here. Nobody has an account before `register` and `setUp`; the operator's link
      // ends what is due (login-links.test.ts).
      const walked = new Set(Object.keys(ways).map((way) => way.split(' ')[0]))
      const opening = Object.entries(account).filter(([, { audience, output }]) => {
        const fields = output instanceof z.ZodObject ? output.shape : {}
        return audience === 'anyone' && 'loginToken' in fields
      })
      expect(
        opening
          .map(([name]) => `account.${name}`)
          .filter((name) => !walked.has(name))
          .toSorted(),
      ).toEqual(['account.loginByLink', 'account.register', 'account.setUp'])
    })

    it('is not good in a session either that is open by whatever mistake', async () => {
      const { loginToken } = await logIn(here.password)
      await database.users.update(person.id, { mustChangePassword: true })

      expect(await userOf(loginToken)).toBeNull()
    })

    it('ends the window of an administrator, too, who wants the own one changed', async () => {
      const other = await here.addUser(`own-${number}-`, { isAdmin: true })
      const { loginToken } = await logIn(here.password, other.username)
      other.session.tokenDigest = here.services.keys.digest(loginToken)
      await other.do(adminUser.save, { userId: other.id, password: GIVEN, mustChangePassword: true })

      expect(await sessionsOf(other.id)).toEqual([])
    })

    it('is changed and logged in with in one call, and is good for nothing from then on', async () => {
      await give()
      const at = browser()
      const { loginToken, userId } = await change(GIVEN, OWN, person.account.email ?? '', at)

      expect(userId).toBe(person.id)
      expect(at.session.token).toBe(loginToken)
      expect((await userOf(loginToken))?.user.id).toBe(person.id)
      expect(await sessionsOf(person.id)).toHaveLength(1)
      expect(await outcomeOf(logIn(GIVEN))).toBe('wrongLogin')
      expect(await outcomeOf(change(GIVEN, 'another owl at dusk'))).toBe('wrongLogin')
      expect(await logIn(OWN)).toMatchObject({ userId: person.id })
      expect((await database.users.byId(person.id))?.lastLoginAt).toEqual(here.clock.now())
    })

    it('is given with a new account as well', async () => {
      const username = `new-${number}-${engine}`
      await here.admin.do(adminUser.save, { username, password: GIVEN, mustChangePassword: true })

      expect(await outcomeOf(logIn(GIVEN, username))).toBe('passwordMustChange')
      expect(await change(GIVEN, OWN, username)).toMatchObject({ username })
    })

    it('ends with the link of a letter, or another password by an administrator', async () => {
      await give()
      await browser().do(account.resetPassword, await linkFor(person, OWN))
      expect(await outcomeOf(logIn(OWN))).toBe('nothing')

      await give()
      await here.admin.do(adminUser.save, { userId: person.id, password: OWN })
      expect(await outcomeOf(logIn(OWN))).toBe('nothing')
    })

    it('is demanded of a password that is given alone', async () => {
      const demand = (userId: number) => here.admin.do(adminUser.save, { userId, mustChangePassword: true })

      expect(await outcomeOf(demand(person.id))).toBe('invalidInput')
      expect(await outcomeOf(logIn(here.password))).toBe('nothing')
    })

    it('is not changed while the account is switched off', async () => {
      await give()
      await here.admin.do(adminUser.switchOff, { userId: person.id })

      expect(await outcomeOf(change(GIVEN, OWN))).toBe('accountSwitchedOff')
      expect(await outcomeOf(logIn(GIVEN))).toBe('accountSwitchedOff')
      await here.admin.do(adminUser.switchOn, { userId: person.id })
      expect(await outcomeOf(logIn(OWN))).toBe('wrongLogin')
      expect(await outcomeOf(logIn(GIVEN))).toBe('passwordMustChange')
    })

    it('of somebody whose password is kept elsewhere is not changed here', async () => {
      const { username } = await vouchedPerson()

      expect(await outcomeOf(change('', OWN, username))).toBe('wrongLogin')
    })

    it('is guessed at no more often than any other: tries of both calls count together', async () => {
      const other = await here.addUser(`other-${number}-`)
      await give()
      const tries = async (username: string) => {
        const kinds: string[] = []
        for (let n = 0; n < 7; n += 1)
          kinds.push(await outcomeOf(n % 2 === 0 ? change(WRONG, OWN, username) : logIn(WRONG, username)))
        return kinds
      }

      const kinds = await tries(person.username)
      expect(kinds).toEqual([
        ...Array<string>(4).fill('wrongLogin'),
        'wrongLoginCaptchaDue',
        'captchaRequired',
        'captchaRequired',
      ])
      // Neither who has such a password nor who exists can be told by it.
      expect(await tries(other.username)).toEqual(kinds)
      expect(await tries(`nobody-${number}`)).toEqual(kinds)
    })

    it('costs a guess as many hashes as any other password (threats T6)', async () => {
      const other = await here.addUser(`hashed-${number}-`)
      await give()
      let hashes = 0
      const { passwords } = here.services
      const counting = {
        isOutdated: (hash: string) => passwords.isOutdated(hash),
        hash: async (plain: string) => ((hashes += 1), passwords.hash(plain)),
        matches: async (plain: string, hash: string | null) => ((hashes += 1), passwords.matches(plain, hash)),
      }
      const counted = () => new Person({ ...here.product, services: { ...here.services, passwords: counting } }, null)
      const costOf = async (tried: (at: Person) => Promise<unknown>) => {
        const before = hashes
        expect(await outcomeOf(tried(counted()))).toBe('wrongLogin')
        return hashes - before
      }

      for (const username of [person.username, other.username, `nobody-${number}`]) {
        expect(await costOf((at) => logIn(WRONG, username, at))).toBe(1)
        expect(await costOf((at) => change(WRONG, OWN, username, at))).toBe(1)
      }
    })

    it('is on record as refused, and as changed', async () => {
      await give()
      await outcomeOf(logIn(GIVEN))
      await change(GIVEN, OWN)

      const { list } = await here.admin.do(audit.list, {})
      const own = list.filter(({ objectId }) => objectId === String(person.id))
      expect(own.map(({ action, result }) => [action, result]).toSorted()).toEqual([
        ['account.login', 'done'],
        ['account.login', 'passwordMustChange'],
        ['account.passwordChanged', 'done'],
        ['account.passwordSet', 'done'],
      ])
    })

    it(
      'lets nothing be done but changing it, whatever is tried before and after (a law over random deeds)',
      { timeout: 120_000 },
      async () => {
        const deed = fc.constantFrom('give', 'set', 'login', 'change', 'link', 'token', 'own', 'off', 'on')
        await fc.assert(
          fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
            const one = await here.addUser(`one-${(number += 1)}-`)
            let password = here.password
            let token = ''
            let times = 0
            const next = () => `an owl of the night number ${(times += 1)}`
            const changed = async (to: (password: string) => Promise<unknown>) => {
              const wished = next()
              await to(wished)
              password = wished
            }
            const deedsOf: Readonly<Record<string, () => Promise<unknown>>> = {
              give: () => changed((wished) => give(one.id, wished)),
              set: () => changed((wished) => here.admin.do(adminUser.save, { userId: one.id, password: wished })),
              login: async () => ({ loginToken: token } = await logIn(password, one.username)),
              change: () => changed((wished) => change(password, wished, one.username)),
              link: () => changed(async (wished) => browser().do(account.resetPassword, await linkFor(one, wished))),
              token: async () => ({ loginToken: token } = await browser().do(account.exchangeToken, { token })),
              own: () => changed((newPassword) => one.do(account.changePassword, { password, newPassword })),
              off: () => here.admin.do(adminUser.switchOff, { userId: one.id }),
              on: () => here.admin.do(adminUser.switchOn, { userId: one.id }),
            }
            for (const name of deeds) {
              await outcomeOf(deedsOf[name]?.() ?? Promise.resolve())
              if (!(await database.users.byId(one.id))?.mustChangePassword) continue
              expect(await sessionsOf(one.id), name).toEqual([])
              expect(await outcomeOf(logIn(password, one.username)), name).toMatch(
                /passwordMustChange|accountSwitchedOff/,
              )
              if (token !== '') expect(await userOf(token), name).toBeNull()
            }
          }),
          { numRuns: 8 },
        )
      },
    )

    // The embedded database has one session, in which nothing happens at the same time.
    it.skipIf(engine !== 'PostgreSQL')(
      'has no session afterwards that began while it was given, and one of two changes',
      { timeout: 120_000 },
      async () => {
        for (let round = 0; round < 8; round += 1) {
          const one = await here.addUser(`round-${round}-`)
          const { loginToken } = await logIn(here.password, one.username)
          const outcomes = await Promise.all(
            [
              logIn(here.password, one.username),
              give(one.id),
              browser().do(account.exchangeToken, { token: loginToken }),
            ].map(outcomeOf),
          )
          expect(outcomes[1], outcomes.join()).toBe('nothing')
          expect(await sessionsOf(one.id), `round ${round}: ${outcomes.join(', ')}`).toEqual([])

          const changes = await Promise.all(
            ['a', 'b'].map((letter) => outcomeOf(change(GIVEN, `${OWN} ${letter}`, one.username))),
          )
          expect(changes.filter((outcome) => outcome === 'nothing')).toHaveLength(1)
          expect(await sessionsOf(one.id)).toHaveLength(1)
        }
      },
    )
  })
})
