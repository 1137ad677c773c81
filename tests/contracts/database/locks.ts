import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { limits } from '#core/limits.ts'
import type { LockWish, PageLock } from '#core/page/lock.ts'
import { aCatalog, anItem, aPage, aUser, NOW, resaved, type Opener } from './things.ts'

/** Who writes in a page. */
export function locksContract(open: Opener): void {
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const OVER = 1_000
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds
  const lockOf = async (pageId: number) => (await database.access.ofPage(pageId, null))?.lock ?? null
  /** What a wish of this user leads to: 'refused', or the lock there is afterwards. */
  async function set(pageId: number, userId: number, wish: Partial<LockWish> = {}) {
    const whole = { pageId, userId, tab: '', lockTo: null, takesOver: false, baseRevision: null, idleMs: null, ...wish }
    const done = await database.locks.set(whole)
    return done ? done.lock : 'refused'
  }
  async function scene() {
    const [item, mine, theirs] = [await anItem(database), await aUser(database), await aUser(database)]
    return { item, page: await aPage(database, item.id), me: mine.id, my: mine.username, other: theirs.id }
  }

  describe('a lock', () => {
    it('is seen with the name of its holder until they end it', async () => {
      const { page, me, my } = await scene()
      expect(await lockOf(page.id)).toBeNull()

      const lock = { userId: me, username: my, tab: 'window 1' }
      expect(await set(page.id, me, { tab: 'window 1' })).toMatchObject(lock)
      expect(await lockOf(page.id)).toMatchObject(lock)

      expect(await set(page.id, me, { tab: 'window 1', lockTo: OVER })).toBeNull()
      expect(await lockOf(page.id)).toBeNull()
    })

    it('is taken by exactly one of eight who race for it', async () => {
      for (let round = 0; round < 5; round += 1) {
        const page = await aPage(database, (await anItem(database)).id)
        const racing = await Promise.all(Array.from({ length: 8 }, () => aUser(database)))

        const answers = await Promise.all(
          racing.map(({ id }) =>
            database.transaction((store) => store.locks.set({ ...WISH, pageId: page.id, userId: id })),
          ),
        )

        const winners = racing.filter((_, index) => answers[index])
        expect(winners).toHaveLength(1)
        expect((await lockOf(page.id))?.userId).toBe(winners[0]?.id)
      }
    })

    it('is neither taken nor ended by others while it lasts', async () => {
      const { page, me, other } = await scene()
      await set(page.id, me)

      expect(await set(page.id, other)).toBe('refused')
      expect(await set(page.id, other, { takesOver: true })).toBe('refused')
      expect(await set(page.id, other, { lockTo: OVER })).toBe('refused')
      expect((await lockOf(page.id))?.userId).toBe(me)
    })

    it('is free for everybody once its time has run out, by the clock of the database', async () => {
      const { page, me, other } = await scene()
      await set(page.id, me, { lockTo: inSeconds(1) })

      await expect.poll(() => lockOf(page.id)).toBeNull()

      expect(await set(page.id, other)).toMatchObject({ userId: other })
    })

    it.each([
      ['absent', null],
      ['far away', 4_000_000_000],
      ['in milliseconds', Date.now() + 60_000],
    ])('lasts no longer than ten minutes, with an end that is %s', async (_, lockTo) => {
      const { page, me } = await scene()

      const lock = (await set(page.id, me, { lockTo })) as PageLock

      expect(lock.lastsMs).toBeGreaterThan(limits.lockMs - 60_000)
      expect(lock.lastsMs).toBeLessThanOrEqual(limits.lockMs)
    })

    it('is prolonged and shortened by its holder', async () => {
      const { page, me } = await scene()
      await set(page.id, me)

      await set(page.id, me, { lockTo: inSeconds(120) })
      expect((await lockOf(page.id))?.lastsMs).toBeLessThanOrEqual(120_000)
      await set(page.id, me)
      expect((await lockOf(page.id))?.lastsMs).toBeGreaterThan(120_000)
    })

    it('is of one window, which another one of the same person takes only when told to', async () => {
      const { page, me } = await scene()
      await set(page.id, me, { tab: 'first' })

      expect(await set(page.id, me, { tab: 'second' })).toBe('refused')
      expect(await set(page.id, me, { tab: 'second', lockTo: OVER })).toBe('refused')
      expect(await set(page.id, me, { tab: 'second', takesOver: true })).toMatchObject({ tab: 'second' })
      expect(await set(page.id, me, { tab: 'first', lockTo: OVER })).toBe('refused')
      expect(await lockOf(page.id)).toMatchObject({ tab: 'second' })
    })

    it('of a window is open to programs of its holder, which name none, and theirs to their windows', async () => {
      const { page, me } = await scene()
      await set(page.id, me, { tab: 'first' })

      expect(await set(page.id, me)).toMatchObject({ tab: '' })
      expect(await set(page.id, me, { tab: 'first' })).toMatchObject({ tab: 'first' })
      expect(await set(page.id, me, { lockTo: OVER })).toBeNull()
    })

    it('that had ended is not taken again over a newer text (R9)', async () => {
      const { page, me, other } = await scene()
      await set(page.id, me, { tab: 'slept', baseRevision: 1 })
      await set(page.id, me, { tab: 'slept', lockTo: OVER })
      await database.pages.update(resaved(page, { authorId: other }), 1)

      expect(await set(page.id, me, { tab: 'slept', baseRevision: 1 })).toBe('refused')
      expect(await set(page.id, me, { tab: 'slept', baseRevision: 2 })).toMatchObject({ userId: me })
    })

    it('in force is prolonged whatever the revision: its holder may have saved a moment ago', async () => {
      const { page, me } = await scene()
      await set(page.id, me, { tab: 'one', baseRevision: 1 })
      await database.pages.update(resaved(page, { authorId: me }), 1)

      expect(await set(page.id, me, { tab: 'one', baseRevision: 1 })).toMatchObject({ userId: me })
    })

    it('is not to be had of a page that is gone, and does not outlast it', async () => {
      const { page, item, me, other } = await scene()
      await set(page.id, me)
      await database.pages.recycle(page.id, me, NOW)

      expect(await set(page.id, me)).toBe('refused')
      await database.pages.recover(item.id, page.id, { catalogId: null, order: 99 })
      expect(await set(page.id, other)).toMatchObject({ userId: other })
    })

    it('goes over to whoever seizes it, who is told whose it was', async () => {
      const { page, me, other } = await scene()
      expect(await database.locks.seize(page.id, other)).toBeNull()
      await set(page.id, me, { tab: 'one' })

      expect(await database.locks.seize(page.id, me)).toBeNull()
      expect(await database.locks.seize(page.id, other)).toBe(me)
      expect(await lockOf(page.id)).toMatchObject({ userId: other, tab: '' })
      expect(await set(page.id, me, { tab: 'one' })).toBe('refused')
    })
  })

  describe('a locked page', () => {
    it('is saved by its holder alone', async () => {
      const { page, me, other } = await scene()
      await set(page.id, me)

      expect(await database.pages.update(resaved(page, { authorId: other }), 1)).toBe(false)
      expect(await database.pages.update(resaved(page, { authorId: 0 }), 1)).toBe(false)
      expect(await database.pages.update(resaved(page, { authorId: me }), 1)).toBe(true)
    })

    it('is not saved by somebody whose save waited while it was locked', async () => {
      const { page, me, other } = await scene()
      const [isLocked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const locking = database.transaction(async (store) => {
        await store.locks.set({ ...WISH, pageId: page.id, userId: me })
        isLocked.resolve()
        await mayCommit.promise
      })
      await isLocked.promise

      const saving = database.pages.update(resaved(page, { authorId: other }), 1)
      mayCommit.resolve()
      await locking

      expect(await saving).toBe(false)
    })

    it('is not locked over a save that is under way: who locks it sees the new text', async () => {
      const { page, me, other } = await scene()
      const [isSaved, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const saving = database.transaction(async (store) => {
        await store.pages.update(resaved(page, { authorId: other }), 1)
        isSaved.resolve()
        await mayCommit.promise
      })
      await isSaved.promise

      const locking = set(page.id, me, { baseRevision: 1 })
      mayCommit.resolve()
      await saving

      expect(await locking).toBe('refused')
    })

    it('is thrown away by its holder alone', async () => {
      const { page, me, other } = await scene()
      await set(page.id, me)

      expect(await database.pages.recycle(page.id, other, NOW)).toBe(false)
      expect(await database.pages.recycle(page.id, me, NOW)).toBe(true)
      expect(await database.pages.recycle(page.id, me, NOW)).toBe(false)
    })

    it('is found among those of its item, with its place and its holder', async () => {
      const { item, page, me, my } = await scene()
      const catalog = await aCatalog(database, item.id)
      const inside = await aPage(database, item.id, { catalogId: catalog.id })
      const [ended, gone] = [await aPage(database, item.id), await aPage(database, item.id)]
      await aPage(database, item.id)
      for (const { id } of [inside, page, gone]) await set(id, me)
      await set(ended.id, me, { lockTo: OVER })
      await database.pages.recycle(gone.id, me, NOW)

      const holder = { userId: me, username: my, tab: '' }
      expect(await database.locks.ofItem(item.id)).toEqual([
        expect.objectContaining({ pageId: page.id, title: page.title, catalogId: null, ...holder }),
        expect.objectContaining({ pageId: inside.id, title: inside.title, catalogId: catalog.id, ...holder }),
      ])
      expect(await database.locks.ofItem((await anItem(database)).id)).toEqual([])
    })

    it('holds off a change of several pages by others', async () => {
      const { item, page, me, other } = await scene()
      const free = await aPage(database, item.id)
      await set(page.id, me)

      expect(await database.locks.holdOff([free.id, page.id], other)).toMatchObject({ pageId: page.id, userId: me })
      expect(await database.locks.holdOff([free.id, page.id], me)).toBeNull()
      expect(await database.locks.holdOff([free.id], other)).toBeNull()
    })

    it('cannot become locked while a change of several pages is under way', async () => {
      const { page, me, other } = await scene()
      const [isHeld, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const changing = database.transaction(async (store) => {
        await store.locks.holdOff([page.id], other)
        isHeld.resolve()
        await mayCommit.promise
        await store.pages.recycle(page.id, other, NOW)
      })
      await isHeld.promise

      const locking = set(page.id, me)
      mayCommit.resolve()
      await changing

      expect(await locking).toBe('refused')
    })
  })
}

const WISH = { tab: '', lockTo: null, takesOver: false, baseRevision: null, idleMs: null } as const
