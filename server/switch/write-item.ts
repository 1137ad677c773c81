import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { NOBODY } from '#core/actor.ts'
import type { Services } from '#core/context.ts'
import { itemKeyCarriers } from '#core/item/carried-key.ts'
import { pageLinkWith } from '#core/page/link.ts'
import { seenOfLink, type EndedLink } from './ended-links.ts'
import type { ItemTexts } from './item-texts.ts'
import type { ShowdocPageLink } from './pages.ts'
import { sealedPlan } from './planned-password.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'
import { keepDrafts } from './renew-item.ts'
import { CAME, ENDED, seenOfCatalog, seenOfItem, seenOfMember, sumOfRow, sumsOf, TAKEN } from './row-sums.ts'

interface Writing {
  readonly rows: CarriedRows
  readonly planned: PlannedItem
  readonly plan: SitePlan
  readonly texts: ItemTexts
  readonly services: Services
  readonly source: number
}

/** Writes one item with all its content, into the recycle bin if it is deleted. To be called in a separate transaction. */
export async function writeItem(writing: Writing): Promise<void> {
  const { rows, planned, plan, texts, services, source } = writing
  const { item } = planned
  const catalogs = plan.catalogs.get(item.id) ?? []
  const members = plan.members.get(item.id) ?? []
  await rows.addItem({ ...item, visitPassword: sealedPlan(services, planned) })
  await rows.addCatalogs(catalogs)
  await rows.addMembers(members)
  await rows.store.pages.insertAll(texts.pages())
  await rows.addVersions(item.id, texts.versions())
  const records = rows.records(source)
  await keepDrafts(rows, { drafts: texts.drafts, ids: texts.drafts.keys(), source })
  await records.note('item', new Map([[item.id, sumOfRow(seenOfItem(planned))]]))
  await records.note('catalog', sumsOf(catalogs, seenOfCatalog))
  await records.note('member', sumsOf(members, seenOfMember))
  await records.note('page', texts.pageRecords)
  await records.note('page_version', new Map(Array.from(texts.versionSums.keys(), (id) => [id, CAME])))
  await writeKeys(writing, { links: NONE, keys: NONE, ended: new Map(), without: new Set() })
  if (!planned.isDeleted) return
  // Nobody: ShowDoc does not know who deleted it, and only administrators could bring it back.
  await rows.store.items.recycle(item.id, NOBODY, plan.binnedAt)
  await records.note('item', new Map([[item.id, sumOfRow(seenOfItem(planned))]]))
}

const NONE: ReadonlyMap<number, string> = new Map()

export interface KnownKeys {
  /** Ids of ShowDoc rows imported earlier. */
  readonly links: ReadonlyMap<number, string>
  readonly keys: ReadonlyMap<number, string>
  /** By the ids of their pages. */
  readonly ended: ReadonlyMap<number, EndedLink>
  /** Pages that get no key, because they differ from ShowDoc. */
  readonly without: ReadonlySet<number>
}

/** Whether a key of the item, or of one of its pages, is still to be imported. */
export const areKeysDue = (
  { plan, texts, services }: Pick<Writing, 'plan' | 'texts' | 'services'>,
  itemId: number,
  known: KnownKeys,
): boolean =>
  texts.livePageIds.some((id) => known.ended.has(id) || dueLink({ plan, services }, id, known) !== null) ||
  (plan.keys.has(itemId) && !known.keys.has(plan.keys.get(itemId)?.id ?? 0))

/** The link of a page that is still to be imported; another one may have got the number of a row since. */
function dueLink(
  { plan, services }: Pick<Writing, 'plan' | 'services'>,
  pageId: number,
  { links, without }: KnownKeys,
): ShowdocPageLink | null {
  const link = plan.links.get(pageId)
  if (!link || without.has(pageId)) return null
  return [CAME, seenOfLink(services, link)].includes(links.get(link.id) ?? '') ? null : link
}

/** Writes the keys of the item and of its pages that were not imported earlier, and ends links that ended in ShowDoc. */
export async function writeKeys(
  { rows, planned: { item }, plan, texts, services, source }: Writing,
  known: KnownKeys,
): Promise<void> {
  const links = new Map<number, string>()
  for (const pageId of texts.livePageIds) {
    const ended = known.ended.get(pageId)
    if (ended) {
      // Somebody may have shared the page anew here.
      if ((await rows.store.pageLinks.pageOf(ended.digest, new Date(0))) === pageId) {
        await rows.store.pageLinks.remove(pageId)
        plan.findings.change('single_page', ended.id, 'linkEndedThere')
      }
      links.set(ended.id, ENDED)
    }
    const link = dueLink({ plan, services }, pageId, known)
    if (!link) continue
    await rows.store.pageLinks.add(
      pageLinkWith(services, pageId, { key: link.key, endsAt: link.until }),
      item.ownerId,
      plan.now,
    )
    links.set(link.id, seenOfLink(services, link))
  }
  await rows.records(source).noteOther('single_page', links)
  const key = plan.keys.get(item.id)
  if (!key || known.keys.has(key.id)) return
  const answers: unknown[] = []
  for (const carryKey of services.extensions(itemKeyCarriers))
    answers.push(await carryKey({ store: rows.store, services }, key))
  const isTaken = answers.length > 0 && answers.every((answer) => answer === false)
  if (isTaken) plan.findings.leave('item_token', key.id, 'keyTaken')
  await rows.records(source).noteOther('item_token', new Map([[key.id, isTaken ? TAKEN : CAME]]))
}
