import { documentsIn } from '../access/facts.ts'
import { openItemToChange, requireLogin } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import { addCatalog } from '../catalog/save.ts'
import type { CommandContext, Context } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { addPage } from '../page/save.ts'
import type { SampleCatalog, SampleItem } from '../ports/samples.ts'
import type { Collection } from '../ports/documents.ts'
import { addItem } from './add.ts'
import type { Item } from './item.ts'
import { offeredTypes } from './offered-types.ts'
import { makeSteps, undoSteps, type MadeStep } from './sample-steps.ts'

/** An item of samples that somebody has: goes with the item. */
interface SampleRecord {
  /** Its pages as they came: with another revision, somebody has written in one. */
  readonly pages: readonly { readonly pageId: number; readonly revision: number }[]
  /** Absent in those made before there were any. */
  readonly steps?: readonly MadeStep[]
}
const recordsIn = ({ store }: Pick<Context, 'store'>): Collection<SampleRecord> =>
  documentsIn(store).collection('sample.item')
const turnsIn = ({ store }: Pick<Context, 'store'>): Collection<object> => documentsIn(store).collection('sample.turn')

/** The samples that the caller has made and still owns. */
export async function ownSamples(ctx: Context): Promise<readonly Item[]> {
  const userId = requireLogin(ctx)
  const { list } = await recordsIn(ctx).find({ userId })
  if (list.length === 0) return []
  const ids = new Set(list.map(({ itemId }) => itemId))
  const items = (await ctx.store.items.ofUser(userId)).map(({ item }) => item)
  return items.filter(({ id, ownerId }) => ids.has(id) && ownerId === userId).toSorted((a, b) => b.id - a.id)
}

/**
 * Makes the samples in the caller's language, as items of the caller's own for members only. Whoever has some gets none
 * in addition.
 * @returns ids of the samples there are then, in their order
 * @throws DomainError as for every new item
 */
export async function addSamples(ctx: CommandContext): Promise<readonly number[]> {
  await holdTurn(ctx)
  const there = await ownSamples(ctx)
  if (there.length > 0) return there.map(({ id }) => id)
  const types = new Set((await offeredTypes(wholeServices(ctx.services))).map(({ type }) => type))
  const ids: number[] = []
  // The first one last: lists begin with the newest item.
  for (const sample of (await wholeServices(ctx.services).samples.itemsIn(ctx.session.language)).toReversed())
    if (types.has(typeOf(sample))) ids.unshift(await addSample(ctx, sample))
  return ids
}

/**
 * Puts the caller's samples into the bin of items, except those in which somebody has written since: these stay, as items
 * like any other.
 */
export async function removeSamples(ctx: CommandContext): Promise<{ removed: readonly Item[]; kept: readonly Item[] }> {
  const actorId = requireLogin(ctx)
  await holdTurn(ctx)
  const removed: Item[] = []
  const kept: Item[] = []
  for (const { id } of await ownSamples(ctx)) {
    const { item } = await openItemToChange(ctx, id, 'own')
    if (await isAsItCame(ctx, item)) {
      await undoSteps(ctx, (await recordsIn(ctx).byKey(keyOf(item)))?.data.steps ?? [])
      await productStore(ctx.store).items.recycle(item.id, actorId, ctx.services.clock.now())
      ctx.emit('item.deleted', { item, actorId })
      removed.push(item)
    } else kept.push(item)
    await recordsIn(ctx).deleteKeys([keyOf(item)])
  }
  return { removed, kept }
}

const keyOf = ({ id }: Pick<Item, 'id'>): string => String(id)
const typeOf = ({ sheets }: SampleItem) => (sheets === null ? 'regular' : 'table')

/** Two at once must not make them twice. */
async function holdTurn(ctx: CommandContext): Promise<void> {
  const userId = requireLogin(ctx)
  await turnsIn(ctx).put({ key: String(userId), userId, at: ctx.services.clock.now(), data: {} })
}

async function addSample(ctx: CommandContext, sample: SampleItem): Promise<number> {
  const { name, description, sheets } = sample
  const item = await addItem(ctx, {
    ...{ name, description, domain: '', password: '', visibility: 'members', copyItemId: 0 },
    itemType: typeOf(sample),
    ...(sheets === null ? {} : { firstContent: sheets }),
  })
  const steps: MadeStep[] = []
  for (const [at, catalog] of sample.catalogs.entries())
    steps.push(...(await addSampleCatalog(ctx, item, catalog, at + 1)))
  steps.push(...(await makeSteps(ctx, sample.wishes, { itemId: item.id, pageId: null })))
  const pages = (await ctx.store.pages.headsOf(item.id)).map(({ id: pageId, revision }) => ({ pageId, revision }))
  const record = { key: keyOf(item), itemId: item.id, userId: item.ownerId, at: ctx.services.clock.now() }
  await recordsIn(ctx).put({ ...record, data: { pages, steps } })
  return item.id
}

async function addSampleCatalog(
  ctx: CommandContext,
  item: OpenedItem,
  { name, pages }: SampleCatalog,
  order: number,
): Promise<readonly MadeStep[]> {
  const { id: catalogId } = await addCatalog(ctx, { itemId: item.id, parentId: null, name, order })
  const steps: MadeStep[] = []
  for (const [at, { title, content, wishes }] of pages.entries()) {
    const { id: pageId } = await addPage(ctx, item.id, { title, content, catalogId, order: at + 1 })
    steps.push(...(await makeSteps(ctx, wishes, { itemId: item.id, pageId })))
  }
  return steps
}

/** Whether no page was written or added; pages that were taken away take nothing along. */
async function isAsItCame(ctx: CommandContext, item: OpenedItem): Promise<boolean> {
  const pages = (await recordsIn(ctx).byKey(keyOf(item)))?.data.pages ?? []
  const revisionOf = new Map(pages.map(({ pageId, revision }) => [pageId, revision]))
  return (await ctx.store.pages.headsOf(item.id)).every(({ id, revision }) => revisionOf.get(id) === revision)
}
