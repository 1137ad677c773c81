import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { letterJobs } from '#core/account/letter-jobs.ts'
import { idleSince } from '#core/account/sessions.ts'
import { coreOperations } from '#core/operations.ts'
import { POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { directoryPlugin, FakeDirectory } from '#tests/support/directory-plugin.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { vouchedLogin } from '#tests/support/vouched-login.ts'
import { world, type World } from '#tests/support/world.ts'
import { ENGINES } from '#tests/support/engines.ts'

const { account, adminUser, page: pages } = coreOperations
const NEW_PASSWORD = 'a quieter owl at dawn'

const { vouched } = vouchedLogin({ name: 'Renamed there', isLeading: true })

describe.each(ENGINES)('%s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('an account that is switched off', () => {
    let database: OpenDatabase
    let here: World
    const directory = new FakeDirectory()
    beforeAll(async () => {
      database = await open()
      here = await world({ database, contributes: [...directoryPlugin('directory', directory).contributes] })
    })
    afterAll(() => database.close())

    let person: Person
    let number = 0
    beforeEach(async () => {
      person = await here.addUser(`person-${(number += 1)}-`)
    })
    const browser = () => new Person(here.product, null)
    const logIn = (username = person.username, password = here.password) =>
      browser().do(account.login, { username, password, captcha: '' })
    const switchOff = (userId = person.id) => here.admin.do(adminUser.switchOff, { userId })
    const switchOn = (userId = person.id) => here.admin.do(adminUser.switchOn, { userId })
    const sessionsOf = (userId: number) => database.logins.ofUser(userId, here.clock.now(), idleSince(here.clock.now()))
    const linkFor = async ({ account: { id: userId, email } }: Person) => {
      const token = here.services.keys.random(32)
      const until = new Date(here.clock.now().getTime() + 60_000)
      const link = { userId, purpose: 'resetPassword', email: email ?? '' } as const
      await database.mailLinks.add(link, here.services.keys.digest(token), until)
      return { userId, email: email ?? '', token, newPassword: NEW_PASSWORD }
    }
    const linkedPerson = async () => {
      const externalId = `external-${number}`
      await browser().do(vouched.logIn, { externalId })
      const user = await database.identities.find({ methodId: 'elsewhere', externalId })
      if (!user) throw new Error('nobody was made')
      return { externalId, user }
    }
    async function startTask(startedById: number) {
      const startedAt = here.clock.now()
      const task = await database.tasks.insert({ kind: 'count', startedById, language: 'en', input: {}, startedAt }, 99)
      return task?.id ?? 0
    }

    it('is logged out everywhere, and holds no page and no task any more', async () => {
      const { loginToken } = await logIn()
      const item = await here.addItem({ ownerId: person.id })
      const page = await here.addPage(item, { authorId: person.id, content: '# Stays' })
      await person.do(pages.setLock, { pageId: page.id })
      const [waiting, running] = [await startTask(person.id), await startTask(person.id)]
      const run = { id: running, run: (await database.tasks.begin(running))?.run ?? 0 }

      await switchOff()

      expect(await sessionsOf(person.id)).toEqual([])
      const digest = here.services.keys.digest(loginToken)
      expect(await database.logins.userOf(digest, here.clock.now(), idleSince(here.clock.now()))).toBeNull()
      expect((await here.admin.do(pages.lockState, { pageId: page.id })).isLocked).toBe(false)
      expect((await database.tasks.byId(waiting))?.state).toBe('cancelled')
      expect(await database.tasks.look(run)).toEqual({ isCancelled: true, isAdmin: null })
      expect(await here.admin.do(pages.info, { pageId: page.id })).toMatchObject({ authorUsername: person.username })
    })

    it('is refused in its own words by a password that is right, and by no wrong one', async () => {
      await switchOff()

      expect(await outcomeOf(logIn())).toBe('accountSwitchedOff')
      expect(await outcomeOf(logIn(person.account.email ?? ''))).toBe('accountSwitchedOff')
      expect(await outcomeOf(logIn(person.username, NEW_PASSWORD))).toBe('wrongLogin')
      const { list } = await here.admin.do(coreOperations.audit.list, { action: 'account.login' })
      const own = list.filter(({ objectId }) => objectId === String(person.id))
      expect(own.map(({ result }) => result)).toEqual(['wrongLogin', 'accountSwitchedOff', 'accountSwitchedOff'])
    })

    it('is refused by a token, by a link of a letter, by a directory and by another site', async () => {
      const { loginToken } = await logIn()
      const link = await linkFor(person)
      directory.people.push({
        externalId: `uid=${number}`,
        username: `listed${number}`,
        name: '',
        password: 'elsewhere',
      })
      const { userId: listedId } = await logIn(`listed${number}`, 'elsewhere')
      const { externalId, user } = await linkedPerson()
      for (const id of [person.id, listedId, user.id]) await switchOff(id)

      expect(await outcomeOf(browser().do(account.exchangeToken, { token: loginToken }))).toBe('loginRequired')
      expect(await outcomeOf(browser().do(account.resetPassword, link))).toBe('linkNotGood')
      expect(await outcomeOf(browser().do(account.resetPassword, await linkFor(person)))).toBe('accountSwitchedOff')
      expect(await outcomeOf(logIn(`listed${number}`, 'elsewhere'))).toBe('accountSwitchedOff')
      await database.users.update(user.id, { name: 'As it was' })
      expect(await outcomeOf(browser().do(vouched.logIn, { externalId }))).toBe('accountSwitchedOff')
      expect((await database.users.byId(user.id))?.name).toBe('As it was')
      for (const id of [person.id, listedId, user.id]) expect(await sessionsOf(id)).toEqual([])
      expect(await outcomeOf(logIn(person.username, NEW_PASSWORD))).toBe('wrongLogin')
    })

    it('gets no letter with a link', async () => {
      await switchOff()

      for (const [, write] of Object.entries(letterJobs).filter(([name]) => name.endsWith('Link')))
        // Without a mail server, a letter that is sent throws.
        await write({ store: database, services: here.services }, { userId: person.id, language: 'en' })
    })

    it('is as it was when it is switched on again, and nobody is logged in by that', async () => {
      const item = await here.addItem({ ownerId: person.id })
      const { loginToken } = await logIn()
      await switchOff()
      expect(await outcomeOf(switchOff())).toBe('nothing')

      await switchOn()

      expect(await sessionsOf(person.id)).toEqual([])
      expect(await outcomeOf(browser().do(account.exchangeToken, { token: loginToken }))).toBe('loginRequired')
      expect(await logIn()).toMatchObject({ userId: person.id })
      expect(await person.do(coreOperations.item.info, { itemId: item.id })).toMatchObject({ canManage: true })
    })

    it('is shown as such to administrators and to those who work with the person', async () => {
      const item = await here.addItem()
      await here.addMember(item, person, 'editor')
      const { id: teamId } = await here.owner.do(coreOperations.team.save, { teamName: 'Core' })
      const member = { teamId, memberUsername: [person.username], role: 'member' as const }
      await here.owner.do(coreOperations.teamMember.save, member)

      await switchOff()

      const [inItem, inTeam, inList] = [
        await here.owner.do(coreOperations.member.list, { itemId: item.id }),
        await here.owner.do(coreOperations.teamMember.list, { teamId }),
        (await here.admin.do(adminUser.list, { username: person.username })).users,
      ]
      const off = { isSwitchedOff: true }
      expect(inItem.find(({ username }) => username === person.username)).toMatchObject(off)
      expect(inItem.find(({ username }) => username === here.editor.username)).toMatchObject({ isSwitchedOff: false })
      expect(inTeam).toMatchObject([off])
      expect(inList).toMatchObject([off])
    })

    it('is never one’s own, nor that of an administrator while nobody else can administer the site', async () => {
      expect(await outcomeOf(switchOff(here.admin.id))).toBe('ownAccountStays')
      const second = await here.addUser(`second-${number}-`, { isAdmin: true })
      await switchOff(second.id)

      // The session of somebody who was just switched off: the call was under way.
      expect(await outcomeOf(second.do(adminUser.switchOff, { userId: here.admin.id }))).toBe('notAllowed')
      expect(await outcomeOf(second.do(adminUser.switchOn, { userId: second.id }))).toBe('notAllowed')
      const password = { userId: here.admin.id, password: NEW_PASSWORD }
      expect(await outcomeOf(second.do(adminUser.save, password))).toBe('notAllowed')
      expect(await logIn(here.admin.username)).toMatchObject({ siteRole: 'admin' })
    })

    it(
      'lets nobody in, whatever is tried before and after (a law over random deeds)',
      { timeout: 120_000 },
      async () => {
        const deed = fc.constantFrom<string>(
          ...['off', 'on', 'end', 'login', 'link', 'token', 'vouched', 'lock', 'task', 'set', 'change'],
        )
        await fc.assert(
          fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 14 }), async (deeds) => {
            const one = await here.addUser(`one-${(number += 1)}-`)
            const { externalId, user } = await linkedPerson()
            const page = await here.addPage(await here.addItem({ ownerId: one.id }))
            let password = here.password
            let token = ''
            const deedsOf: Readonly<Record<string, () => Promise<unknown>>> = {
              off: async () => {
                await switchOff(one.id)
                await switchOff(user.id)
              },
              on: async () => {
                await switchOn(one.id)
                await switchOn(user.id)
              },
              end: () => here.admin.do(adminUser.endSessions, { userId: one.id }),
              login: async () => ({ loginToken: token } = await logIn(one.username, password)),
              link: async () => {
                await browser().do(account.resetPassword, await linkFor(one))
                password = NEW_PASSWORD
              },
              token: async () => ({ loginToken: token } = await browser().do(account.exchangeToken, { token })),
              vouched: () => browser().do(vouched.logIn, { externalId }),
              lock: () => one.do(pages.setLock, { pageId: page.id }),
              task: () => startTask(one.id),
              set: async () => {
                await here.admin.do(adminUser.save, { userId: one.id, password: here.password })
                password = here.password
              },
              change: async () => {
                await one.do(account.changePassword, { password, newPassword: `${password}!` })
                password = `${password}!`
              },
            }
            for (const name of deeds) {
              const wasOff = (await database.users.byId(one.id))?.isSwitchedOff
              const outcome = await outcomeOf(deedsOf[name]?.() ?? Promise.resolve())
              if (!(await database.users.byId(one.id))?.isSwitchedOff) continue
              expect([...(await sessionsOf(one.id)), ...(await sessionsOf(user.id))], name).toEqual([])
              const { isLocked } = await here.admin.do(pages.lockState, { pageId: page.id })
              expect(isLocked, name).toBe(false)
              if (wasOff && ['login', 'link', 'token', 'vouched', 'change'].includes(name))
                expect(outcome).not.toBe('nothing')
            }
          }),
          { numRuns: 8 },
        )
      },
    )

    // The embedded database has one session, in which nothing happens at the same time.
    describe.skipIf(engine !== 'PostgreSQL')('at the same time as something else', () => {
      it('has no session, lock or task afterwards that began meanwhile', { timeout: 120_000 }, async () => {
        for (let round = 0; round < 10; round += 1) {
          const one = await here.addUser(`round-${round}-`)
          number += 1
          const { externalId, user } = await linkedPerson()
          const page = await here.addPage(await here.addItem({ ownerId: one.id }))
          const { loginToken } = await logIn(one.username)
          const link = await linkFor(one)

          const outcomes = await Promise.all(
            [
              logIn(one.username),
              browser().do(account.exchangeToken, { token: loginToken }),
              browser().do(vouched.logIn, { externalId }),
              switchOff(one.id),
              switchOff(user.id),
              one.do(pages.setLock, { pageId: page.id }),
              browser().do(account.resetPassword, link),
              one.do(pages.setLock, { pageId: page.id, tab: 'another' }),
              here.manager.do(pages.breakLock, { pageId: page.id }),
            ].map(outcomeOf),
          )

          const said = `round ${round}: ${outcomes.join(', ')}`
          expect(outcomes.slice(3, 5), said).toEqual(['nothing', 'nothing'])
          expect([...(await sessionsOf(one.id)), ...(await sessionsOf(user.id))], said).toEqual([])
          expect((await database.access.ofPage(page.id, null))?.lock?.userId, said).not.toBe(one.id)
        }
      })

      it('leaves one of two administrators who switch each other off', { timeout: 120_000 }, async () => {
        for (let round = 0; round < 10; round += 1) {
          const [one, other] = await Promise.all(
            ['a', 'b'].map((letter) => here.addUser(`${letter}${round}-`, { isAdmin: true })),
          )
          if (!one || !other) throw new Error('there is nobody')
          const others = (await database.users.admins()).filter(({ id }) => id !== one.id && id !== other.id)
          for (const { id } of others) await database.users.update(id, { isSwitchedOff: true })

          const outcomes = await Promise.all([
            outcomeOf(one.do(adminUser.switchOff, { userId: other.id })),
            outcomeOf(other.do(adminUser.switchOff, { userId: one.id })),
          ])

          const left = (await database.users.admins()).filter(({ isSwitchedOff }) => !isSwitchedOff)
          expect(outcomes.toSorted(), `round ${round}`).toEqual(['notAllowed', 'nothing'])
          expect(left).toHaveLength(1)
          for (const { id } of others) await database.users.update(id, { isSwitchedOff: false })
        }
      })
    })
  })
})
