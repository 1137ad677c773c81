import { z } from 'zod'
import { visibleCatalogs } from '../access/access.ts'
import { openItem, openPage, requireLogin } from '../access/doors.ts'
import { visibleOf } from '../catalog/catalog.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, text } from '../schema.ts'
import { setLock } from './set-lock.ts'
import { LockedPageView, lockedPageView, LockView, lockView } from './lock-views.ts'

/** Identifies the browser window that holds a lock; programs leave it out. */
const tab = () => text(limits.lockTabLength).default('')

export const lockOperations = {
  setLock: command({
    summary:
      'Takes or prolongs the lock of a page for ten minutes or until lockTo, or ends it with a lockTo that is over. ' +
      'With baseRevision a lock that had ended is not taken again over a newer text.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      pageId: id(),
      itemId: idOrNone().default(0),
      /** Unix seconds (D11). */
      lockTo: z.number().int().optional(),
      tab: tab(),
      takesOver: z.boolean().default(false),
      baseRevision: id().optional(),
      /** Time since the last edit in this window; shown to other people. */
      idleMs: z.number().int().min(0).max(limits.lockIdleMs).optional(),
    }),
    output: LockView,
    example: { pageId: 1, itemId: 1 },
    async run(ctx, { itemId, lockTo = null, baseRevision = null, idleMs = null, ...wish }) {
      const userId = requireLogin(ctx)
      return lockView(await setLock(ctx, itemId, { ...wish, userId, lockTo, baseRevision, idleMs }), userId, wish.tab)
    },
  }),

  lockState: query({
    summary: 'Whether somebody has a page locked, and who; nobody has one that is not made yet (pageId 0).',
    audience: 'anyone',
    rest: { path: 'page/isLock' },
    input: z.object({ pageId: idOrNone().default(0), tab: tab() }),
    output: LockView,
    example: { pageId: 1 },
    async run(ctx, { pageId, tab }) {
      const { lock } = pageId === 0 ? { lock: null } : await openPage(ctx, pageId, 'read')
      return lockView(lock, ctx.actor.kind === 'user' ? ctx.actor.id : 0, tab)
    },
  }),

  breakLock: command({
    summary: 'Takes the lock of a page from whoever holds it, for managers; it is noted in the change log.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ pageId: id() }),
    output: LockView,
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const { page } = await openPage(ctx, pageId, 'manage')
      const actorId = requireLogin(ctx)
      const formerHolderId = await productStore(ctx.store).locks.seize(page.id, actorId)
      if (formerHolderId !== null) ctx.emit('page.lockBroken', { page, formerHolderId, actorId })
      const { lock } = await openPage(ctx, pageId, 'manage')
      return lockView(lock, actorId, '')
    },
  }),

  locks: query({
    summary: 'The pages of an item that somebody writes in, and who, for those who edit there.',
    audience: 'user',
    input: z.object({ itemId: id() }),
    output: z.array(LockedPageView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { access, item } = await openItem(ctx, itemId, 'edit', 'somewhere')
      const locks = await ctx.store.locks.ofItem(item.id)
      const seen = visibleCatalogs(access)
      if (seen === null || locks.length === 0) return locks.map(lockedPageView)
      const catalogIds = new Set(visibleOf(await ctx.store.catalogs.ofItem(item.id), seen).map((catalog) => catalog.id))
      return locks.filter(({ catalogId }) => catalogId !== null && catalogIds.has(catalogId)).map(lockedPageView)
    },
  }),
}
