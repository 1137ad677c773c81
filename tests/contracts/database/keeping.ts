import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { versionOf } from '#core/page/version.ts'
import type { OwnTime } from '#core/own-time.ts'
import type { Database, Store } from '#core/ports/store.ts'
import { putMember } from '#tests/support/teams.ts'
import { anItem, aPage, aUser, later, NOW, refusalOf, type Opener } from './things.ts'

/** A time that is never up. */
const ENDLESS: OwnTime = { aside: (work) => work(), assertLeft: () => undefined }

/** Transactions, settings and documents. */
export function keepingContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  type Transact = Database['transaction']
  const ways: Readonly<Record<string, () => Transact>> = {
    'a transaction': () => (work) => database.transaction(work),
    'a transaction that begins with its first statement': () => (work) => database.lateTransaction(work),
    'a transaction of work whose time is measured': () => (work) =>
      database.transaction((store) => work(store.measured(ENDLESS))),
    'a late transaction of such work': () => (work) =>
      database.lateTransaction((store) => work(store.measured(ENDLESS))),
  }
  describe.each(Object.entries(ways))('%s', (way, wayOf) => {
    const transact: Transact = (work) => wayOf()(work)

    it('keeps everything or nothing, by statement and by row', async () => {
      const [user, item] = [await aUser(database, { name: 'before' }), await anItem(database)]
      const work = (isToFail: boolean) =>
        transact(async (store) => {
          await store.users.update(user.id, { name: 'after' })
          await aPage(store, item.id)
          await store.settings.write(way, { isToFail })
          if (isToFail) throw new Error('undo')
          return 'done'
        })

      await expect(work(true)).rejects.toThrow('undo')
      expect((await database.users.byId(user.id))?.name).toBe('before')
      expect(await database.pages.countIn(item.id)).toBe(0)
      expect(await database.settings.read(way)).toBeNull()

      expect(await work(false)).toBe('done')
      expect((await database.users.byId(user.id))?.name).toBe('after')
      expect(await database.pages.countIn(item.id)).toBe(1)
    })

    it('sees its own writes and may do several things at once', async () => {
      const item = await anItem(database)

      const counts = await transact(async (store) => {
        await Promise.all([aPage(store, item.id), aPage(store, item.id), aPage(store, item.id)])
        return Promise.all([store.pages.countIn(item.id), store.pages.headsOf(item.id)])
      })

      expect([counts[0], counts[1].length]).toEqual([3, 3])
    })

    it('is never said to be kept when the database has undone it, whoever heard of the error', async () => {
      const item = await anItem(database)

      const work = transact(async (store) => {
        await aPage(store, item.id)
        await store.documents
          .collection('test')
          .put({ at: NOW, data: { text: '\0' } })
          .catch(() => undefined)
        return 'done'
      })

      await expect(work).rejects.toThrow('was undone')
      expect(await database.pages.countIn(item.id)).toBe(0)
      await transact((store) => aPage(store, item.id))
      expect(await database.pages.countIn(item.id)).toBe(1)
    })

    it('fails with what something fails with that it did not wait for, whatever came after', async () => {
      const [item, page] = [await anItem(database), await aPage(database, (await anItem(database)).id)]
      const ofNoPage = { ...versionOf(page), pageId: 999_999 }
      const work = (isAskedAfter: boolean) =>
        transact(async (store) => {
          await aPage(store, item.id)
          await store.versions.keep(ofNoPage, 20)
          if (isAskedAfter) await store.pages.countIn(item.id)
          return 'done'
        })

      expect(await refusalOf(work(false))).toBe('changedMeanwhile')
      expect(await refusalOf(work(true))).toBe('changedMeanwhile')
      expect(await database.pages.countIn(item.id)).toBe(0)
    })

    it('takes nothing more once it is over: what comes late joins no transaction of somebody else', async () => {
      const item = await anItem(database)
      const leftovers: Store[] = []
      await transact(async (store) => void leftovers.push(store))
      await transact(async (store) => {
        leftovers.push(store)
        await store.settings.read('test')
        throw new Error('undo')
      }).catch(() => undefined)

      await transact(async (other) => {
        for (const late of leftovers) {
          // By statement, by row, and one that PostgreSQL would end the whole transaction for.
          await expect(late.settings.write('late', {})).rejects.toThrow('after the end of its transaction')
          await expect(late.settings.read('late')).rejects.toThrow('after the end of its transaction')
          await expect(late.saves.complete(1, 'late', { pageId: 1, revision: 1 })).rejects.toThrow(
            'after the end of its transaction',
          )
          await expect(late.documents.collection('late').put({ at: NOW, data: { text: '\0' } })).rejects.toThrow(
            'after the end of its transaction',
          )
        }
        await aPage(other, item.id)
      })

      expect(await database.settings.read('late')).toBeNull()
      expect(await database.pages.countIn(item.id)).toBe(1)
    })

    it('ends with the refusal that a constraint became', async () => {
      const user = await aUser(database)

      const refusal = refusalOf(transact((store) => aUser(store, { username: user.username })))

      expect(await refusal).toBe('usernameTaken')
      expect(await database.users.byId(user.id)).toEqual(user)
    })

    it('leaves no other one between its locked item and its end', async () => {
      const item = await anItem(database)
      const addOne = () =>
        transact(async (store) => {
          await store.items.lock(item.id)
          const count = await store.pages.countIn(item.id)
          await aPage(store, item.id, { title: `${count}` })
        })

      await Promise.all(Array.from({ length: 10 }, addOne))

      const titles = (await database.pages.headsOf(item.id)).map(({ title }) => Number(title))
      expect(titles.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })
  })

  it('a transaction that begins with its first statement leaves the database to others until then', async () => {
    const item = await anItem(database)
    const begun = Promise.withResolvers<void>()

    const late = database.lateTransaction(async (store) => {
      await begun.promise
      await aPage(store, item.id)
      return 'done'
    })
    // The embedded database has one connection.
    for (let n = 0; n < 20; n += 1) await database.transaction((store) => aPage(store, item.id))
    begun.resolve()

    expect(await late).toBe('done')
    expect(await database.lateTransaction(async () => 'nothing asked')).toBe('nothing asked')
    await expect(database.lateTransaction(() => Promise.reject(new Error('nothing begun')))).rejects.toThrow('begun')
    expect(await database.pages.countIn(item.id)).toBe(21)
  })

  it('refuses what measured work begins once its time is up, by statement and by row', async () => {
    const item = await anItem(database)
    const over = new Error('the time is up')
    const up: OwnTime = {
      aside: () => Promise.reject(over),
      assertLeft() {
        throw over
      },
    }
    const refuses = async (store: Store): Promise<void> => {
      await expect(store.settings.write('late', {})).rejects.toThrow('the time is up')
      await expect(store.pages.countIn(item.id)).rejects.toThrow('the time is up')
      await expect(store.documents.collection('late').put({ at: NOW, data: {} })).rejects.toThrow('the time is up')
      await expect(aPage(store, item.id)).rejects.toThrow('the time is up')
    }
    await refuses(database.measured(up))
    await database.transaction((store) => refuses(store.measured(up)))
    await database.lateTransaction((store) => refuses(store.measured(up)))

    expect(await database.settings.read('late')).toBeNull()
  })

  // Rows are read by the ORM and written by statements: what was read before must never be the answer.
  it('what was changed since it was read is read anew, in a transaction and outside', async () => {
    const [user, item] = [await aUser(database), await anItem(database)]
    const { id: teamId } = await database.teams.insert({ name: 'Core', ownerId: user.id, createdAt: NOW })
    const page = await aPage(database, item.id)
    const readAll = async ({ teams, settings, documents, pages, users }: Store): Promise<readonly unknown[]> => [
      (await teams.membersOf(teamId)).map(({ role }) => role),
      await settings.read('anew'),
      (await documents.collection<{ n: number }>('anew').byKey('key'))?.data,
      (await pages.ofItem(item.id)).map(({ content }) => content),
      (await users.byId(user.id))?.name,
    ]
    const writeAll = async (store: Store, role: 'member' | 'admin', n: number): Promise<void> => {
      await putMember(store.teams, { teamId, userId: user.id, role, addedAt: NOW })
      await store.settings.write('anew', { n })
      await store.documents.collection('anew').put({ key: 'key', at: NOW, data: { n } })
      await store.pages.update({ ...page, content: `${n}`, revision: n + 1 }, n)
      await store.users.update(user.id, { name: `${n}` })
    }
    const written = (role: string, n: number) => [[role], { n }, { n }, [`${n}`], `${n}`]

    await database.transaction(async (store) => {
      await readAll(store)
      await writeAll(store, 'member', 1)
      expect(await readAll(store)).toEqual(written('member', 1))
      await writeAll(store, 'admin', 2)
      expect(await readAll(store)).toEqual(written('admin', 2))
    })

    expect(await readAll(database)).toEqual(written('admin', 2))
    await writeAll(database, 'member', 3)
    expect(await readAll(database)).toEqual(written('member', 3))
  })

  it('a locked team is left alone until the end of the transaction', async () => {
    const { id: ownerId } = await aUser(database)
    const { id } = await database.teams.insert({ name: '0', ownerId, createdAt: NOW })
    const addOne = () =>
      database.transaction(async (store) => {
        await store.teams.lock(id)
        const team = await store.teams.byId(id)
        if (team) await store.teams.update({ ...team, name: `${Number(team.name) + 1}` })
      })

    await Promise.all(Array.from({ length: 10 }, addOne))

    expect((await database.teams.byId(id))?.name).toBe('10')
  })

  it('settings are read as they were last written', async () => {
    expect(await database.settings.read('site')).toBeNull()
    await database.settings.write('site', { name: '名', list: [1, null] })
    await database.settings.write('site', { name: 'B' })
    expect(await database.settings.read('site')).toEqual({ name: 'B' })
  })

  it('settings that are held lose no change of those who write at once, not even the first ones', async () => {
    const add = (name: string) =>
      database.transaction(async ({ settings }) => {
        await settings.hold('held')
        const before = (await settings.read('held')) as object | null
        await settings.write('held', { ...before, [name]: true })
      })
    const names = Array.from({ length: 10 }, (_, at) => `field${at}`)

    await Promise.all(names.map(add))

    expect(Object.keys((await database.settings.read('held')) as object).toSorted()).toEqual(names)
  })

  describe('documents', () => {
    interface Note {
      readonly text: string
      readonly tags?: readonly string[]
    }
    it('are put, replaced by key, changed, found and deleted within their collection', async () => {
      const [item, user] = [await anItem(database), await aUser(database)]
      const notes = database.documents.collection<Note>('notes')
      const others = database.documents.collection<Note>('others')

      const first = await notes.put({ at: NOW, itemId: item.id, userId: user.id, data: { text: 'a', tags: ['x'] } })
      const keyed = await notes.put({ at: later(1), key: 'k', data: { text: 'b' } })
      await others.put({ at: NOW, key: 'k', data: { text: 'other' } })
      const replaced = await notes.put({ at: later(2), key: 'k', itemId: item.id, data: { text: 'c' } })

      expect(first).toMatchObject({ key: null, itemId: item.id, pageId: null, userId: user.id, at: NOW })
      expect(replaced.id).toBe(keyed.id)
      expect(await notes.byKey('k')).toEqual(replaced)
      expect((await others.byKey('k'))?.data).toEqual({ text: 'other' })
      expect(await others.byId(first.id)).toBeNull()
      await notes.update(first.id, { text: 'changed' })
      expect((await notes.byId(first.id))?.data).toEqual({ text: 'changed', tags: ['x'] })
      expect((await notes.find({ itemId: item.id })).list.map(({ id }) => id)).toEqual([keyed.id, first.id])
      expect((await notes.find({ where: { tags: ['x'] } })).list.map(({ id }) => id)).toEqual([first.id])
      expect((await notes.find({ where: { text: 'c', tags: [] } })).list).toEqual([])
      const either = await notes.find({ itemId: item.id, where: [{ text: 'c' }, { tags: ['x'] }, { text: 'none' }] })
      expect(either.list.map(({ id }) => id)).toEqual([keyed.id, first.id])
      expect(await notes.count({ where: [{ text: 'none' }, { text: 'c', tags: [] }] })).toBe(0)
      expect((await notes.find({ where: [] })).list).toEqual([])
      const paged = await notes.find({ itemId: item.id }, { page: 2, count: 1 })
      expect([paged.total, paged.list[0]?.id]).toEqual([2, first.id])
      await others.delete(first.id)
      await notes.delete(first.id)
      expect((await notes.find({})).list.map(({ id }) => id)).toEqual([keyed.id])
    })

    it('are put many at once, new ones and replaced ones, and go with what they belong to', async () => {
      const [item, user] = [await anItem(database), await aUser(database)]
      const page = await aPage(database, item.id)
      const notes = database.documents.collection<Note>('many')
      const kept = await notes.put({ key: 'a', at: NOW, data: { text: 'before' } })

      await notes.putAll([
        { key: 'b', at: later(1), pageId: page.id, userId: user.id, data: { text: '乙' } },
        { key: 'a', at: later(2), itemId: item.id, data: { text: 'after', tags: ['x'] } },
      ])
      await notes.putAll([])

      expect(await notes.byKey('a')).toEqual({
        ...{ id: kept.id, key: 'a', itemId: item.id, pageId: null, userId: null },
        ...{ at: later(2), data: { text: 'after', tags: ['x'] } },
      })
      expect(await notes.byKey('b')).toMatchObject({
        ...{ itemId: null, pageId: page.id, userId: user.id },
        ...{ at: later(1), data: { text: '乙' } },
      })
      const found = await notes.byKeys(['b', 'none', 'a'])
      expect(found.map(({ key, data }) => `${key} ${data.text}`).toSorted()).toEqual(['a after', 'b 乙'])
      expect(await database.documents.collection<Note>('others').byKeys(['b', 'a'])).toEqual([])
      expect(await notes.byKeys([])).toEqual([])
      await database.items.delete(item.id)
      expect((await notes.find({})).list).toEqual([])
      expect(await notes.byKeys(['b', 'a'])).toEqual([])
    })

    it('are counted, and the newest of them found, by what they belong to and what they say', async () => {
      const [user, other] = [await aUser(database), await aUser(database)]
      const notes = database.documents.collection<Note>('counted')
      for (const [at, text] of ['a', 'b', 'a', 'a'].entries())
        await notes.put({ at: later(at), userId: user.id, data: { text } })
      await notes.put({ at: later(9), userId: other.id, data: { text: 'a' } })

      const newest = await notes.newest({ userId: user.id, where: { text: 'a' } }, 2)
      expect(newest.map(({ at }) => at)).toEqual([later(3), later(2)])
      expect(await notes.count({ userId: user.id, where: { text: 'a' } })).toBe(3)
      expect([await notes.count({ userId: user.id }), await notes.count({})]).toEqual([4, 5])
      expect((await notes.newest({}, 1)).map(({ userId }) => userId)).toEqual([other.id])
    })

    it('are found by bounds of the fields that they have, before they are limited', async () => {
      const terms = database.documents.collection<{ from?: number; until?: number; for?: string }>('bounded')
      const fitting = [{}, { from: 9 }, { until: 10 }, { for: 'a' }, { from: -1, until: 1e15, for: 'a' }]
      const all = [...fitting, { from: 10 }, { until: 9 }, { for: 'b' }, { from: 9, until: 10, for: 'b' }]
      for (const [at, data] of all.entries()) await terms.put({ at: later(at), data })
      const within = { from: { atMost: 9 }, until: { above: 9 }, for: { is: 'a' } }
      const newest = await terms.newest({ within }, fitting.length)
      expect(newest.map(({ data }) => data)).toEqual(fitting.toReversed())
      expect(await terms.count({ within, where: { for: 'a' } })).toBe(2)
    })

    it('become those of another person, with what they count', async () => {
      const [user, other] = [await aUser(database), await aUser(database)]
      const item = await anItem(database)
      const notes = database.documents.collection<Note>('given')
      const others = database.documents.collection<Note>('not given')
      await notes.put({ at: NOW, userId: user.id, data: { text: 'own' }, bytes: 5 })
      await notes.put({ at: NOW, userId: user.id, itemId: item.id, data: { text: 'of an item' } })
      await others.put({ at: NOW, userId: user.id, data: { text: 'kept' }, bytes: 7 })
      await database.items.recycle(item.id, user.id, NOW)

      expect(await notes.giveAll(user.id, other.id)).toBe(2)
      expect(await notes.giveAll(user.id, other.id)).toBe(0)

      const bytes = [await database.textBytes.byAuthor(user.id), await database.textBytes.byAuthor(other.id)]
      expect(bytes).toEqual([7, 5])
      expect((await notes.find({ userId: user.id })).total).toBe(0)
      await database.items.recover(item.id)
      expect((await notes.find({ userId: other.id })).total).toBe(2)
      expect((await others.find({ userId: user.id })).total).toBe(1)
    })

    it('go by key, by age, and where somebody has too many', async () => {
      const [user, other] = [await aUser(database), await aUser(database)]
      const notes = database.documents.collection<Note>('old')
      const others = database.documents.collection<Note>('not so old')
      const own = async () => (await notes.find({ userId: user.id })).list.map(({ key }) => key)
      for (const [at, key] of ['a', 'b', 'c', 'd', 'e'].entries())
        await notes.put({ at: later(at), key, userId: user.id, data: { text: key === 'a' ? 'kept' : 'done' } })
      await notes.put({ at: NOW, key: 'f', userId: other.id, data: { text: 'theirs' } })
      await notes.put({ at: NOW, key: 'g', data: { text: 'of nobody' } })
      await others.put({ at: NOW, key: 'c', userId: user.id, data: { text: 'done' } })

      await notes.deleteKeys(['c', 'unknown'])
      await notes.deleteKeys([])
      expect(await own()).toEqual(['e', 'd', 'b', 'a'])

      await notes.deleteBefore(later(3), { text: 'done' })
      expect(await own()).toEqual(['e', 'd', 'a'])

      const gone = await notes.keepNewest(2)
      expect([gone.map(({ key }) => key), await own()]).toEqual([['a'], ['e', 'd']])

      await notes.deleteBefore(later(4))
      expect((await notes.find({})).list.map(({ key }) => key)).toEqual(['e'])
      expect((await others.find({})).total).toBe(1)
    })
  })
}
