import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { STANDINGS, User } from '#core/account/user.ts'
import type { New } from '#core/new.ts'
import type { Login } from '#core/ports/logins.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { aCatalog, anItem, aPage, aUser, later, NOW, refusalOf, type Opener } from './things.ts'

/** Users and their sessions, as the port promises them. */
export function accountsContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  /** One that was seen a moment after it was opened. */
  const session = (userId: number, tokenDigest: string) => ({
    ...{ userId, tokenDigest, address: '192.0.2.1', userAgent: '' },
    ...{ createdAt: NOW, seenAt: later(7), until: later(1_000) },
  })

  describe('users', () => {
    it('are read as they were written', async () => {
      const user = await aUser(database, {
        ...{ username: '王小明', name: '小明', email: 'Ming@example.org', isEmailVerified: true, isAdmin: true },
        ...{
          passwordHash: '$argon2id$x',
          lastLoginAt: later(5),
          language: 'zh-cn',
          colorScheme: 'dark',
          keepsPreview: true,
        },
      })

      expect(await database.users.byId(user.id)).toEqual(user)
      expect(await database.users.byIds([user.id, 999_999])).toEqual([user])
      expect(await database.users.byId(999_999)).toBeNull()
    })

    it('are found by username or e-mail without regard to case, the username first', async () => {
      const named = await aUser(database, { username: 'Anna@Example.org' })
      await aUser(database, { username: 'other', email: 'anna@example.ORG' })
      const mailed = await aUser(database, { username: 'ben', email: 'Ben@example.org' })

      expect((await database.users.byLogin('ANNA@example.org'))?.id).toBe(named.id)
      expect((await database.users.byLogin('ben@EXAMPLE.org'))?.id).toBe(mailed.id)
      expect(await database.users.byLogin('nobody')).toBeNull()
      expect((await database.users.byEmail('ANNA@example.org'))?.username).toBe('other')
      expect(await database.users.byEmail('ben')).toBeNull()
    })

    it('are found by several usernames at once without regard to case, and never by e-mail', async () => {
      const [first, second] = [
        await aUser(database, { username: 'Emile' }),
        await aUser(database, { username: 'several', email: 'several@example.org' }),
      ]

      const found = await database.users.byUsernames(['emILE', 'SEVERAL', 'several@example.org', 'nobody'])

      expect(found.toSorted((a, b) => a.id - b.id)).toEqual([first, second])
      expect(await database.users.byUsernames([])).toEqual([])
    })

    it('have usernames and e-mails of their own, whatever the case', async () => {
      await aUser(database, { username: 'Taken', email: 'taken@example.org' })
      const other = await aUser(database)

      expect(await refusalOf(aUser(database, { username: 'tAKEN' }))).toBe('usernameTaken')
      expect(await refusalOf(aUser(database, { email: 'TAKEN@example.org' }))).toBe('emailTaken')
      expect(await refusalOf(database.users.update(other.id, { email: 'Taken@Example.org' }))).toBe('emailTaken')
    })

    it('gives a username to one of many who ask at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, index) => refusalOf(aUser(database, { username: index % 2 ? 'race' : 'RACE' }))),
      )

      expect(outcomes.filter((kind) => kind === null)).toHaveLength(1)
      expect(outcomes.filter((kind) => kind === 'usernameTaken')).toHaveLength(9)
    })

    it('are searched by any part of the username, taken literally', async () => {
      await Promise.all(['find_1', 'findx1', 'FIND_2'].map((username) => aUser(database, { username })))

      const slice = await database.users.search('ind_', { page: 1, count: 1 })

      expect(slice.total).toBe(2)
      expect(slice.list.map(({ username }) => username)).toEqual(['find_1'])
      expect((await database.users.search('ind_', { page: 2, count: 1 })).list[0]?.username).toBe('FIND_2')
    })

    it('are searched by any part of the name as well, after those whose username has it', async () => {
      await aUser(database, { username: 'a_colleague', name: '欧阳小梅' })
      await aUser(database, { username: 'xiaomei欧阳', name: '' })

      const { list, total } = await database.users.search('欧阳', { page: 1, count: 10 })

      expect(total).toBe(2)
      expect(list.map(({ username }) => username)).toEqual(['xiaomei欧阳', 'a_colleague'])
    })

    it('are found by a name with full-width letters, however it is typed', async () => {
      const { id } = await aUser(database, { username: 'full_width', name: 'Ｗｉｄｅ 小梅２' })

      for (const text of ['wide', 'ＷＩＤＥ', '小梅2', '小梅２']) {
        const found = await database.users.search(text, { page: 1, count: 10 })
        const listed = await database.users.directory({ text, standing: 'all' }, { page: 1, count: 10 })
        for (const { list, total } of [found, listed]) {
          expect(total, text).toBe(1)
          expect(list[0]?.id, text).toBe(id)
        }
      }
    })

    it('are all in the directory, those who came last first, found by username, name or e-mail', async () => {
      const one = await aUser(database, { username: 'dir_one', email: 'first@directory.example.org' })
      const two = await aUser(database, { username: 'dir_two', name: '目录', email: 'second@directory.example.org' })
      await database.logins.open(session(one.id, 'of the directory'), one.passwordHash)

      const inDirectory = (text: string, paging: object = {}, standing: (typeof STANDINGS)[number] = 'all') =>
        database.users.directory({ text, standing }, { page: 1, count: 10, ...paging })
      const { list, total } = await inDirectory('@DIRECTORY.')

      expect(total).toBe(2)
      expect(list).toEqual([
        { ...two, lastSeenAt: null },
        { ...one, lastSeenAt: later(7) },
      ])
      expect((await inDirectory('目录')).list.map(({ id }) => id)).toEqual([two.id])
      expect(await inDirectory('@DIRECTORY.', { page: 2, count: 1 })).toMatchObject({
        ...{ total: 2, list: [{ id: one.id }] },
      })
    })

    it('are listed by what administrators have decided about them, and by whether they have ever come', async () => {
      const domain = 'standing.example.org'
      const standing = async (name: string, facts: Partial<User>) =>
        aUser(database, { username: `standing_${name}`, email: `${name}@${domain}`, ...facts })
      await standing('admin', { isAdmin: true, lastLoginAt: later(1) })
      await standing('off', { isSwitchedOff: true, lastLoginAt: later(1) })
      await standing('new', { lastLoginAt: null })
      const found = async (which: (typeof STANDINGS)[number]) => {
        const filter = { text: domain.toUpperCase(), standing: which }
        const { list, total } = await database.users.directory(filter, { page: 1, count: 10 })
        expect(total, which).toBe(list.length)
        return list.map(({ username }) => username.replace('standing_', ''))
      }

      expect(await found('all')).toEqual(['new', 'off', 'admin'])
      expect(await found('administrators')).toEqual(['admin'])
      expect(await found('switchedOff')).toEqual(['off'])
      expect(await found('neverSeen')).toEqual(['new'])
    })

    it('go with their sessions and what is theirs alone, and leave what they wrote', async () => {
      const [author, owner] = [await aUser(database), await aUser(database)]
      const item = await anItem(database, { ownerId: owner.id })
      const page = await aPage(database, item.id, { authorId: author.id })
      const wish = {
        pageId: page.id,
        userId: author.id,
        tab: 'a',
        lockTo: null,
        takesOver: false,
        baseRevision: null,
        idleMs: null,
      }
      expect(await database.locks.set(wish)).toMatchObject({ lock: { userId: author.id } })
      await database.logins.open(session(author.id, 'of one who goes'), author.passwordHash)
      expect(await database.users.holdingsOf(owner.id)).toEqual({ items: 1, teams: 0 })
      expect(await refusalOf(database.users.delete(owner.id))).toBe('changedMeanwhile')

      await database.transaction(async (store) => {
        expect(await store.users.hold(author.id)).toEqual(author)
        await store.locks.endAllOf(author.id)
        await store.users.delete(author.id)
      })

      expect(await database.users.byId(author.id)).toBeNull()
      expect(await database.users.hold(author.id)).toBeNull()
      expect(await database.logins.userOf('of one who goes', NOW, NOW)).toBeNull()
      expect(await database.access.ofPage(page.id, null)).toMatchObject({
        ...{ page: { content: page.content }, authorUsername: '', lock: null },
      })
    })

    it('are those who share an item or a team with somebody, each once, in order, and no more than asked for', async () => {
      const [me, owner, reader, mate, leader, limited, other] = await Promise.all(
        ['me', 'Share_b', 'share_c', 'share_e', 'share_d', 'share_a', 'share_x'].map((username) =>
          aUser(database, { username }),
        ),
      )
      const users = { me, owner, reader, mate, leader, limited, other } as Record<string, User>
      const id = (name: string): number => users[name]?.id ?? 0
      const item = await anItem(database, { ownerId: id('owner') })
      const catalog = await aCatalog(database, item.id)
      const member = { itemId: item.id, role: 'reader', addedAt: NOW } as const
      for (const userId of [id('me'), id('reader')]) await database.members.put({ ...member, userId, catalogId: null })
      await database.members.put({ ...member, userId: id('limited'), catalogId: catalog.id })
      const team = await database.teams.insert({ name: 'Core', ownerId: id('leader'), createdAt: NOW })
      const inTeam = { teamId: team.id, role: 'member', addedAt: NOW } as const
      await database.teams.putMembers([id('me'), id('mate'), id('owner')].map((userId) => ({ ...inTeam, userId })))
      await anItem(database, { ownerId: id('other') })
      const namesOf = async (userId: number, count: number) =>
        (await database.users.sharingWith(userId, count)).map(({ username }) => username)

      expect(await namesOf(id('me'), 50)).toEqual(['share_a', 'Share_b', 'share_c', 'share_d', 'share_e'])
      expect(await namesOf(id('me'), 2)).toEqual(['share_a', 'Share_b'])
      expect(await namesOf(id('leader'), 50)).toEqual(['me', 'Share_b', 'share_e'])
      expect(await namesOf(id('other'), 50)).toEqual([])
    })

    it('change in the given fields only', async () => {
      const user = await aUser(database, { name: 'before', email: 'keep@example.org' })

      await database.users.update(user.id, { name: 'after' })

      expect(await database.users.byId(user.id)).toEqual({ ...user, name: 'after' })
    })

    it('get another password hash only in place of the one it replaces', async () => {
      const user = await aUser(database, { passwordHash: 'old' })

      expect(await database.users.replacePasswordHash(user.id, 'older', 'new')).toBe(false)
      expect(await database.users.replacePasswordHash(user.id, 'old', 'new')).toBe(true)
      expect((await database.users.byId(user.id))?.passwordHash).toBe('new')
    })

    it('are counted, administrators apart', async () => {
      const [all, admins] = [await database.users.countAll(), await database.users.countAdmins()]

      await aUser(database)
      const admin = await aUser(database, { isAdmin: true })

      expect(await database.users.admins()).toContainEqual(admin)
      expect((await database.users.admins()).every(({ isAdmin }) => isAdmin)).toBe(true)
      expect(await database.users.countAll()).toBe(all + 2)
      expect(await database.users.countAdmins()).toBe(admins + 1)
    })
  })

  describe('sessions of people of elsewhere', () => {
    const at = { now: later(1), idleSince: later(-1_000) }
    const linked = async (name: string, changes: Partial<New<User>> = {}, methodId = 'elsewhere') => {
      const { id: _, ...user } = await aUser(database)
      const made = { ...user, username: `${user.username}-${name}`, email: null, passwordHash: null, ...changes }
      return database.identities.insert(made, { methodId, externalId: name }, NOW)
    }
    const open = (user: User, changes: Partial<Login> = {}) =>
      database.logins.open(
        { ...session(user.id, `of ${user.username}`), until: later(10_000), ...changes },
        user.passwordHash,
      )

    it('are found by pages: live ones of the method, of accounts without a password', async () => {
      const people = [await linked('one'), await linked('two'), await linked('three')]
      for (const user of people) await open(user)
      await linked('without')
      await open(await linked('over'), { until: later(0) })
      await open(await linked('idle'), { seenAt: later(-2_000) })
      await open(await linked('of another', {}, 'another'))
      await open(await linked('local', { passwordHash: 'a hash' }))
      const page = (after: number, count: number) => database.identities.loggedIn('elsewhere', at, { after, count })

      const first = await page(0, 2)

      expect(first.map(({ externalId }) => externalId)).toEqual(['one', 'two'])
      expect(await page(first[1]?.userId ?? 0, 2)).toEqual([{ externalId: 'three', userId: people[2]?.id }])
    })

    it('are prolonged while they last, and never beyond their longest time', async () => {
      const [user, other] = [await linked('prolonged'), await linked('other')]
      await open(user)
      await open(user, { tokenDigest: 'ended', until: later(0) })
      await open(user, { tokenDigest: 'longer', until: later(50_000) })
      await open(user, { tokenDigest: 'old', createdAt: later(-20_000) })
      await open(other)
      const untilOf = async (id: number) =>
        (await database.logins.ofUser(id, later(-1), later(-30_000)))
          .map(({ until }) => until)
          .toSorted((a, b) => +a - +b)

      await database.logins.prolong([user.id], { now: later(1), until: later(20_000), longestMs: 35_000 })

      expect(await untilOf(user.id)).toEqual([0, 15_000, 20_000, 50_000].map(later))
      expect(await untilOf(other.id)).toEqual([later(10_000)])
    })
  })

  describe('sessions', () => {
    const login = (userId: number, tokenDigest: string) => ({
      ...{ userId, tokenDigest, address: '127.0.0.1', userAgent: 'test' },
      ...{ createdAt: NOW, seenAt: NOW, until: later(10_000) },
    })

    it('give their user until they end or lie idle too long', async () => {
      const user = await aUser(database)
      await database.logins.open(login(user.id, 'live'), null)

      expect(await database.logins.userOf('live', later(1), later(-1))).toEqual({
        ...{ user, seenAt: NOW },
        administers: user.isAdmin,
      })
      expect(await database.logins.userOf('live', later(10_000), later(-1))).toBeNull()
      expect(await database.logins.userOf('live', later(1), later(0))).toBeNull()
      expect(await database.logins.userOf('unknown', later(1), later(-1))).toBeNull()
    })

    it('are opened with the password of the account alone', async () => {
      const user = await aUser(database, { passwordHash: 'a hash' })

      expect(await database.logins.open(login(user.id, 'former'), 'another hash')).toBe(false)
      expect(await database.logins.open(login(user.id, 'none'), null)).toBe(false)
      expect(await database.logins.open(login(999_999, 'nobody'), 'a hash')).toBe(false)
      expect(await database.logins.open(login(user.id, 'present'), 'a hash')).toBe(true)
      const kept = await database.logins.ofUser(user.id, later(1), later(-1))
      expect(kept.map(({ tokenDigest }) => tokenDigest)).toEqual(['present'])
    })

    it('live on when they are seen', async () => {
      const user = await aUser(database)
      await database.logins.open(login(user.id, 'seen'), null)

      await database.logins.touch('seen', later(500))

      expect((await database.logins.userOf('seen', later(600), later(400)))?.seenAt).toEqual(later(500))
    })

    it('are closed one by one, or all but one', async () => {
      const user = await aUser(database)
      for (const digest of ['a', 'b', 'c']) await database.logins.open(login(user.id, digest), null)

      expect(await database.logins.close('a')).toBe(true)
      expect(await database.logins.close('a')).toBe(false)
      await database.logins.closeAll(user.id, 'b')

      const isOpen = async (digest: string) => (await database.logins.userOf(digest, later(1), later(-1))) !== null
      expect([await isOpen('a'), await isOpen('b'), await isOpen('c')]).toEqual([false, true, false])
      await database.logins.closeAll(user.id, null)
      expect(await isOpen('b')).toBe(false)
    })

    it('are listed to their user while they live, the one seen last first', async () => {
      const [user, other] = [await aUser(database), await aUser(database)]
      await database.logins.open(login(user.id, 'desk'), null)
      await database.logins.open({ ...login(user.id, 'phone'), seenAt: later(50), userAgent: 'a phone' }, null)
      await database.logins.open({ ...login(user.id, 'over'), until: later(10) }, null)
      await database.logins.open({ ...login(user.id, 'asleep'), seenAt: later(-1_000) }, null)
      await database.logins.open(login(other.id, 'foreign'), null)

      const listed = await database.logins.ofUser(user.id, later(20), later(-500))

      const id = expect.any(Number)
      expect(listed).toEqual([
        { id, ...login(user.id, 'phone'), methodId: null, seenAt: later(50), userAgent: 'a phone' },
        { id, ...login(user.id, 'desk'), methodId: null },
      ])
      expect(new Set(listed.map((each) => each.id)).size).toBe(2)
    })

    it('are closed by number for their own user alone', async () => {
      const [user, other] = [await aUser(database), await aUser(database)]
      await database.logins.open(login(user.id, 'mine'), null)
      const [mine] = await database.logins.ofUser(user.id, later(1), later(-1))

      expect(await database.logins.closeOne(other.id, mine?.id ?? 0)).toBe(false)
      expect(await database.logins.closeOne(user.id, mine?.id ?? 0)).toBe(true)
      expect(await database.logins.closeOne(user.id, mine?.id ?? 0)).toBe(false)
      expect(await database.logins.userOf('mine', later(1), later(-1))).toBeNull()
    })

    it('are swept when they ended or lay idle', async () => {
      const user = await aUser(database)
      await database.logins.sweep(later(1e9), later(1e9))
      await database.logins.open({ ...login(user.id, 'ended'), until: later(10) }, null)
      await database.logins.open({ ...login(user.id, 'idle'), seenAt: later(-1_000) }, null)
      await database.logins.open(login(user.id, 'kept'), null)

      expect(await database.logins.sweep(later(20), later(-500))).toBe(2)
      expect(await database.logins.userOf('kept', later(20), later(-500))).not.toBeNull()
    })
  })
}
