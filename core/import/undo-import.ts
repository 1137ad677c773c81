import { openPage, requireLogin, requireUnheld } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import type { CommandContext } from '../context.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { announceLimitsGone } from '../member/limits-gone.ts'
import { savePage } from '../page/save.ts'
import { recordsIn, type ImportRecord } from './import-record.ts'
import { openedItem } from './write-import.ts'

export interface UndoneImport {
  readonly itemId: number
  /** Pages that are in the recycle bin now. */
  readonly recycled: number
  /** Pages that say again what they said before. */
  readonly restored: number
  /** Pages in which somebody has written since, and which stay as they are. */
  readonly kept: number
}

/**
 * Puts into the recycle bin what an import has made, takes away its catalogs as far as they are empty then, and gives back
 * what pages said before. What people have written since stays.
 * @throws DomainError notFound for an import that nobody made or that was undone; notAllowed | pageLocked
 */
export async function undoImport(ctx: CommandContext, importId: string): Promise<UndoneImport> {
  const actorId = requireLogin(ctx)
  const itemId = (await recordsIn(ctx).byKey(importId))?.itemId ?? null
  if (itemId === null) throw new DomainError('notFound')
  const item = await openedItem(ctx, itemId)
  // Read anew after the wait: somebody may have undone it meanwhile.
  const record = await recordsIn(ctx).byKey(importId)
  if (!record || record.data.isUndone) throw new DomainError('notFound')
  const recycled = await recycle(ctx, item, record.data)
  const restored = await restore(ctx, record.data)
  await removeEmptyCatalogs(ctx, item, record.data.madeCatalogIds)
  await recordsIn(ctx).update(record.id, { isUndone: true })
  ctx.emit('item.importUndone', { item, pages: recycled, actorId })
  const written = record.data.madePageIds.length + record.data.changed.length
  return { itemId: item.id, recycled, restored, kept: written - recycled - restored }
}

async function recycle(ctx: CommandContext, item: OpenedItem, record: ImportRecord): Promise<number> {
  const revisionOf = new Map(record.pages.map(({ pageId, revision }) => [pageId, revision]))
  const made = new Set(record.madePageIds)
  const heads = await ctx.store.pages.headsOf(item.id)
  const ids = heads.filter((head) => made.has(head.id) && revisionOf.get(head.id) === head.revision).map(({ id }) => id)
  await requireUnheld(ctx, ids)
  if (ids.length === 0) return 0
  return (await ctx.store.pages.recycleAll(item.id, ids, requireLogin(ctx), ctx.services.clock.now())).length
}

async function restore(ctx: CommandContext, record: ImportRecord): Promise<number> {
  const revisionOf = new Map(record.pages.map(({ pageId, revision }) => [pageId, revision]))
  let restored = 0
  for (const { pageId, formerRevision } of record.changed) {
    const opened = await openPage(ctx, pageId, 'edit').catch(nullForRefusal)
    if (opened?.page.revision !== revisionOf.get(pageId) || !opened) continue
    const former = (await ctx.store.versions.ofPage(opened.page.id)).find(({ revision }) => revision === formerRevision)
    if (!former) continue
    const { title, content } = former
    await savePage(ctx, opened, ({ catalogId, order }) => ({ title, content, catalogId, order }), {
      baseRevision: opened.page.revision,
      notifyRemark: null,
      isRestored: true,
      isTakenBack: true,
    })
    restored += 1
  }
  return restored
}

/** A page that went, or that somebody writes in, stays as it is. */
function nullForRefusal(error: unknown): null {
  if (isRefusal(error)) return null
  throw error
}

/** Those of them in which nothing lies any more. */
async function removeEmptyCatalogs(ctx: CommandContext, item: OpenedItem, madeIds: readonly number[]): Promise<void> {
  const made = new Set(madeIds)
  const catalogs = await ctx.store.catalogs.ofItem(item.id)
  const used = new Set((await ctx.store.pages.headsOf(item.id)).map(({ catalogId }) => catalogId))
  // From below: one that keeps something keeps those above it.
  for (const { id, parentId } of catalogs.toSorted((a, b) => b.level - a.level))
    if (used.has(id) || !made.has(id)) used.add(parentId)
  const empty = catalogs.flatMap(({ id }) => (made.has(id) && !used.has(id) ? id : []))
  if (empty.length === 0) return
  await announceLimitsGone(ctx, item.id, empty, requireLogin(ctx))
  await ctx.store.catalogs.deleteAll(empty)
}
