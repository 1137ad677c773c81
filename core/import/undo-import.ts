import { itemIfAllowed, openItem, openItemToChange, openPage, requireLogin, requireUnheld } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import type { Draft } from '../page/page.ts'
import { savePage } from '../page/save.ts'
import { importFormats } from './import-formats.ts'
import { followRestored, recordsIn, type ImportRecord } from './import-record.ts'

export interface UndoneImport {
  readonly itemId: number
  /** Pages now in the recycle bin. */
  readonly recycled: number
  /** Pages restored to their previous content. */
  readonly restored: number
  /** Pages edited since then, which do not change. */
  readonly kept: number
}

/** Each record lists all pages of its import. */
const MOST_LISTED = 5

/** Those that the caller can undo, newest first. @throws DomainError notAllowed */
export async function importsToUndo(ctx: Context, itemId: number) {
  const { item } = await openItem(ctx, itemId, 'edit')
  const titles = new Map(
    wholeServices(ctx.services)
      .extensions(importFormats)
      .map(({ id, title }) => [id, title]),
  )
  const records = await recordsIn(ctx).newest({ itemId: item.id, where: { isUndone: false } }, MOST_LISTED)
  return records.flatMap(({ key: importId, at, data: { format, madePageIds, changed } }) => {
    const counts = { made: madePageIds.length, changed: changed.length }
    return importId === null
      ? []
      : [{ importId, format: titles.get(format)?.[ctx.session.language] ?? format, at, ...counts }]
  })
}

/**
 * Moves the pages an import created to the recycle bin, deletes its catalogs if they are empty then, and restores the
 * previous content of changed pages. Pages edited since then stay.
 * @throws DomainError notFound when there was no such import or it is undone already; notAllowed | pageLocked
 */
export async function undoImport(ctx: CommandContext, importId: string): Promise<UndoneImport> {
  const actorId = requireLogin(ctx)
  const itemId = (await recordsIn(ctx).byKey(importId))?.itemId ?? null
  if (itemId === null) throw new DomainError('notFound')
  // Nobody edits pages of a RunApi item by hand; whoever manages it takes back what came into it.
  const isRunApi = (await itemIfAllowed(ctx, itemId, 'read'))?.type === 'runapi'
  const { item } = await openItemToChange(ctx, itemId, isRunApi ? 'manage' : 'edit')
  // Read again after the wait: it may have been undone meanwhile.
  const record = await recordsIn(ctx).byKey(importId)
  if (!record || record.data.isUndone) throw new DomainError('notFound')
  const { madePageIds, changed, madeCatalogs } = record.data
  const untouched = await untouchedIn(ctx, item, record.data)
  const recycled = await recycle(
    ctx,
    item,
    madePageIds.filter((id) => untouched.has(id)),
  )
  const restored = await restore(
    ctx,
    changed.filter(({ pageId }) => untouched.has(pageId)),
  )
  await removeEmptyCatalogs(ctx, item, madeCatalogs)
  await recordsIn(ctx).update(record.id, { isUndone: true })
  await followRestored(ctx, item.id, restored)
  ctx.emit('item.importUndone', { item, pages: recycled, actorId })
  const kept = madePageIds.length + changed.length - recycled - restored.length
  return { itemId: item.id, recycled, restored: restored.length, kept }
}

/**
 * The pages it created or changed that are still in the item, unedited.
 * @throws DomainError pageLocked when somebody is editing one of them
 */
async function untouchedIn(
  ctx: CommandContext,
  item: OpenedItem,
  { pages, madePageIds, changed }: ImportRecord,
): Promise<ReadonlySet<number>> {
  const written = new Set([...madePageIds, ...changed.map(({ pageId }) => pageId)])
  const revisionOf = new Map(pages.flatMap(({ pageId, revision }) => (written.has(pageId) ? [[pageId, revision]] : [])))
  const heads = await ctx.store.pages.headsOf(item.id)
  const ids = heads.filter(({ id, revision }) => revisionOf.get(id) === revision).map(({ id }) => id)
  await requireUnheld(ctx, ids)
  return new Set(ids)
}

async function recycle(ctx: CommandContext, item: OpenedItem, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  return (await productStore(ctx.store).pages.recycleAll(item.id, ids, requireLogin(ctx), ctx.services.clock.now()))
    .length
}

async function restore(ctx: CommandContext, changed: ImportRecord['changed']) {
  const restored: { pageId: number; formerRevision: number; revision: number }[] = []
  for (const { pageId, formerRevision } of changed) {
    const opened = await openPage(ctx, pageId, 'edit')
    const heads = await ctx.store.versions.headsOf(opened.page.id)
    const head = heads.find(({ revision }) => revision === formerRevision)
    const former = head && (await ctx.store.versions.byId(opened.page.id, head.id))
    if (!former) continue
    const { title, content } = former
    const draftOn = ({ catalogId, order }: Draft): Draft => ({ title, content, catalogId, order })
    const wishes = { baseRevision: opened.page.revision, notifyRemark: null, isRestored: true, isTakenBack: true }
    const { revision } = await savePage(ctx, opened, draftOn, wishes)
    restored.push({ pageId, formerRevision, revision })
  }
  return restored
}

/** Those that are empty now, unless people renamed them or limited somebody's right to them. */
async function removeEmptyCatalogs(
  ctx: CommandContext,
  item: OpenedItem,
  made: ImportRecord['madeCatalogs'],
): Promise<void> {
  const { catalogs, pages, members, teams } = productStore(ctx.store)
  const limits = [...(await members.ofItem(item.id)), ...(await teams.grantsOnItem(item.id))]
  const used = new Set([...(await pages.headsOf(item.id)), ...limits].map(({ catalogId }) => catalogId))
  const nameOf = new Map(made.map(({ id, name }) => [id, name]))
  const empty: number[] = []
  // Bottom-up: a catalog that has to stay keeps those above it.
  for (const { id, name, parentId } of (await catalogs.ofItem(item.id)).toSorted((a, b) => b.level - a.level))
    if (used.has(id) || nameOf.get(id) !== name) used.add(parentId)
    else empty.push(id)
  if (empty.length > 0) await catalogs.deleteAll(empty)
}
