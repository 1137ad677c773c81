import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { languageAtFirst } from '../config.ts'
import type { Services } from '#core/context.ts'
import { limits } from '#core/limits.ts'
import type { Membership } from '#core/member/membership.ts'
import { itemKeyCarriers } from '#core/item/carried-key.ts'
import type { Arrangement } from './arrangement.ts'
import { endedLinks } from './ended-links.ts'
import { ItemTexts } from './item-texts.ts'
import { pageLinksIn } from './pages.ts'
import { Findings } from './plan/findings.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'
import { dueOfItem, isAnythingDue, renewItem, type DueItem } from './renew-item.ts'
import type { ReasonCode } from './reasons.ts'
import { hasCome, TAKEN } from './row-sums.ts'
import { areKeysDue, writeItem, writeKeys, type KnownKeys } from './write-item.ts'
import type { Step } from './step.ts'

export interface CarriedItems {
  /** By id, for the items that exist here. */
  readonly texts: ReadonlyMap<number, ItemTexts>
  /** Pages that differ from ShowDoc, because people have changed them here. */
  readonly keptPages: ReadonlySet<number>
}

/** Imports the items one by one: new ones completely, and of the others what has changed in ShowDoc. */
export async function carryItems(step: Step): Promise<CarriedItems> {
  const { showdoc, plan, application, arrangement, say } = step
  const records = arrangement.records.get('item')
  const came = plan.items.filter(({ item }) => hasCome(records?.get(item.id))).length
  if (came > 0 && !arrangement.source.isDone) say(`${came} of ${plan.items.length} items are there already.`)
  const texts = new Map<number, ItemTexts>()
  const keptPages = new Set<number>()
  const ended = endedLinks(arrangement.keys.links, pageLinksIn(showdoc.database), application.product.services)
  for (const [done, planned] of plan.items.entries()) {
    const { id, name } = planned.item
    step.progress({ step: 'items', done, of: plan.items.length, name })
    const record = records?.get(id)
    const own = textsOf(step, planned, plan)
    if (!hasCome(record)) {
      await step.assertAlone()
      await application.carrying.carry((rows) =>
        writeItem({ rows, planned, plan, texts: own, services: application.product.services, source: sourceOf(step) }),
      )
      step.note()
      say(`Carried ${own.pageSums.size} pages and ${own.versionSums.size} versions of item ${id}, ${name}`)
    } else if (record.here === 'gone') {
      await leaveItem(own, planned, plan, DELETED_HERE)
      continue
    } else if (arrangement.inBin.has(id) && !planned.isDeleted) {
      await leaveItem(own, planned, plan, IN_BIN_HERE)
      continue
    } else for (const page of await renewed(step, { planned, texts: own, ended })) keptPages.add(page)
    if (planned.isDeleted) {
      const here = !hasCome(record) ? 'new' : arrangement.inBin.has(id) ? 'in bin' : 'live'
      tellOfDeleted(plan, { id, here, isEmpty: own.pageSums.size === 0 })
    }
    texts.set(id, own)
  }
  leaveUnused(plan, [...texts.values()], application.product.services)
  for (const { id } of plan.keys.values())
    if (arrangement.keys.keys.get(id) === TAKEN) plan.findings.leave('item_token', id, 'keyTaken')
  return { texts, keptPages }
}

const sourceOf = ({ arrangement }: Step): number => arrangement.source.number

const textsOf = ({ showdoc, application }: Step, { item }: PlannedItem, plan: SitePlan): ItemTexts =>
  new ItemTexts(showdoc.database, plan, { item, language: languageAtFirst(application.config) })

interface RenewedItem {
  readonly planned: PlannedItem
  readonly texts: ItemTexts
}

/** @returns ids of the pages that differ from ShowDoc and stay unchanged */
async function renewed(
  step: Step,
  { planned, texts, ended }: RenewedItem & Pick<KnownKeys, 'ended'>,
): Promise<ReadonlySet<number>> {
  const { plan, application, arrangement } = step
  const { product, carrying } = application
  const { services } = product
  const { records } = arrangement
  const { id, name } = planned.item
  await texts.readAll()
  const comparing = { planned, texts, plan }
  const seen = comparedItem({ ...comparing, records, membersHere: await product.database.members.ofItem(id) })
  const { due } = seen
  const known = (keptPages: ReadonlySet<number>): KnownKeys => ({ ...arrangement.keys, ended, without: keptPages })
  if (!isAnythingDue(due) && !areKeysDue({ plan, texts, services }, id, known(due.keptPages))) {
    addAll(plan.findings, seen.findings)
    return due.keptPages
  }
  await step.assertAlone()
  const again = textsOf(step, planned, { ...plan, findings: new Findings() })
  const source = sourceOf(step)
  const versions = records.get('page_version') ?? new Map<never, never>()
  const written = await carrying.carry(async (rows) => {
    await rows.store.items.lock(id)
    // People may have changed something since the comparison.
    const membersHere = await rows.store.members.ofItem(id)
    const records = await recordsNow(rows, step, { planned, texts, membersHere })
    const now = comparedItem({ ...comparing, records, membersHere })
    await renewItem({ rows, due: now.due, texts: again, source, versions, itemId: id, services })
    await writeKeys({ rows, planned, plan, texts, services, source }, known(now.due.keptPages))
    return now
  })
  addAll(plan.findings, written.findings)
  step.note()
  const { newPages, changedPages, keptPages } = written.due
  step.say(`Brought ${newPages.size} new and ${changedPages.size} changed pages of item ${id}, ${name}`)
  return keptPages
}

/** The pending changes of an item, and the findings to report. */
function comparedItem(comparing: Parameters<typeof dueOfItem>[0]): {
  readonly due: DueItem
  readonly findings: Findings
} {
  const findings = new Findings()
  return { due: dueOfItem({ ...comparing, plan: { ...comparing.plan, findings } }), findings }
}

function addAll(to: Findings, found: Findings): void {
  to.add(found)
  to.kept.push(...found.kept)
}

/** The records of the rows of an item, which are locked until the end of the transaction. */
async function recordsNow(
  rows: CarriedRows,
  { arrangement, plan }: Step,
  { planned, texts, membersHere }: RenewedItem & { readonly membersHere: readonly Membership[] },
): Promise<Arrangement['records']> {
  const { id } = planned.item
  const ids = new Map<CarriedTable, readonly number[]>([
    ['item', [id]],
    ['catalog', (plan.catalogs.get(id) ?? []).map((catalog) => catalog.id)],
    ['page', [...texts.pageRecords.keys(), ...texts.drafts.keys()]],
    ['member', [...(plan.members.get(id) ?? []), ...membersHere].map((member) => member.id)],
  ])
  const now = new Map<CarriedTable, ReadonlyMap<number, CarriedRecord>>(arrangement.records)
  for (const [table, some] of ids) {
    const records = await rows.records(arrangement.source.number).held(table, some)
    now.set(table, new Map(records.map((record) => [record.id, record])))
  }
  return now
}

interface DeletedThere {
  readonly id: number
  /** What was found of it here before this run. */
  readonly here: 'new' | 'in bin' | 'live'
  readonly isEmpty: boolean
}

function tellOfDeleted({ findings }: SitePlan, { id, here, isEmpty }: DeletedThere): void {
  if (here === 'live') findings.keep('item', id, 'deletedThere')
  else if (here === 'in bin') findings.change('item', id, 'itemStillInBin')
  else findings.change('item', id, isEmpty ? 'itemInBinEmpty' : 'itemInBin', { days: limits.recycleDays })
}

/** Why nothing of an item comes again: of the item, as it is here and as it is in ShowDoc, and of what belongs to it. */
interface Absence {
  readonly here: ReasonCode
  readonly there: ReasonCode
  readonly parts: ReasonCode
}
const DELETED_HERE: Absence = { here: 'staysDeleted', there: 'deletedSince', parts: 'itemStaysDeleted' }
const IN_BIN_HERE: Absence = { here: 'inBinHere', there: 'inBinHere', parts: 'itemInBinHere' }

/** What was deleted here stays deleted, with all its content. */
async function leaveItem(
  texts: ItemTexts,
  { item: { id } }: PlannedItem,
  plan: SitePlan,
  { here, there, parts }: Absence,
): Promise<void> {
  await texts.readAll()
  plan.findings.keep('item', id, here)
  plan.findings.leave('item', id, there)
  for (const { id: catalogId } of plan.catalogs.get(id) ?? []) plan.findings.leave('catalog', catalogId, parts)
  for (const { id: memberId } of plan.members.get(id) ?? []) plan.findings.leave('item_member', memberId, parts)
  for (const pageId of [...texts.pageSums.keys(), ...texts.drafts.keys()]) plan.findings.leave('page', pageId, parts)
  for (const versionId of texts.versionSums.keys()) plan.findings.leave('page_history', versionId, parts)
}

/** Reports records whose page cannot have them, and keys for which there is no plugin. */
function leaveUnused(
  { links, deletions, keys, findings }: SitePlan,
  texts: readonly ItemTexts[],
  services: Services,
): void {
  const live = new Set(texts.flatMap(({ livePageIds }) => livePageIds))
  const recycled = new Set(texts.flatMap(({ recycledPageIds }) => recycledPageIds))
  for (const { id, pageId } of links.values())
    if (!live.has(pageId)) findings.leave('single_page', id, 'sharedPageGone')
  for (const { id, pageId } of deletions.values())
    if (!recycled.has(pageId)) findings.leave('recycle', id, 'pageNotDeleted')
  if (services.extensions(itemKeyCarriers).length === 0)
    for (const { id } of keys.values()) findings.leave('item_token', id, 'noKeyPlugin')
}
