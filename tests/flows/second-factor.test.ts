import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { loginLinkToken } from '#core/account/login-link.ts'
import { idleSince } from '#core/account/sessions.ts'
import { coreOperations } from '#core/operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { authenticator } from '#tests/support/authenticator.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { vouchedLogin } from '#tests/support/vouched-login.ts'
import { HALF_MINUTE, OWN, secondFactorDeeds } from '#tests/support/second-factor-deeds.ts'
import { world, type World } from '#tests/support/world.ts'

const { account, adminUser, audit, secondFactor, settings } = coreOperations

const { vouched } = vouchedLogin()

describe.each(ENGINES)('%s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('a second factor', () => {
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
      // Each test has half minutes of its own.
      here.clock.advance(10 * HALF_MINUTE)
    })
    const { browser, logIn, sessionsOf, linkFor, setUp } = secondFactorDeeds(() => ({ database, here, person }))
    const endedElsewhere = async (userId: number) => {
      await database.logins.closeAll(userId, null)
      expect(await sessionsOf(userId)).toEqual([])
    }

    it('lets nobody in without a code, in whatever way', async () => {
      const before = await logIn()
      const { app } = await setUp()
      await endedElsewhere(person.id)
      await browser().do(vouched.logIn, { externalId: `both-${number}` })
      const both = await database.identities.find({ methodId: 'elsewhere', externalId: `both-${number}` })
      if (!both) throw new Error('nobody was made')
      const elsewhere = new Person(here.product, both)
      await here.admin.do(adminUser.save, { userId: both.id, password: here.password, replacesOtherLogin: true })
      await setUp(elsewhere)
      await endedElsewhere(both.id)
      const given = await here.addUser(`given-${number}-`)
      await setUp(given)
      await here.admin.do(adminUser.save, { userId: given.id, password: OWN, mustChangePassword: true })

      const change = (code: string) =>
        browser().do(account.changeDuePassword, {
          ...{ username: given.username, password: OWN, newPassword: 'an owl of another night', captcha: '' },
          secondFactor: code,
        })
      const ways: Readonly<Record<string, readonly [string, () => Promise<unknown>]>> = {
        'account.login': ['secondFactorRequired', () => logIn()],
        'account.login with a wrong code': ['wrongSecondFactor', () => logIn('000000')],
        'account.login with a wrong password and a right code': [
          'wrongLogin',
          () => logIn(app.code(), person, 'not the password'),
        ],
        'account.login with the code of another half minute': ['wrongSecondFactor', () => logIn(app.code(-2))],
        'account.changeDuePassword': ['secondFactorRequired', () => change('')],
        'account.changeDuePassword with a wrong code': ['wrongSecondFactor', () => change('123456')],
        'account.exchangeToken': [
          'loginRequired',
          () => browser().do(account.exchangeToken, { token: before.loginToken }),
        ],
        'account.resetPassword': [
          'secondFactorRequired',
          async () => browser().do(account.resetPassword, await linkFor(person)),
        ],
        'account.resetPassword with a wrong code': [
          'wrongSecondFactor',
          async () => browser().do(account.resetPassword, { ...(await linkFor(person)), secondFactor: '123456' }),
        ],
        'account.loginByLink': [
          'secondFactorRequired',
          () => browser().do(account.loginByLink, { token: loginLinkToken(here.services, person.username) }),
        ],
        'account.completeSignIn': [
          'linkNotGood',
          () => browser().do(account.completeSignIn, { secondFactor: app.code() }),
        ],
        'another site': ['secondFactorRequired', () => browser().do(vouched.logIn, { externalId: `both-${number}` })],
        'account.changePassword in a window that was open before': [
          'secondFactorRequired',
          async () => {
            const window = new Person(here.product, person.account)
            window.session.tokenDigest = here.services.keys.digest(before.loginToken)
            return window.do(account.changePassword, { password: here.password, newPassword: OWN })
          },
        ],
      }
      for (const [way, [outcome, tried]] of Object.entries(ways)) {
        expect(await outcomeOf(tried()), way).toBe(outcome)
        for (const { id } of [person, elsewhere, given]) expect(await sessionsOf(id), way).toEqual([])
      }
      // The code of a refused try is still good, and so is the password.
      expect(await outcomeOf(logIn(app.code()))).toBe('nothing')

      // One that is added has to be walked here. Nobody has an account before `register` and `setUp`.
      const walked = new Set(Object.keys(ways).map((way) => way.split(' ')[0]))
      const opening = Object.entries(account).filter(([, { audience, output }]) => {
        const fields = output instanceof z.ZodObject ? output.shape : {}
        return audience === 'anyone' && 'loginToken' in fields
      })
      expect(opening.map(([name]) => `account.${name}`).filter((name) => !walked.has(name))).toEqual([
        'account.register',
        'account.setUp',
      ])
    })

    it('lets in with a code of the app: by password, letter, link of the operator and another site', async () => {
      const { app } = await setUp()
      const next = () => {
        here.clock.advance(HALF_MINUTE)
        return app.code()
      }

      expect(await logIn(next())).toMatchObject({ userId: person.id })
      const token = loginLinkToken(here.services, person.username)
      expect(await outcomeOf(browser().do(account.loginByLink, { token }))).toBe('secondFactorRequired')
      expect(await browser().do(account.loginByLink, { token, secondFactor: next() })).toMatchObject({
        userId: person.id,
      })
      const link = await linkFor(person)
      expect(await outcomeOf(browser().do(account.resetPassword, link))).toBe('secondFactorRequired')
      expect(await browser().do(account.resetPassword, { ...link, secondFactor: next() })).toMatchObject({
        userId: person.id,
      })
      expect(await sessionsOf()).toHaveLength(1)
    })

    it('is asked for after another site has sent somebody back, in the same browser and once', async () => {
      const externalId = `elsewhere-${number}`
      await browser().do(vouched.logIn, { externalId })
      const user = await database.identities.find({ methodId: 'elsewhere', externalId })
      if (!user) throw new Error('nobody was made')
      await here.admin.do(adminUser.save, { userId: user.id, password: here.password, replacesOtherLogin: true })
      const { app } = await setUp(new Person(here.product, user))
      const at = browser()
      expect(await outcomeOf(at.do(vouched.logIn, { externalId }))).toBe('secondFactorRequired')

      expect(await outcomeOf(browser().do(account.completeSignIn, { secondFactor: app.code() }))).toBe('linkNotGood')
      expect(await outcomeOf(at.do(account.completeSignIn, { secondFactor: '' }))).toBe('secondFactorRequired')
      expect(await outcomeOf(at.do(account.completeSignIn, { secondFactor: '000000' }))).toBe('wrongSecondFactor')
      expect(await at.do(account.completeSignIn, { secondFactor: app.code() })).toMatchObject({ userId: user.id })
      expect(await outcomeOf(at.do(account.completeSignIn, { secondFactor: app.code(1) }))).toBe('linkNotGood')

      expect(await outcomeOf(at.do(vouched.logIn, { externalId }))).toBe('secondFactorRequired')
      here.clock.advance(11 * 60_000)
      expect(await outcomeOf(at.do(account.completeSignIn, { secondFactor: app.code() }))).toBe('linkNotGood')
    })

    it('ends all other sessions when it is switched on, and stays in the one it was set up in', async () => {
      const former = await logIn()
      const { loginToken } = await setUp()
      const digests = (await sessionsOf()).map(({ tokenDigest }) => tokenDigest)

      expect(digests).toEqual([here.services.keys.digest(loginToken)])
      expect(digests).not.toContain(here.services.keys.digest(former.loginToken))
      expect(await person.do(account.changePassword, { password: here.password, newPassword: OWN })).toMatchObject({
        userId: person.id,
      })
    })

    it('takes each code once, and none from before the last one', async () => {
      const { app } = await setUp()
      const [former, present] = [app.code(-1), app.code()]

      expect(await outcomeOf(logIn(present))).toBe('nothing')
      expect(await outcomeOf(logIn(present))).toBe('wrongSecondFactor')
      expect(await outcomeOf(logIn(former))).toBe('wrongSecondFactor')
      expect(await outcomeOf(logIn(app.code(1)))).toBe('nothing')
    })

    it('does not take the code again that switched it on', async () => {
      const { secret } = await person.do(secondFactor.begin, { password: here.password })
      const { code } = authenticator(secret, here.clock)
      const first = code()
      await person.do(secondFactor.switchOn, { code: first })

      expect(await outcomeOf(logIn(first))).toBe('wrongSecondFactor')
    })

    it('takes each recovery code once, however it is typed', async () => {
      const { recoveryCodes } = await setUp()
      const [one = '', two = '', three = ''] = recoveryCodes
      expect(new Set(recoveryCodes).size).toBe(10)
      for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)

      expect(await outcomeOf(logIn(one))).toBe('nothing')
      expect(await outcomeOf(logIn(one))).toBe('wrongSecondFactor')
      expect(await outcomeOf(logIn(` ${two.toLowerCase().replaceAll('-', '')} `))).toBe('nothing')
      expect(await outcomeOf(logIn(two))).toBe('wrongSecondFactor')
      expect(await outcomeOf(logIn(three.replaceAll('O', '0').replaceAll('I', '1')))).toBe('nothing')
      expect(await person.do(secondFactor.state, {})).toMatchObject({ isOn: true, recoveryCodesLeft: 7 })
    })

    it('keeps its secret sealed and its recovery codes as digests', async () => {
      const { loginToken } = await logIn()
      person.session.tokenDigest = here.services.keys.digest(loginToken)
      const { secret } = await person.do(secondFactor.begin, { password: here.password })
      const { recoveryCodes } = await person.do(secondFactor.switchOn, {
        code: authenticator(secret, here.clock).code(),
      })

      const kept = JSON.stringify(await database.documents.collection('account.second-factor').byKey(String(person.id)))
      expect(kept).toContain('sealedSecret')
      for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
        expect(kept).not.toContain(text)
    })

    it('gives new recovery codes for the password and a code, and the former ones are good for nothing', async () => {
      const { app, recoveryCodes } = await setUp()
      const renew = (password: string, code: string) => person.do(secondFactor.renewRecoveryCodes, { password, code })
      expect(await outcomeOf(renew('not the password', app.code()))).toBe('wrongPassword')
      expect(await outcomeOf(renew(here.password, '000000'))).toBe('wrongSecondFactor')

      const { recoveryCodes: renewed } = await renew(here.password, app.code())
      expect(await outcomeOf(logIn(recoveryCodes[0]))).toBe('wrongSecondFactor')
      expect(await outcomeOf(logIn(renewed[0]))).toBe('nothing')
    })

    it('is switched off with the password and a code', async () => {
      const { app } = await setUp()
      const end = (password: string, code: string) => person.do(secondFactor.switchOff, { password, code })
      expect(await outcomeOf(end('not the password', app.code()))).toBe('wrongPassword')
      expect(await outcomeOf(end(here.password, '000000'))).toBe('wrongSecondFactor')

      await end(here.password, app.code())
      expect(await outcomeOf(logIn())).toBe('nothing')
      expect(await outcomeOf(end(here.password, app.code(1)))).toBe('noSecondFactor')
    })

    it('is set up with the password, within half an hour, by the code of the last secret', async () => {
      const begin = (password = here.password) => person.do(secondFactor.begin, { password })
      const switchOn = (code: string) => person.do(secondFactor.switchOn, { code })
      expect(await outcomeOf(begin('not the password'))).toBe('wrongPassword')
      expect(await outcomeOf(switchOn('123456'))).toBe('linkNotGood')

      const [former, late] = [await begin(), await begin()]
      expect(former.secret).not.toBe(late.secret)
      expect(late.qrCode).toMatch(/^<svg /)
      expect(new URL(late.otpauthAddress).searchParams.get('secret')).toBe(late.secret)
      expect(await outcomeOf(switchOn(authenticator(former.secret, here.clock).code()))).toBe('wrongSecondFactor')
      here.clock.advance(31 * 60_000)
      expect(await outcomeOf(switchOn(authenticator(late.secret, here.clock).code()))).toBe('linkNotGood')

      await switchOn(authenticator((await begin()).secret, here.clock).code())
      expect(await outcomeOf(begin())).toBe('secondFactorOn')
    })

    it('is not to be had by people of another authority', async () => {
      await browser().do(vouched.logIn, { externalId: `only-${number}` })
      const user = await database.identities.find({ methodId: 'elsewhere', externalId: `only-${number}` })
      if (!user) throw new Error('nobody was made')
      const them = new Person(here.product, user)

      expect(await them.do(secondFactor.state, {})).toMatchObject({ isPossible: false, isOn: false })
      expect(await outcomeOf(them.do(secondFactor.begin, { password: '' }))).toBe('wrongPassword')
    })

    it('lets a code be guessed ten times, whatever is typed in between, and keeps no right code out of another browser', async () => {
      const { app } = await setUp()
      const known = browser()
      await logIn(app.code(), person, here.password, known)
      const outcomes: string[] = []
      for (let n = 0; n < 13; n += 1) {
        outcomes.push(await outcomeOf(logIn(String(100_000 + n))))
        expect(await outcomeOf(logIn())).toBe('secondFactorRequired')
      }

      expect(outcomes.filter((outcome) => outcome === 'wrongSecondFactor')).toHaveLength(10)
      expect(outcomes.at(-1)).toBe('tooManyFailures')
      expect(await outcomeOf(logIn(app.code(1)))).toBe('tooManyFailures')
      // The owner's browser is counted by itself.
      expect(await outcomeOf(logIn(app.code(1), person, here.password, known))).toBe('nothing')
    })

    it('is taken away by another administrator, or a link of the operator that says so', async () => {
      const { app } = await setUp()
      const remove = (at: Person, userId = person.id) => at.do(adminUser.removeSecondFactor, { userId })
      for (const at of [here.owner, here.stranger, person]) expect(await outcomeOf(remove(at))).toBe('notAllowed')
      expect(await outcomeOf(remove(browser()))).toBe('loginRequired')
      await logIn(app.code())
      await remove(here.admin)
      expect(await sessionsOf()).toEqual([])
      expect(await outcomeOf(logIn())).toBe('nothing')
      expect(await outcomeOf(remove(here.admin))).toBe('noSecondFactor')
      expect(await outcomeOf(remove(here.admin, here.admin.id))).toBe('notAllowed')

      await setUp()
      const token = loginLinkToken(here.services, person.username, { endsSecondFactor: true })
      expect(await browser().do(account.loginByLink, { token })).toMatchObject({ userId: person.id })
      expect(await outcomeOf(logIn())).toBe('nothing')
    })

    it('stays when the password is set by somebody else', async () => {
      await setUp()
      await here.admin.do(adminUser.save, { userId: person.id, password: OWN })

      expect(await outcomeOf(logIn('', person, OWN))).toBe('secondFactorRequired')
    })

    it('is on record, without codes', async () => {
      const { app, recoveryCodes } = await setUp()
      await outcomeOf(logIn('000000'))
      await outcomeOf(logIn())
      await person.do(secondFactor.switchOff, { password: here.password, code: app.code() })

      const { list } = await here.admin.do(audit.list, { count: 100 })
      const own = list.filter(({ objectId }) => objectId === String(person.id))
      expect(own.map(({ action, result }) => `${action} ${result}`)).toEqual(
        expect.arrayContaining([
          'account.secondFactorOn done',
          'account.login wrongSecondFactor',
          'account.login secondFactorRequired',
          'account.secondFactorOff done',
        ]),
      )
      for (const code of recoveryCodes) expect(JSON.stringify(list)).not.toContain(code)
    })

    it('can be demanded of administrators, who administer nothing before they have one', async () => {
      const boss = await here.addUser(`boss-${number}-`, { isAdmin: true })
      const other = await here.addUser(`other-${number}-`, { isAdmin: true })
      const demand = (at: Person, isDemanded: boolean) =>
        at.do(settings.write, { section: 'accounts', values: { secondFactorForAdministrators: isDemanded } })
      const seenBy = async ({ loginToken }: { readonly loginToken: string }) =>
        database.logins.userOf(here.services.keys.digest(loginToken), here.clock.now(), idleSince(here.clock.now()))
      // Whoever demands it must have it, or would be locked out with the others.
      expect(await outcomeOf(demand(boss, true))).toBe('secondFactorFirst')
      const { app } = await setUp(boss)
      const [bossIn, otherIn, personIn] = [await logIn(app.code(), boss), await logIn('', other), await logIn()]
      expect(await seenBy(otherIn)).toMatchObject({ administers: true })

      await demand(boss, true)
      try {
        expect(await seenBy(bossIn)).toMatchObject({ administers: true })
        expect(await seenBy(otherIn)).toMatchObject({ administers: false, user: { isAdmin: true } })
        expect(await seenBy(personIn)).toMatchObject({ administers: false })
        expect(await other.do(account.me, {})).toMatchObject({ isSecondFactorDue: true })
        expect(await person.do(account.me, {})).toMatchObject({ isSecondFactorDue: false })
        await setUp(other)
        expect(await other.do(account.me, {})).toMatchObject({ isSecondFactorDue: false })
      } finally {
        await demand(boss, false)
      }
    })
  })
})
