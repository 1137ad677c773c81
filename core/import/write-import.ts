import { z } from 'zod'
import { openItemToChange, openPage, requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { tokensIn, type NewAttachment } from '../attachment/attachment.ts'
import { fileOwners, keepWithinFileLimits, requireFileRoom } from '../attachment/file-limits.ts'
import { newCatalog } from '../catalog/catalog.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { insertItem } from '../item/add.ts'
import { newItem } from '../item/item.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { command } from '../operation.ts'
import { newPage, type Draft } from '../page/page.ts'
import { savePage } from '../page/save.ts'
import { requireRoom, textOwners } from '../site/text-limits.ts'
import { id } from '../schema.ts'
import type { ImportPlan, PlannedPage } from './import-plan.ts'
import { catalogNamed } from './import-preview.ts'
import { comparedWith, recordsIn, type ComparedPage, type RecordedPage } from './import-record.ts'
import { TextTurns } from './text-turns.ts'

/** An import that has been read and is written as a whole. */
export interface ReadyImport {
  readonly importId: string
  /** The id of the format. */
  readonly format: string
  /** 0 for a new item. */
  readonly itemId: number
  readonly plan: ImportPlan
  /** If it has fired by the end, nothing is written. */
  readonly signal: AbortSignal | null
  /** Further work for the same transaction, at its end. */
  conclude(ctx: CommandContext, written: WrittenImport, plan: ImportPlan): Promise<void>
}

const Written = z.object({ itemId: id(), made: z.number(), changed: z.number(), kept: z.number() })
export type WrittenImport = z.output<typeof Written>

/** Writes it in one transaction. It is in no table, so that callers cannot send a plan that no format has made. */
export const writeImport = {
  ...command({
    summary: 'Writes what a format has read from a file.',
    audience: 'user',
    input: z.custom<ReadyImport>(),
    output: Written,
    run: write,
  }),
  name: 'import.write',
}

async function write(
  ctx: CommandContext,
  { importId, format, itemId, plan, signal, conclude }: ReadyImport,
): Promise<WrittenImport> {
  const actorId = requireLogin(ctx)
  const item = itemId === 0 ? await ownItem(ctx, plan) : await openedItem(ctx, itemId)
  const planned = await comparedWith(ctx, item, format, plan)
  const { textOf, newIds } = await addressed(ctx, item, plan, planned)
  const catalogs = await writeCatalogs(ctx, item, plan)
  const made = await insertPages(ctx, item, planned, { catalogIds: catalogs.ids, newIds, textOf })
  const { changed, compared } = await changePages(ctx, planned, { signal, textOf })
  const pages = [...recorded(compared), ...made, ...changed]
  const pageIds = new Map(pages.map((page) => [page.externalId, page.pageId]))
  const keptFiles = await bindFiles(ctx, plan, compared, { pageIds, textOf })
  const madePageIds = made.map(({ pageId }) => pageId)
  const former = compared.filter(({ state }) => state === 'changed')
  await recordsIn(ctx).put({
    key: importId,
    itemId: item.id,
    at: ctx.services.clock.now(),
    data: {
      format,
      isUndone: false,
      pages,
      madePageIds,
      changed: former.flatMap(({ live }) => (live ? { pageId: live.id, formerRevision: live.revision } : [])),
      madeCatalogs: catalogs.made,
    },
  })
  ctx.emit('item.imported', { item, pages: made.length, catalogs: catalogs.made.length, actorId })
  ctx.audit({ action: 'item.imported', object: { kind: 'item', id: item.id }, detail: format })
  const kept = compared.filter(({ state }) => state === 'kept').length
  const written = { itemId: item.id, made: made.length, changed: changed.length, kept }
  signal?.throwIfAborted()
  await conclude(ctx, written, plan)
  // Whoever has passed a limit before can still bring in texts.
  if (keptFiles > 0) await keepWithinFileLimits(ctx, await requireFileRoom(ctx, fileOwners(actorId, item.id), 0))
  return written
}

async function ownItem(ctx: CommandContext, plan: ImportPlan): Promise<OpenedItem> {
  const [actorId, now] = [requireLogin(ctx), ctx.services.clock.now()]
  const { name, description, type, visibility, globalParams } = plan
  const facts = { ...newItem({ name, description, domain: '' }, type, actorId, now), globalParams }
  const item = await insertItem(ctx, facts, visibility)
  ctx.emit('item.added', { item, isCopy: false, actorId })
  return item
}

/** @throws DomainError loginRequired | notAllowed, also for a single-page item */
async function openedItem(ctx: CommandContext, itemId: number): Promise<OpenedItem> {
  const { item } = await openItemToChange(ctx, itemId, 'edit')
  if (item.type !== 'regular') throw new DomainError('notAllowed')
  return item
}

async function writeCatalogs({ store }: CommandContext, item: OpenedItem, plan: ImportPlan) {
  const catalogs = [...(await store.catalogs.ofItem(item.id))]
  const ids = new Map<string, number>()
  const made: { id: number; name: string }[] = []
  for (const { id: planned, parentId: above, name, order } of plan.catalogs) {
    const parentId = above === null ? null : (ids.get(above) ?? null)
    const there = catalogNamed(catalogs, parentId, name)
    if (there) {
      ids.set(planned, there.id)
      continue
    }
    const wish = newCatalog(catalogs, { itemId: item.id, parentId, name, ...(order === undefined ? {} : { order }) })
    const catalog = await productStore(store).catalogs.insert(wish)
    catalogs.push(catalog)
    made.push({ id: catalog.id, name: catalog.name })
    ids.set(planned, catalog.id)
  }
  return { ids, made }
}

/** The text of a page, with the addresses of the pages it links to. */
type TextOf = (page: PlannedPage) => string

/** The ids of the new pages, and the final texts of all pages. */
async function addressed(
  ctx: CommandContext,
  item: OpenedItem,
  { addresses }: ImportPlan,
  compared: readonly ComparedPage[],
): Promise<{ readonly textOf: TextOf; readonly newIds: readonly number[] }> {
  const count = compared.filter(({ state }) => state === 'new').length
  if ((await ctx.store.pages.countIn(item.id)) + count > limits.pagesPerItem)
    throw new DomainError('tooMany', { limit: limits.pagesPerItem })
  const newIds = await productStore(ctx.store).pages.newIds(count)
  const left = newIds.values()
  const idOf = new Map(compared.map(({ planned, live }) => [planned.id, live?.id ?? left.next().value]))
  return { newIds, textOf: ({ text }) => addresses.in(text.read(), (id) => `/${item.id}/${idOf.get(id)}`) }
}

interface Insertion {
  readonly catalogIds: ReadonlyMap<string, number>
  readonly newIds: readonly number[]
  readonly textOf: TextOf
}

async function insertPages(
  ctx: CommandContext,
  item: OpenedItem,
  compared: readonly ComparedPage[],
  { catalogIds, newIds, textOf }: Insertion,
): Promise<readonly RecordedPage[]> {
  const fresh = compared.filter(({ state }) => state === 'new')
  const [actorId, now] = [requireLogin(ctx), ctx.services.clock.now()]
  const characters = fresh.reduce((sum, { planned: { text } }) => sum + text.length, 0)
  await requireRoom(ctx, textOwners(item.id, actorId), characters)
  // One at a time: all texts at once would not fit into memory.
  function* pages() {
    for (const [at, { planned }] of fresh.entries()) {
      const { title, catalogId, order = limits.defaultOrder } = planned
      const inCatalog = catalogId === null ? null : (catalogIds.get(catalogId) ?? null)
      const draft = { title, content: textOf(planned), order, catalogId: inCatalog }
      const id = newIds[at]
      if (id !== undefined) yield { ...newPage(item.id, draft, actorId, now), id }
    }
  }
  const pageIds = await productStore(ctx.store).pages.insertAll(pages())
  return fresh.flatMap(({ planned, digest }, at) => {
    const pageId = pageIds[at]
    return pageId === undefined ? [] : { externalId: planned.id, pageId, revision: 1, digest }
  })
}

/**
 * The place does not change: people may have moved the page. A page that somebody has saved since it was compared is kept.
 */
async function changePages(
  ctx: CommandContext,
  compared: readonly ComparedPage[],
  { signal, textOf }: { readonly signal: AbortSignal | null; readonly textOf: TextOf },
): Promise<{ readonly changed: readonly RecordedPage[]; readonly compared: readonly ComparedPage[] }> {
  const changed: RecordedPage[] = []
  const overtaken = new Set<ComparedPage>()
  for (const each of compared) {
    const { state, planned, digest, live } = each
    if (state !== 'changed' || !live) continue
    signal?.throwIfAborted()
    const opened = await openPage(ctx, live.id, 'edit')
    const draftOn = ({ catalogId, order }: Draft): Draft => {
      return { title: planned.title, content: textOf(planned), catalogId, order }
    }
    const saved = await savePage(ctx, opened, draftOn, { baseRevision: live.revision, notifyRemark: null }).catch(
      nullWhenOvertaken,
    )
    if (saved) changed.push({ externalId: planned.id, pageId: live.id, revision: saved.revision, digest })
    else overtaken.add(each)
  }
  return { changed, compared: compared.map((each) => (overtaken.has(each) ? { ...each, state: 'kept' } : each)) }
}

/** Nothing was written then. */
function nullWhenOvertaken(error: unknown): null {
  if (error instanceof DomainError && error.kind === 'pageChanged') return null
  throw error
}

const recorded = (compared: readonly ComparedPage[]): readonly RecordedPage[] =>
  compared.flatMap(({ state, former }) => (former && (state === 'same' || state === 'kept') ? former : []))

/** Files that no written page uses stay strays. @returns how many were kept */
async function bindFiles(
  ctx: CommandContext,
  { files }: ImportPlan,
  compared: readonly ComparedPage[],
  { pageIds, textOf }: { readonly pageIds: ReadonlyMap<string, number>; readonly textOf: TextOf },
): Promise<number> {
  const { attachments } = productStore(ctx.store)
  const now = ctx.services.clock.now()
  const byToken = new Map(files.map((file) => [file.token, file]))
  const keptIds = new Map<string, number>()
  const keptId = async (file: NewAttachment): Promise<number> => {
    const known = keptIds.get(file.token)
    if (known !== undefined) return known
    const attachment = await attachments.insert(file, null)
    if (!attachment) throw new Error('a file that was inserted is not there')
    keptIds.set(file.token, attachment.id)
    return attachment.id
  }
  const turns = new TextTurns()
  for (const { state, planned } of compared) {
    const pageId = pageIds.get(planned.id)
    if (pageId === undefined || (state !== 'new' && state !== 'changed')) continue
    await turns.after(planned.text.length)
    // As for a page typed by a person: includes files they already had, and no others.
    const named = tokensIn(textOf(planned))
    for (const token of named) {
      const file = byToken.get(token)
      if (file) await keptId(file)
    }
    if (named.length > 0) await attachments.bindNamed(pageId, requireLogin(ctx), named, now)
    for (const token of (planned.attached ?? []).flatMap(tokensIn)) {
      const file = byToken.get(token)
      if (file) await attachments.attach(await keptId(file), pageId, now)
    }
  }
  return keptIds.size
}
