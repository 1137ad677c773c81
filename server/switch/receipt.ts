import { createHash } from 'node:crypto'
import type { CarriedTable } from '#adapters/database/carried-records.ts'
import { digestOfKey } from '#core/page/link.ts'
import type { Carried } from './carry.ts'
import { trafficIn } from './files.ts'
import type { OpenedShowdoc } from './look.ts'
import type { LookProblem } from './look-problem.ts'
import { leftColumnsIn, type LeftColumns } from './column-fates.ts'
import { foundDrafts, type FoundDrafts } from './compared-drafts.ts'
import { comparedFiles, type FilesReceipt } from './compared-files.ts'
import { ContentSums } from './content-sums.ts'
import { TABLES_CARRIED } from './fates.ts'
import type { KeyNotes } from './key-notes.ts'
import { whyNotShared } from './moved-links.ts'
import type { Finding } from './plan/findings.ts'
import { followedLinks, type LinksReceipt } from './prove/links.ts'
import type { Proving } from './prove/proving.ts'
import { comparedRoles, type RolesReceipt } from './prove/roles.ts'
import { comparedSeenPages, type SeenPagesReceipt } from './prove/seen-pages.ts'
import { comparedVisitors, type VisitorsReceipt } from './prove/visitors.ts'
import type { ReasonCode } from './reasons.ts'
import type { UnreadableRow } from './showdoc-database.ts'
import { idsThereOf } from './renumbered.ts'
import { hasCome } from './row-sums.ts'
import { ownColumn } from './source-ids.ts'
import { tellOnce } from './told-once.ts'

/** The result for one table of ShowDoc. */
export interface TableReceipt {
  readonly name: string
  readonly read: number
  readonly carried: number
  /** Rows that have no place in Octavo, kept completely as JSON. */
  readonly kept: number
  /** Rows that were left behind, each of them in `left` or unreadable. */
  readonly left: number
  /** Why nothing of the table is imported, see `ReasonCode`; null for one that is. */
  readonly reason: ReasonCode | null
  /** Of the kept rows, how many are in pages of their items; the others are in a file beside the receipt. */
  readonly inPages: number
}

/** The contents stored in Octavo, compared with those that were read. */
export interface ContentReceipt {
  readonly compared: number
  /** Checksum of the checksums of all contents, in order of their ids. */
  readonly sum: string
  /** Ids of those that are missing, or not identical byte for byte. */
  readonly differing: readonly number[]
}

/** What was imported, what was not, and why. */
export interface Receipt {
  readonly format: 2
  readonly from: {
    readonly product: 'ShowDoc'
    readonly file: string
    readonly schema: number | null
    /** The number of the ShowDoc among those imported here, from 1. */
    readonly source: number
    /** The only item that was imported; null for all. */
    readonly item: number | null
    /** Hosts of it that were not noted when it first came, and were found again; missing for none. */
    readonly foundHosts?: readonly string[]
  }
  readonly begunAt: string
  /** Whether everything to import is here, unchanged. */
  readonly isWhole: boolean
  readonly tables: readonly TableReceipt[]
  /** What was found before the move, such as damages and texts of a dump that may be other ones. */
  readonly problems: readonly LookProblem[]
  /** Tables of what is imported that the ShowDoc does not have, which count as empty. */
  readonly missing: readonly string[]
  /** Columns of imported tables that are not kept. */
  readonly columns: readonly LeftColumns[]
  readonly pages: ContentReceipt
  /** Texts that only their authors can see. */
  readonly drafts: ContentReceipt
  readonly versions: ContentReceipt
  readonly attachments: FilesReceipt
  readonly seenPages: SeenPagesReceipt
  readonly links: LinksReceipt
  readonly roles: RolesReceipt
  readonly visitors: VisitorsReceipt
  readonly left: readonly Finding[]
  readonly changed: readonly Finding[]
  /** Rows imported earlier that keep their state here, because people have changed them since. */
  readonly kept: readonly Finding[]
  readonly unreadable: readonly UnreadableRow[]
  /** Usernames with the default password of ShowDoc, which should be changed. */
  readonly defaultPasswords: readonly string[]
}

/** Compares what is stored in Octavo with what was read. */
export async function receiptOf(receiving: Omit<Proving, 'closed'>): Promise<Receipt> {
  const { showdoc, carried, application } = receiving
  const { look, database } = showdoc
  const { plan, texts, defaultPasswords, arrangement } = carried
  const proving: Proving = { ...receiving, closed: await closedItems(receiving) }
  const found = await foundRows(proving)
  leaveMissing(carried, found)
  const wanted = (of: 'pageSums' | 'versionSums') => Array.from(texts.values(), (each) => each[of])
  const pages = compared(wanted('pageSums'), found.pages, carried.keptPages)
  const drafts = compared([found.drafts.wanted], found.drafts.found)
  const versions = compared(wanted('versionSums'), found.versions, versionsOf(carried))
  const attachments = await comparedFiles({ showdoc, carried, application })
  const tables = tablesOf(proving, found)
  const seenPages = await comparedSeenPages(proving)
  const links = await followedLinks(proving)
  const roles = await comparedRoles(proving)
  const visitors = await comparedVisitors(proving)
  const { findings } = plan
  tellOnce(findings, arrangement)
  const there = idsThereOf(arrangement.idsHere)
  const told = (of: readonly Finding[]): readonly Finding[] => of.map((finding) => asThere(finding, there))
  return {
    format: 2,
    from: {
      ...{ product: 'ShowDoc', file: look.file, schema: look.schema },
      ...{ source: arrangement.source.number, item: showdoc.only },
      ...(arrangement.foundHosts.length > 0 && { foundHosts: arrangement.foundHosts }),
    },
    begunAt: plan.now.toISOString(),
    isWhole:
      links.broken.length === 0 &&
      [pages, drafts, versions, attachments, seenPages].every(({ differing }) => differing.length === 0) &&
      tables.every(({ reason, ...table }) => reason !== null || table.carried + table.left === table.read),
    problems: look.problems,
    missing: TABLES_CARRIED.filter((name) => !database.has(name)),
    ...{
      tables,
      columns: leftColumnsIn(database),
      pages,
      drafts,
      versions,
      attachments,
      seenPages,
      links,
      roles,
      visitors,
    },
    left: told(findings.left),
    changed: told([...findings.changed, ...database.mended]),
    kept: told(findings.kept),
    ...{ unreadable: database.unreadable, defaultPasswords },
  }
}

async function closedItems({ carried, application }: Omit<Proving, 'closed'>): Promise<ReadonlySet<number>> {
  const inBin = await application.carrying.carry((rows) => rows.itemsInBin())
  return new Set([...inBin, ...carried.plan.items.flatMap(({ item, isDeleted }) => (isDeleted ? [item.id] : []))])
}

/** Identifies a row by its id in ShowDoc, and adds its id here if different. */
function asThere(finding: Finding, there: ReturnType<typeof idsThereOf>): Finding {
  const id = typeof finding.id === 'number' ? there(finding.table, finding.id) : null
  return id === null || id === finding.id ? finding : { ...finding, id, here: Number(finding.id) }
}

/** Ids of the versions of pages that people changed here, whose histories continue here. */
const versionsOf = ({ plan, keptPages }: Carried): ReadonlySet<number> =>
  new Set([...keptPages].flatMap((pageId) => plan.versions.get(pageId)?.ids ?? []))

/** Which of the planned rows exist here. */
interface FoundRows {
  readonly pages: ContentSums
  readonly drafts: FoundDrafts
  readonly versions: ContentSums
  /** Of tables other than those of pages, versions and files. */
  readonly present: ReadonlyMap<CarriedTable, ReadonlySet<number>>
  /** Ids of single_page whose key opens its page here. */
  readonly links: ReadonlySet<number>
  /** As they are after the run. */
  readonly linkNotes: KeyNotes
  /** Ids of the rows imported from tables whose rows have no id here. */
  readonly others: ReadonlyMap<string, ReadonlySet<number>>
}

async function foundRows(proving: Proving): Promise<FoundRows> {
  const { carried, application } = proving
  const { plan, texts, arrangement } = carried
  const drafts = await foundDrafts(proving)
  const pages = new ContentSums()
  const versions = new ContentSums()
  for (const itemId of texts.keys()) {
    const { ofPages, ofVersions } = await application.carrying.carry(async (rows) => ({
      ofPages: await rows.sumsOfPages(itemId),
      ofVersions: await rows.sumsOfVersions(itemId),
    }))
    for (const [id, sum] of ofPages) pages.add(id, sum)
    for (const [id, sum] of ofVersions) versions.add(id, sum)
  }
  return application.carrying.carry(async (rows) => {
    const records = rows.records(arrangement.source.number)
    const present = new Map<CarriedTable, ReadonlySet<number>>()
    for (const table of plannedIds(carried).keys()) {
      const came = (await records.of(table)).filter(({ sourceSum, here }) => sourceSum !== null && here !== 'gone')
      present.set(table, new Set(came.map(({ id }) => id)))
    }
    const links = new Set<number>()
    for (const { id, pageId, key } of plan.links.values())
      if ((await rows.store.pageLinks.pageOf(digestOfKey(application.product.services, key), plan.now)) === pageId)
        links.add(id)
    const others = new Map<string, ReadonlySet<number>>()
    for (const table of ['item_group', 'file_flow']) others.set(table, new Set((await records.others(table)).keys()))
    const linkNotes = arrangement.keys.links.with(await records.others('single_page'))
    return { pages, drafts, versions, present, links, linkNotes, others }
  })
}

/** The planned rows, by the tables that have records. */
const plannedIds = ({ plan, texts }: Carried): ReadonlyMap<CarriedTable, readonly number[]> => {
  const ids = (rows: Iterable<{ readonly id: number }>): readonly number[] => Array.from(rows, ({ id }) => id)
  const items = plan.items.filter(({ item }) => texts.has(item.id))
  return new Map<CarriedTable, readonly number[]>([
    ['user', ids(plan.users.map(({ user }) => user))],
    ['item', ids(items.map(({ item }) => item))],
    ['catalog', ids(items.flatMap(({ item }) => plan.catalogs.get(item.id) ?? []))],
    ['member', ids(items.flatMap(({ item }) => plan.members.get(item.id) ?? []))],
    ['team', ids(plan.teams.teams)],
    ['team_member', ids(plan.teams.members)],
    ['team_item', ids(plan.teams.items)],
    ['team_grant', ids(plan.teams.grants)],
  ])
}

const presentIn = (carried: Carried, { present }: FoundRows, table: CarriedTable): readonly number[] => {
  const here = present.get(table) ?? new Set()
  return (plannedIds(carried).get(table) ?? []).filter((id) => here.has(id))
}

/** Reports rows that were imported and deleted here since, so that every row is accounted for. */
function leaveMissing(carried: Carried, { present, pages, versions, links, linkNotes }: FoundRows): void {
  const { plan, texts, arrangement, keptPages } = carried
  const { findings } = plan
  for (const [table, ids] of plannedIds(carried)) {
    const here = present.get(table) ?? new Set()
    const records = arrangement.records.get(table)
    for (const id of ids.filter((each) => !here.has(each))) {
      const reason = hasCome(records?.get(id)) ? 'removedSince' : 'placeTaken'
      findings.leave(ownColumn(table)[0], id, reason)
    }
  }
  const isLive = new Set([...texts.values()].flatMap(({ livePageIds }) => livePageIds))
  for (const link of plan.links.values()) {
    const reason = isLive.has(link.pageId) && !links.has(link.id) ? whyNotShared(link, linkNotes, keptPages) : null
    if (reason !== null) findings.leave('single_page', link.id, reason, { page: link.pageId })
  }
  for (const id of [...keptPages].filter((each) => !pages.has(each))) findings.leave('page', id, 'deletedSince')
  for (const id of [...versionsOf(carried)].filter((each) => !versions.has(each)))
    findings.leave('page_history', id, 'ownHistory')
}

function tablesOf(proving: Proving, found: FoundRows): readonly TableReceipt[] {
  const { look, database } = proving.showdoc
  const { left } = proving.carried.plan.findings
  const behindIn = (name: string): number =>
    left.filter(({ table }) => table === name).length + unreadableIn(database, name)
  const here = rowsHere(proving, found, (name) => database.count(name) - behindIn(name))
  return look.tables.map(({ name, rows, fate }) => {
    if (fate.kind === 'carried')
      return { name, read: rows, carried: here[name] ?? 0, kept: 0, left: behindIn(name), reason: null, inPages: 0 }
    if (fate.kind === 'never')
      return { name, read: rows, carried: 0, kept: 0, left: rows, reason: fate.what, inPages: 0 }
    const inPages = proving.carried.kept.inPages.get(name) ?? 0
    return { name, read: rows, carried: 0, kept: rows, left: 0, reason: fate.what, inPages }
  })
}

const unreadableIn = ({ unreadable }: OpenedShowdoc['database'], name: string): number =>
  unreadable.filter(({ table }) => table === name).length

/** Tables whose rows are stored here in other tables, together with those of others. */
const COUNTED_BY_LEFT = [
  'file_page',
  'template',
  'template_item',
  'mock',
  'subscription',
  'page_comment',
  'options',
  'item_change_log',
  'item_star',
  'item_top',
  'message',
  'message_content',
] as const

/** How many rows of each ShowDoc table are here. @param keptOf the number of rows not left behind */
function rowsHere(
  { carried, showdoc: { database } }: Proving,
  found: FoundRows,
  keptOf: (name: string) => number,
): Readonly<Record<string, number>> {
  const { plan, texts, files } = carried
  const of = (table: CarriedTable): number => presentIn(carried, found, table).length
  const wanted = [...texts.values()]
  const count = (ids: Iterable<number>, here: ContentSums): number => [...ids].filter((id) => here.has(id)).length
  return {
    ...{ user: of('user'), item: of('item'), catalog: of('catalog') },
    page: wanted.reduce((sum, each) => sum + count(each.pageSums.keys(), found.pages), found.drafts.count),
    page_history: wanted.reduce((sum, each) => sum + count(each.versionSums.keys(), found.versions), 0),
    recycle: plan.deletions.size - countOf(plan.findings.left, plan.deletions.values(), 'recycle'),
    item_member: of('member'),
    item_token: plan.keys.size - countOf(plan.findings.left, plan.keys.values(), 'item_token'),
    item_sort: plan.orders.length - countOf(plan.findings.left, plan.orders, 'item_sort'),
    single_page: found.links.size,
    upload_file: files.filter(({ planned, attachment }) => planned.id !== null && attachment !== null).length,
    file_flow: trafficIn(database).filter(({ id }) => found.others.get('file_flow')?.has(id)).length,
    item_group: plan.groups.filter(({ id }) => found.others.get('item_group')?.has(id)).length,
    ...Object.fromEntries(COUNTED_BY_LEFT.map((name) => [name, keptOf(name)])),
    ...{ team: of('team'), team_member: of('team_member'), team_item: of('team_item') },
    team_item_member: of('team_grant'),
  }
}

/** The number of planned rows that were left behind in the end. */
const countOf = (left: readonly Finding[], planned: Iterable<{ readonly id: number }>, table: string): number => {
  const ids = new Set<unknown>(Array.from(planned, ({ id }) => id))
  return left.filter((finding) => finding.table === table && ids.has(finding.id)).length
}

interface Sums {
  get(id: number): string | undefined
  keys(): Iterable<number>
}

/** @param without ids of contents that stay as they are here */
function compared(wanted: readonly Sums[], found: Sums, without: ReadonlySet<number> = new Set()): ContentReceipt {
  const ids: number[] = []
  const differing: number[] = []
  for (const sums of wanted)
    for (const id of sums.keys()) {
      if (without.has(id)) continue
      ids.push(id)
      if (sums.get(id) !== found.get(id)) differing.push(id)
    }
  const ascending = (a: number, b: number): number => a - b
  const sum = createHash('sha256')
  for (const id of ids.sort(ascending)) sum.update(`${id} ${found.get(id) ?? ''}\n`)
  return { compared: ids.length, sum: sum.digest('hex'), differing: differing.toSorted(ascending) }
}
