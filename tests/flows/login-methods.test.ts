import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { passwordRests } from '#core/account/attempt-limits.ts'
import { newUser } from '#core/account/registration.ts'
import { coreFollowers } from '#core/followers.ts'
import { coreOperations } from '#core/operations.ts'
import type { Product } from '#core/perform.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { anItem } from '#tests/contracts/database/things.ts'
import { emptied } from '#tests/support/database.ts'
import { directoryPlugin, FakeDirectory } from '#tests/support/directory-plugin.ts'
import { Person, TestSession } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { testServices } from '#tests/support/services.ts'
import { ENGINES } from '#tests/support/engines.ts'

const { account, site } = coreOperations
const PASSWORD = 'correct horse battery'
const MEI = { externalId: 'uid=17', username: 'mei', name: '梅琳', password: 'in the directory' }

describe.each(ENGINES)('%s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('people of a directory', () => {
    let database: OpenDatabase
    let first: FakeDirectory
    let second: FakeDirectory
    let product: Product
    let pass: (ms: number) => void
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())
    beforeEach(async () => {
      await emptied(database)
      first = new FakeDirectory()
      second = new FakeDirectory()
      const contributes = [directoryPlugin('first', first), directoryPlugin('second', second)].flatMap(
        (plugin) => plugin.contributes,
      )
      const { services, clock } = testServices({ contributes, hasLegibleCaptchas: true })
      product = { database, services, operations: coreOperations, within: coreFollowers, after: [] }
      pass = (ms) => clock.advance(ms)
    })
    const somebody = () => new Person(product, null, new TestSession())
    const logIn = (username: string, password: string, person = somebody(), captcha = '') =>
      person.do(account.login, { username, password, captcha })
    const failTimes = async (times: number, username: string, person = somebody()) => {
      const kinds: string[] = []
      for (let n = 0; n < times; n += 1) kinds.push(await outcomeOf(logIn(username, 'wrong', person)))
      return kinds
    }
    const local = async (username: string, email: string | null = null) =>
      database.users.insert({
        ...(await newUser({ store: database, services: product.services }, { username, password: PASSWORD })),
        email,
      })
    const usersThere = () => database.users.countAll()

    it('[LOGIN-25] get an ordinary account at the first login, and the same one whatever they are called later', async () => {
      second.people.push({ ...MEI, email: 'mei@example.org' })

      const made = await logIn('MEI', MEI.password)
      second.people.splice(0, 1, { ...MEI, username: 'mei.lin' })
      const again = await logIn('mei.lin', MEI.password)

      expect(made).toMatchObject({ username: 'mei', name: '梅琳', email: 'mei@example.org', siteRole: 'ordinary' })
      expect(made.isEmailVerified).toBe(false)
      expect(again.userId).toBe(made.userId)
      expect(await usersThere()).toBe(1)
    })

    it('get one account, however many windows they log in with for the first time', async () => {
      first.people.push({ ...MEI, email: 'mei@example.org' })

      const accounts = await Promise.all(Array.from({ length: 4 }, () => logIn('mei', MEI.password)))

      expect(new Set(accounts.map(({ userId }) => userId)).size).toBe(1)
      expect(await usersThere()).toBe(1)
    })

    it('never get into an account that has a password here, which no directory is asked for (threats L2, O2)', async () => {
      const owner = await local('mei', 'mei@example.org')
      first.people.push({ ...MEI, email: 'mei@example.org' })

      expect(await outcomeOf(logIn('mei', MEI.password))).toBe('wrongLogin')
      expect(await outcomeOf(logIn('MEI@example.org', MEI.password))).toBe('wrongLogin')
      expect(first.asked).toEqual([])
      expect((await logIn('mei', PASSWORD)).userId).toBe(owner.id)
    })

    it('do not get in any more under another name once their account has a password here (threats L2)', async () => {
      first.people.push({ ...MEI, email: 'mei@example.org' })
      const { userId: uid } = await logIn('mei', MEI.password)
      const { passwordHash } = await newUser(
        { store: database, services: product.services },
        { username: 'mei', password: PASSWORD },
      )
      await database.users.update(uid, { passwordHash })
      first.people.splice(0, 1, { ...MEI, username: 'mei.lin', email: 'another@example.org' })

      expect(await outcomeOf(logIn('mei.lin', MEI.password))).toBe('wrongLogin')
      expect(await database.users.byId(uid)).toMatchObject({ email: 'mei@example.org', passwordHash })
    })

    it('are refused when their username belongs to somebody here, under whatever name they come', async () => {
      const owner = await local('mei')
      first.people.push({ ...MEI, email: 'other@example.org' })

      expect(await outcomeOf(logIn('other@example.org', MEI.password))).toBe('usernameTaken')
      const { list } = await database.audit.find({ action: 'account.login' }, { page: 1, count: 10 })
      expect(list).toMatchObject([{ result: 'usernameTaken', detail: 'by first', objectId: String(owner.id) }])
      expect(await usersThere()).toBe(1)
      expect(await database.identities.methodsOf(owner.id)).toEqual([])
    })

    it('[LOGIN-03] do not take over an address that logs somebody else in', async () => {
      const owner = await local('olivia', 'shared@example.org')
      first.people.push({ ...MEI, email: 'Shared@example.org' })

      const made = await logIn('mei', MEI.password)

      expect(made).toMatchObject({ username: 'mei', email: '' })
      expect((await logIn('shared@example.org', PASSWORD)).userId).toBe(owner.id)
    })

    it('with a username that is none here are refused, and leave nothing behind', async () => {
      first.people.push({ ...MEI, username: 'mei@corp' })

      expect(await outcomeOf(logIn('mei@corp', MEI.password))).toBe('illegalUsername')
      expect(await usersThere()).toBe(0)
    })

    it('get a new account once theirs was deleted, with nothing that was of the former one', async () => {
      first.people.push(MEI)
      const [owner, former] = [await local('olivia'), await logIn('mei', MEI.password)]
      const item = await anItem(database, { ownerId: owner.id })
      const role = { role: 'manager', catalogId: null, addedAt: product.services.clock.now() } as const
      await database.members.put({ itemId: item.id, userId: former.userId, ...role })
      await database.users.delete(former.userId)

      const windows = await Promise.all(Array.from({ length: 4 }, () => logIn('mei', MEI.password)))
      const [{ userId } = former] = windows

      expect(userId).not.toBe(former.userId)
      expect(windows.every((account) => account.userId === userId && account.username === 'mei')).toBe(true)
      expect(await database.access.partsOf(userId)).toEqual([])
      expect(await usersThere()).toBe(2)
    })

    it('are asked for where they came from alone, so that another directory cannot speak for them', async () => {
      second.people.push(MEI)
      const { userId: uid } = await logIn('mei', MEI.password)
      first.people.push({ ...MEI, externalId: 'another mei', password: 'guessed' })

      expect(await outcomeOf(logIn('mei', 'guessed'))).toBe('wrongLogin')
      expect((await logIn('mei', MEI.password)).userId).toBe(uid)
      expect(first.asked).toEqual(['mei'])
    })

    it('are logged in for a day, also after a login by the token of an address (threats T2)', async () => {
      first.people.push(MEI)
      const { userId: uid, loginToken: token } = await logIn('mei', MEI.password)
      const sessions = () => database.logins.ofUser(uid, product.services.clock.now(), new Date(0))
      pass(23 * 3_600_000)
      await somebody().do(account.exchangeToken, { token, isConfirmed: false })
      const within = await sessions()
      pass(3_600_000)

      expect([within.length, (await sessions()).length]).toEqual([1, 0])
    })

    it('count as failed and have to type a code like everybody (D08, threats T6)', async () => {
      first.people.push(MEI)
      const person = somebody()

      const kinds = await failTimes(6, 'mei', person)
      const withoutCode = await outcomeOf(logIn('mei', MEI.password, person))
      const captcha = new TextDecoder().decode((await person.do(site.captcha, {})).bytes)

      expect(kinds).toEqual([...Array<string>(4).fill('wrongLogin'), 'wrongLoginCaptchaDue', 'captchaRequired'])
      expect(withoutCode).toBe('captchaRequired')
      expect(await logIn('mei', MEI.password, person, captcha)).toMatchObject({ username: 'mei' })
      expect(await failTimes(1, 'mei')).toEqual(['wrongLogin'])
    })

    it('whose account rests cannot go round it by another of their names', async () => {
      first.people.push({ ...MEI, email: 'mei@corp.example' })
      const { userId: uid } = await logIn('mei', MEI.password)
      await database.users.update(uid, { email: null })
      for (let n = 0; n < passwordRests.free; n += 1)
        await product.services.attempts.add(`login-hour:user:${uid}`, passwordRests.windowMs)

      expect(await outcomeOf(logIn('mei@corp.example', MEI.password))).toBe('captchaRequired')
    })

    it('are two people where the names they have there differ in nothing but blanks', async () => {
      first.people.push(MEI, { ...MEI, externalId: ' uid=17', username: 'mei.ling', password: 'of somebody else' })

      const mei = await logIn('mei', MEI.password)
      const other = await logIn('mei.ling', 'of somebody else')

      expect([mei.username, other.username]).toEqual(['mei', 'mei.ling'])
    })

    it('rest as well when their name is typed in other ways that a directory takes for the same (threats T6)', async () => {
      first.people.push(MEI)
      const ways = ['méi', 'm\u00ADei', 'me\u200Bi', 'MÈI', 'm ei', 'ｍｅｉ']

      for (const way of ways.slice(0, 5)) await outcomeOf(logIn(way, 'wrong'))

      for (const way of ways) expect(await outcomeOf(logIn(way, 'wrong')), way).toBe('captchaRequired')
    })

    it('are never asked for with an empty password (threats L1)', async () => {
      first.people.push({ ...MEI, password: '' })

      expect(await outcomeOf(logIn('mei', ''))).toBe('wrongLogin')
      expect(first.asked).toEqual([])
    })

    it('are on record by whom they were vouched for', async () => {
      first.people.push(MEI)
      const { userId: uid } = await logIn('mei', MEI.password)

      const { list } = await database.audit.find({}, { page: 1, count: 10 })

      expect(list.map(({ action, detail, actorId }) => ({ action, detail, actorId }))).toEqual(
        expect.arrayContaining([
          { action: 'account.registered', detail: '', actorId: uid },
          { action: 'account.login', detail: 'by first', actorId: uid },
        ]),
      )
    })

    it.each(['throws', 'hangs', 'gives rubbish'] as const)(
      'log in although another directory is broken so that it %s (R11), and so do people with a password here',
      async (state) => {
        await local('olivia')
        first.state = state
        second.people.push(MEI)

        expect(await logIn('mei', MEI.password)).toMatchObject({ username: 'mei' })
        expect(await logIn('olivia', PASSWORD)).toMatchObject({ username: 'olivia' })
        expect(await outcomeOf(logIn('nobody', 'x'))).toBe('loginUnavailable')
        expect(first.stopped).toBe(state === 'hangs' ? 2 : 0)
      },
    )

    it.each(['throws', 'hangs', 'gives rubbish'] as const)(
      'are never told of a password that nobody judged while their directory %s, and it does not count [LOGIN-22]',
      async (state) => {
        await local('olivia')
        first.people.push(MEI)
        const { userId } = await logIn('mei', MEI.password)
        // It speaks for nobody, so that each answer depends on the first one.
        second.state = state
        first.state = state
        const person = somebody()

        const known = await failTimes(6, 'mei', person)
        const unknown = await failTimes(6, 'nobody', person)
        const atHome = await failTimes(5, 'olivia')

        expect(known).toEqual(Array<string>(6).fill('loginUnavailable'))
        expect(unknown).toEqual(known)
        expect(atHome).toEqual([...Array<string>(4).fill('wrongLogin'), 'wrongLoginCaptchaDue'])
        const refusal: unknown = await logIn('mei', MEI.password).catch((error: unknown) => error)
        expect(refusal).toMatchObject({ texts: { method: { en: 'the directory first', 'zh-cn': '目录 first' } } })
        const { list } = await database.audit.find({ action: 'account.login' }, { page: 1, count: 1 })
        expect(list).toMatchObject([{ result: 'loginUnavailable', detail: 'by first', objectId: String(userId) }])
        first.state = 'works'
        pass(60_001)
        expect(await logIn('mei', MEI.password)).toMatchObject({ userId })
      },
    )

    it('are not guessed at without end where one directory says no and another is away (threats T6)', async () => {
      first.state = 'throws'
      second.people.push(MEI)

      expect(await failTimes(6, 'mei')).toEqual([...Array<string>(5).fill('loginUnavailable'), 'captchaRequired'])
    })

    it('do not wait for a directory that has been late again and again, until a minute is over (R11)', async () => {
      first.state = 'hangs'
      for (const name of ['ann', 'ben', 'cid', 'dan']) await outcomeOf(logIn(name, 'x'))
      const whenLate = first.asked.length
      pass(60_001)
      await outcomeOf(logIn('eve', 'x'))

      expect([whenLate, first.asked.length]).toEqual([3, 4])
    })
  })
})
