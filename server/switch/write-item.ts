import type { CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { NOBODY } from '#core/actor.ts'
import type { Services } from '#core/context.ts'
import { itemKeyCarriers } from '#core/item/carried-key.ts'
import { pageLinkWith } from '#core/page/link.ts'
import type { Arrangement } from './arrangement.ts'
import { freeDomainFor } from './freed-domains.ts'
import { hasOnlyOtherKeys } from './item-keys.ts'
import type { ItemTexts } from './item-texts.ts'
import type { ShowdocItemKey } from './items.ts'
import { asThere, linkThere, type KeyNotes } from './key-notes.ts'
import type { ShowdocPageLink } from './pages.ts'
import { sealedPlan } from './planned-password.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'
import { noteAccess } from './item-access.ts'
import { sumsIn } from './page-places.ts'
import { keepDrafts } from './renew-item.ts'
import { cameWith, hasCome, seenOfCatalog, seenOfItem, seenOfMember, sumOfRow, sumsOf } from './row-sums.ts'

interface Writing {
  readonly rows: CarriedRows
  readonly planned: PlannedItem
  readonly plan: SitePlan
  readonly texts: ItemTexts
  readonly services: Services
  readonly source: number
}

interface WritingNew extends Writing {
  /** Of keys that came earlier. */
  readonly notes: NotedKeys
  /** Rows that came earlier: ShowDoc may have moved pages into this item since, and used numbers of rights again. */
  readonly came: Arrangement['records']
}

/** Writes one item with all its content, into the recycle bin if it is deleted. To be called in a separate transaction. */
export async function writeItem({ notes, came, ...writing }: WritingNew): Promise<void> {
  const { rows, planned, plan, texts, services, source } = writing
  const { item } = planned
  const catalogs = plan.catalogs.get(item.id) ?? []
  const isNew = (table: CarriedTable, id: number): boolean => !hasCome(came.get(table)?.get(id))
  const members = (plan.members.get(item.id) ?? []).filter(({ id }) => isNew('member', id))
  await freeDomainFor(rows, source, item)
  await rows.addItem({ ...item, visitPassword: sealedPlan(services, planned) })
  await rows.addCatalogs(catalogs)
  await rows.addMembers(members)
  const newVersions = new Map<number, string>()
  await rows.store.pages.insertAll(those(texts.pages(), ({ id }) => isNew('page', id)))
  await rows.addVersions(
    item.id,
    those(texts.versions(), ({ id, pageId, comment }) => {
      const isDue = isNew('page', pageId) && isNew('page_version', id)
      if (isDue) newVersions.set(id, cameWith(comment))
      return isDue
    }),
  )
  const records = rows.records(source)
  await keepDrafts(rows, { drafts: texts.drafts, ids: texts.drafts.keys(), source })
  await records.note('item', new Map([[item.id, sumOfRow(seenOfItem(planned))]]))
  await noteAccess(rows, source, item.id)
  await records.note('catalog', sumsOf(catalogs, seenOfCatalog))
  await records.note('member', sumsOf(members, seenOfMember))
  await records.note(
    'page',
    sumsIn(item.id, texts.pageRecords, (id) => isNew('page', id)),
  )
  await records.note('page_version', newVersions)
  await writeKeys(writing, { ...notes, without: new Set() })
  if (!planned.isDeleted) return
  // Nobody: ShowDoc does not know who deleted it, and only administrators could bring it back.
  await rows.store.items.recycle(item.id, NOBODY, plan.binnedAt)
  await records.note('item', new Map([[item.id, sumOfRow(seenOfItem(planned))]]))
}

function* those<T>(all: Iterable<T>, isMeant: (one: T) => boolean): Generator<T> {
  for (const one of all) if (isMeant(one)) yield one
}

/** What is noted of the keys that came earlier. */
export interface NotedKeys {
  readonly links: KeyNotes
  readonly keys: KeyNotes
}

export interface KnownKeys extends NotedKeys {
  /** Pages that get no key, because they differ from ShowDoc. */
  readonly without: ReadonlySet<number>
}

/** Whether a key of the item, or of one of its pages, is still to be imported. */
export const areKeysDue = (
  { plan, texts, services }: Pick<Writing, 'plan' | 'texts' | 'services'>,
  itemId: number,
  known: KnownKeys,
): boolean =>
  texts.livePageIds.some((id) => dueLink(plan, id, known) !== null) ||
  dueKey({ plan, services }, itemId, known) !== null

/** The link of a page that is still to be imported. */
function dueLink({ links: there }: SitePlan, pageId: number, { links, without }: KnownKeys): ShowdocPageLink | null {
  const link = there.get(pageId)
  return link && !without.has(pageId) && links.stateOf(linkThere(link)) === 'new' ? link : null
}

/** The key of an item that is still to be imported. Without a plugin for keys none is. */
function dueKey(
  { plan, services }: Pick<Writing, 'plan' | 'services'>,
  itemId: number,
  { keys }: Pick<KnownKeys, 'keys'>,
): ShowdocItemKey | null {
  const key = plan.keys.get(itemId)
  if (!key || services.extensions(itemKeyCarriers).length === 0) return null
  return keys.stateOf(asThere(key)) === 'new' ? key : null
}

/** Writes the keys of the item and of its pages that were not imported earlier. */
export async function writeKeys(
  { rows, planned: { item }, plan, texts, services, source }: Writing,
  known: KnownKeys,
): Promise<void> {
  const links = new Map<number, string>()
  for (const pageId of texts.livePageIds) {
    const link = dueLink(plan, pageId, known)
    if (!link) continue
    const ours = pageLinkWith(services, pageId, { key: link.key, endsAt: link.until })
    // A page has one link, and the one that somebody made here stays.
    const kept = await rows.store.pageLinks.add(ours, item.ownerId, plan.now)
    const state = kept.digest === ours.digest ? 'came' : 'own'
    links.set(link.id, known.links.noteOf(state, linkThere(link)))
  }
  await rows.records(source).noteOther('single_page', links)
  await writeItemKey({ rows, plan, services, source }, item.id, known)
}

/** An item has one key at most: another one would go on working unseen. */
async function writeItemKey(
  { rows, plan, services, source }: Pick<Writing, 'rows' | 'plan' | 'services' | 'source'>,
  itemId: number,
  known: KnownKeys,
): Promise<void> {
  const key = dueKey({ plan, services }, itemId, known)
  if (!key) return
  // An item in the bin keeps its key, as any other does.
  const ctx = { store: rows.storeWithBin, services }
  const answers: unknown[] = []
  const hasOther = await hasOnlyOtherKeys(ctx, key)
  for (const carryKey of hasOther ? [] : services.extensions(itemKeyCarriers))
    answers.push(await carryKey(ctx, { ...key }))
  const state = hasOther ? 'own' : answers.every((answer) => answer === false) ? 'taken' : 'came'
  const reason = { own: 'otherKeyHere', taken: 'keyTaken', came: null } as const
  if (reason[state] !== null) plan.findings.leave('item_token', key.id, reason[state], { item: itemId })
  await rows.records(source).noteOther('item_token', new Map([[key.id, known.keys.noteOf(state, asThere(key))]]))
}
