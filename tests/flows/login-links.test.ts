import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { LOGIN_LINK_MS, loginLinkToken } from '#core/account/login-link.ts'
import { idleSince } from '#core/account/sessions.ts'
import { coreOperations } from '#core/operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { world, type World } from '#tests/support/world.ts'

const { account, adminUser, audit } = coreOperations
const GIVEN = 'a word of the office'

describe.each(ENGINES)('%s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('a link of the operator', () => {
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
    const link = (username = person.username) => loginLinkToken(here.services, username)
    const use = (token: string, isConfirmed = false, at = browser()) =>
      at.do(account.loginByLink, { token, isConfirmed })
    const sessions = () =>
      database.logins.ofUser(person.id, here.clock.now(), idleSince(here.clock.now())).then((list) => list.length)

    it('logs its person in, and is put on record', async () => {
      expect(await use(link(person.username.toUpperCase()))).toMatchObject({ userId: person.id })

      expect(await sessions()).toBe(1)
      const { list } = await here.admin.do(audit.list, { username: person.username, count: 10 })
      expect(list).toMatchObject([{ action: 'account.login', detail: 'by link of the operator', result: 'done' }])
    })

    it('is good once, however many try at once', async () => {
      const token = link()

      const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(use(token))))

      expect(outcomes.filter((outcome) => outcome === 'nothing')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'linkNotGood')).toHaveLength(7)
      expect(await sessions()).toBe(1)
    })

    it('is good once, however it is spelled', async () => {
      const token = link()
      await use(token)

      for (const end of ['.', '.again', '=', ' ']) expect(await outcomeOf(use(token + end))).toBe('linkNotGood')
      expect(await sessions()).toBe(1)
    })

    it('ends after 15 minutes, also when it was not used', async () => {
      const token = link()
      here.clock.advance(LOGIN_LINK_MS)

      expect(await outcomeOf(use(token))).toBe('linkNotGood')
    })

    it('stays used for as long as it could be good', async () => {
      const token = link()
      await use(token)
      here.clock.advance(LOGIN_LINK_MS - 1)
      await use(link(here.stranger.username))

      expect(await outcomeOf(use(token))).toBe('linkNotGood')
    })

    it.each([
      ['a name nobody has', () => loginLinkToken(here.services, 'nobody-at-all')],
      ['an address of mail', () => loginLinkToken(here.services, person.account.email ?? '')],
      ['something guessed', () => 'guessed'],
      ['nothing', () => ''],
      ['what was sealed for something else', () => here.services.seals.seal(`{"username":"ada","until":9e15}`, 'x')],
    ])('refuses %s in one way', async (_, token) => {
      expect(await outcomeOf(use(token()))).toBe('linkNotGood')
    })

    it('lets nobody guess on and on', async () => {
      const guesser = new Person(here.product, null)
      Object.assign(guesser.session, { address: '192.0.2.77' })
      for (let tries = 0; tries < 20; tries += 1) await outcomeOf(use('guessed', false, guesser))

      expect(await outcomeOf(use('guessed', false, guesser))).toBe('tooManyFailures')
    })

    it('opens no account that is switched off', async () => {
      const token = link()
      await here.admin.do(adminUser.switchOff, { userId: person.id })

      expect(await outcomeOf(use(token))).toBe('accountSwitchedOff')
      expect(await sessions()).toBe(0)
    })

    it('opens an account whose password has to be changed, and that password ends', async () => {
      await here.admin.do(adminUser.save, { userId: person.id, password: GIVEN, mustChangePassword: true })

      await use(link())

      expect(await sessions()).toBe(1)
      const credentials = { username: person.username, password: GIVEN, captcha: '' }
      expect(await outcomeOf(browser().do(account.login, credentials))).toBe('wrongLogin')
    })

    it('opens an account that only another site vouches for, for a day', async () => {
      await database.users.update(person.id, { passwordHash: null })

      await use(link())

      expect(await sessions()).toBe(1)
      here.clock.advance(25 * 3_600_000)
      expect(await sessions()).toBe(0)
    })

    it('leaves the password of its person as it is', async () => {
      await use(link())

      const credentials = { username: person.username, password: here.password, captcha: '' }
      expect(await outcomeOf(browser().do(account.login, credentials))).toBe('nothing')
    })

    it('asks before a browser changes from one account to another, and is not used up by that', async () => {
      const token = link()

      expect(await outcomeOf(use(token, false, here.stranger))).toBe('otherAccount')
      expect(await use(token, true, here.stranger)).toMatchObject({ userId: person.id })
    })
  })
})
