import { counted } from './counted.ts'
import type { CarriedRecord, CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { languageAtFirst } from '../config.ts'
import { limits } from '#core/limits.ts'
import type { Membership } from '#core/member/membership.ts'
import type { Arrangement } from './arrangement.ts'
import { tellItemKeys } from './item-keys.ts'
import { knownAccess, type KnownAccess } from './item-access.ts'
import { ItemTexts } from './item-texts.ts'
import { movedPages, type MovedPages } from './page-places.ts'
import { Findings } from './plan/findings.ts'
import type { PlannedItem } from './plan/items.ts'
import type { SitePlan } from './plan/site.ts'
import { dueOfItem, isAnythingDue, renewItem, type DueItem } from './renew-item.ts'
import type { ReasonCode } from './reasons.ts'
import { hasCome } from './row-sums.ts'
import { areKeysDue, writeItem, writeKeys, type KnownKeys, type NotedKeys } from './write-item.ts'
import type { Step } from './step.ts'
import { dueRemarks, renewRemarks } from './version-remarks.ts'

export interface CarriedItems {
  /** By id, for the items that exist here. */
  readonly texts: ReadonlyMap<number, ItemTexts>
  /** Pages that differ from ShowDoc, because people have changed them here. */
  readonly keptPages: ReadonlySet<number>
}

/**
 * Imports the items one by one: new ones completely, and of the others what has changed in ShowDoc.
 * @param notes of the keys that came earlier
 */
export async function carryItems(step: Step, notes: NotedKeys): Promise<CarriedItems> {
  const { plan, application, arrangement, say } = step
  const records = arrangement.records.get('item')
  const came = plan.items.filter(({ item }) => hasCome(records?.get(item.id))).length
  if (came > 0 && !arrangement.source.isDone) say(`${came} of ${plan.items.length} items are there already.`)
  const renewing = { notes, ...(await knownRights(step)) }
  const texts = new Map<number, ItemTexts>()
  const keptPages = new Set<number>()
  for (const [done, planned] of plan.items.entries()) {
    const { id, name } = planned.item
    step.progress({ step: 'items', done, of: plan.items.length, name })
    const record = records?.get(id)
    const own = textsOf(step, planned, plan)
    if (!hasCome(record)) {
      await step.assertAlone()
      await application.carrying.carry((rows) =>
        writeItem({
          ...{ rows, planned, plan, texts: own, services: application.product.services, source: sourceOf(step), notes },
          came: arrangement.records,
        }),
      )
      step.note()
      if (hasFromElsewhere(step, planned, own))
        for (const page of await renewedAsRead(step, { ...renewing, planned, texts: own })) keptPages.add(page)
      say(
        `Carried ${counted(own.pageSums.size, 'page')} and ${counted(own.versionSums.size, 'version')} of item ${id}, ${name}`,
      )
    } else if (record.here === 'gone') {
      await leaveItem(step, own, planned, DELETED_HERE)
      continue
    } else if (arrangement.inBin.has(id) && !planned.isDeleted) {
      await leaveItem(step, own, planned, IN_BIN_HERE)
      await renewRights(step, planned, renewing)
      continue
    } else for (const page of await renewed(step, { ...renewing, planned, texts: own })) keptPages.add(page)
    if (planned.isDeleted) {
      const here = !hasCome(record) ? 'new' : arrangement.inBin.has(id) ? 'in bin' : 'live'
      tellOfDeleted(plan, { id, here, isEmpty: own.pageSums.size === 0 })
    }
    own.forgetWritten()
    texts.set(id, own)
  }
  leaveUnused(plan, [...texts.values()])
  await tellItemKeys(step, new Set(texts.keys()), notes.keys)
  return { texts, keptPages }
}

/** Whether pages of a new item, or the numbers of its rights, came with another one. */
function hasFromElsewhere({ arrangement, plan }: Step, { item }: PlannedItem, texts: ItemTexts): boolean {
  const came = (table: CarriedTable, id: number): boolean => hasCome(arrangement.records.get(table)?.get(id))
  const members = plan.members.get(item.id) ?? []
  return [...texts.pageSums.keys()].some((id) => came('page', id)) || members.some(({ id }) => came('member', id))
}

const sourceOf = ({ arrangement }: Step): number => arrangement.source.number

const textsOf = (
  { showdoc, application, arrangement: { source } }: Step,
  { item }: PlannedItem,
  plan: SitePlan,
): ItemTexts =>
  new ItemTexts(showdoc.database, plan, {
    ...{ item, language: languageAtFirst(application.config), hosts: source.hosts },
  })

interface RenewedItem {
  readonly planned: PlannedItem
  readonly texts: ItemTexts
}

/** What was noted and found before the items were imported. */
interface Noted {
  readonly notes: NotedKeys
  readonly access: KnownAccess
  readonly moved: MovedPages
}

type Renewal = RenewedItem & Noted

const knownRights = ({ application, arrangement, plan }: Step): Promise<Pick<Noted, 'access' | 'moved'>> =>
  application.carrying.carry(async (rows) => {
    const ids = plan.items.map(({ item }) => item.id)
    const { number } = arrangement.source
    return { access: await knownAccess(rows, number, ids), moved: await movedPages(rows.records(number)) }
  })

/** @returns ids of the pages that differ from ShowDoc and stay unchanged */
async function renewed(step: Step, renewal: Renewal): Promise<ReadonlySet<number>> {
  await renewal.texts.readAll()
  return renewedAsRead(step, renewal)
}

async function renewedAsRead(
  step: Step,
  { planned, texts, notes, access, moved }: Renewal,
): Promise<ReadonlySet<number>> {
  const { application, arrangement } = step
  const { product, carrying } = application
  const { services } = product
  const { records } = arrangement
  const { id, name } = planned.item
  const { plan } = step
  const changedHere = [...texts.pageRecords.keys()].filter((each) => records.get('page')?.get(each)?.here === 'changed')
  const versions = records.get('page_version') ?? new Map<never, never>()
  const { binned, remarks } = await carrying.carry(async (rows) => ({
    binned: await rows.pagesInBin(changedHere),
    remarks: await dueRemarks(rows, texts, versions),
  }))
  const comparing = { planned, texts, plan, moved, services, binned, database: step.showdoc.database }
  const seen = comparedItem({ ...comparing, records, access, membersHere: await product.database.members.ofItem(id) })
  const { due } = seen
  const known = (keptPages: ReadonlySet<number>): KnownKeys => ({ ...notes, without: keptPages })
  const isAnyDue = isAnythingDue(due) || remarks.changed.length > 0
  if (!isAnyDue && !areKeysDue({ plan, texts, services }, id, known(due.keptPages))) {
    plan.findings.addAll(seen.findings)
    for (const versionId of remarks.kept) plan.findings.keep('page_history', versionId, 'remarkOfHereStays')
    return due.keptPages
  }
  await step.assertAlone()
  const again = textsOf(step, planned, { ...plan, findings: new Findings() })
  const source = sourceOf(step)
  const written = await carrying.carry(async (rows) => {
    await rows.store.items.lock(id)
    // People may have changed something since the comparison.
    const membersHere = await rows.store.members.ofItem(id)
    const records = await recordsNow(rows, step, { planned, texts, membersHere })
    const here = new Map([...access.here, ...(await rows.accessOf([id]))])
    const now = comparedItem({ ...comparing, records, membersHere, access: { ...access, here } })
    await renewItem({ rows, due: now.due, texts: again, source, versions, itemId: id, services })
    await renewRemarks(rows, source, await dueRemarks(rows, texts, versions), now.findings)
    await writeKeys({ rows, planned, plan, texts, services, source }, known(now.due.keptPages))
    return now
  })
  plan.findings.addAll(written.findings)
  step.note()
  const { newPages, changedPages, keptPages } = written.due
  step.say(`Brought ${newPages.size} new and ${counted(changedPages.size, 'changed page')} of item ${id}, ${name}`)
  return keptPages
}

/**
 * An item in the bin is open to the same people as in ShowDoc once it is back; its texts come then. What stays as it is
 * here is reported.
 */
async function renewRights(step: Step, planned: PlannedItem, noted: Noted): Promise<void> {
  const plan: SitePlan = { ...step.plan, links: new Map(), keys: new Map(), findings: new Findings() }
  await renewedAsRead({ ...step, plan }, { ...noted, planned, texts: textsOf(step, planned, plan) })
  step.plan.findings.addAll(plan.findings)
}

/** The pending changes of an item, and the findings to report. */
function comparedItem(comparing: Parameters<typeof dueOfItem>[0]): {
  readonly due: DueItem
  readonly findings: Findings
} {
  const findings = new Findings()
  return { due: dueOfItem({ ...comparing, plan: { ...comparing.plan, findings } }), findings }
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
  /** Of a page that was moved into it in ShowDoc, and is in another item here. */
  readonly moved: ReasonCode
}
const DELETED_HERE: Absence = {
  ...{ here: 'staysDeleted', there: 'deletedSince', parts: 'itemStaysDeleted', moved: 'newItemDeleted' },
}
const IN_BIN_HERE: Absence = {
  ...{ here: 'inBinHere', there: 'inBinHere', parts: 'itemInBinHere', moved: 'newItemInBin' },
}

/** What was deleted here stays deleted, with all its content. */
async function leaveItem(
  { plan, arrangement }: Step,
  texts: ItemTexts,
  { item: { id } }: PlannedItem,
  { here, there, parts, moved }: Absence,
): Promise<void> {
  await texts.readAll()
  plan.findings.keep('item', id, here)
  plan.findings.leave('item', id, there)
  for (const { id: catalogId } of plan.catalogs.get(id) ?? []) plan.findings.leave('catalog', catalogId, parts)
  const key = plan.keys.get(id)
  if (key) plan.findings.leave('item_token', key.id, parts)
  for (const { id: memberId } of plan.members.get(id) ?? []) plan.findings.leave('item_member', memberId, parts)
  const records = arrangement.records.get('page')
  for (const pageId of [...texts.pageSums.keys(), ...texts.drafts.keys()]) {
    const record = records?.get(pageId)
    const isElsewhere = hasCome(record) && record.here !== 'gone' && record.place !== String(id)
    plan.findings.leave('page', pageId, isElsewhere ? moved : parts, isElsewhere ? { item: id } : undefined)
  }
  for (const versionId of texts.versionSums.keys()) plan.findings.leave('page_history', versionId, parts)
}

/** Reports records whose page cannot have them. */
function leaveUnused({ links, deletions, findings }: SitePlan, texts: readonly ItemTexts[]): void {
  const live = new Set(texts.flatMap(({ livePageIds }) => livePageIds))
  const recycled = new Set(texts.flatMap(({ recycledPageIds }) => recycledPageIds))
  for (const { id, pageId } of links.values())
    if (!live.has(pageId)) findings.leave('single_page', id, 'sharedPageGone')
  for (const { id, pageId } of deletions.values())
    if (!recycled.has(pageId)) findings.leave('recycle', id, 'pageNotDeleted')
}
