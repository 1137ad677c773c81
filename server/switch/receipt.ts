import { createHash } from 'node:crypto'
import type { CarriedCounts } from '#adapters/database/carried-rows.ts'
import type { ComposedApplication } from '../application.ts'
import type { Carried } from './carry.ts'
import type { OpenedShowdoc } from './look.ts'
import { comparedFiles, type FilesReceipt } from './compared-files.ts'
import type { Finding } from './plan/findings.ts'

/** What became of one table of ShowDoc. */
export interface TableReceipt {
  readonly name: string
  readonly read: number
  readonly carried: number
  /** Rows that stay behind, each of them among `left` or unreadable. */
  readonly left: number
  /** Why nothing of the table is carried; null for one that is. */
  readonly reason: string | null
}

/** Contents as they lie in Octavo now, compared with those that were read. */
export interface ContentReceipt {
  readonly compared: number
  /** Of the sums of all contents by their ids, in the order of the ids. */
  readonly sum: string
  /** Ids of those that are missing, or are not the same byte for byte. */
  readonly differing: readonly number[]
}

/** What was carried, what was not, and why. */
export interface Receipt {
  readonly format: 1
  readonly from: { readonly product: 'ShowDoc'; readonly file: string; readonly schema: number | null }
  readonly begunAt: string
  /** Whether all that was to come along is here as it was read. */
  readonly isWhole: boolean
  readonly tables: readonly TableReceipt[]
  readonly pages: ContentReceipt
  readonly versions: ContentReceipt
  readonly attachments: FilesReceipt
  readonly left: readonly Finding[]
  readonly changed: readonly Finding[]
  readonly unreadable: readonly { readonly table: string; readonly reason: string }[]
  /** Usernames whose password is the one every ShowDoc begins with: to be changed. */
  readonly defaultPasswords: readonly string[]
}

interface Proving {
  readonly showdoc: OpenedShowdoc
  readonly carried: Carried
  readonly application: ComposedApplication
}

/** Looks at what lies in Octavo now and holds it against what was read. */
export async function receiptOf({ showdoc, carried, application }: Proving): Promise<Receipt> {
  const { look, database } = showdoc
  const { plan, texts, defaultPasswords } = carried
  const pages = new Map<number, string>()
  const versions = new Map<number, string>()
  for (const itemId of texts.keys()) {
    const { ofPages, ofVersions } = await application.carrying.carry(async (rows) => ({
      ofPages: await rows.sumsOfPages(itemId),
      ofVersions: await rows.sumsOfVersions(itemId),
    }))
    for (const [id, sum] of ofPages) pages.set(id, sum)
    for (const [id, sum] of ofVersions) versions.set(id, sum)
  }
  const wanted = (of: 'pageSums' | 'versionSums') => new Map([...texts.values()].flatMap((each) => [...each[of]]))
  const comparedPages = compared(wanted('pageSums'), pages)
  const comparedVersions = compared(wanted('versionSums'), versions)
  const attachments = await comparedFiles({ showdoc, carried, application })
  const { left, changed } = plan.findings
  const behindIn = (name: string): number =>
    left.filter(({ table }) => table === name).length + unreadableIn(database, name)
  const found = rowsFound(await application.carrying.carry((rows) => rows.counts()), {
    ...{ carried, pages, versions },
    keptOf: (name) => database.count(name) - behindIn(name),
  })
  const tables = look.tables.map(({ name, rows, fate }) => {
    if (fate.kind !== 'carried') return { name, read: rows, carried: 0, left: rows, reason: fate.what }
    const behind = behindIn(name)
    return { name, read: rows, carried: found[name] ?? 0, left: behind, reason: null }
  })
  return {
    format: 1,
    from: { product: 'ShowDoc', file: look.file, schema: look.schema },
    begunAt: plan.now.toISOString(),
    isWhole:
      comparedPages.differing.length === 0 &&
      comparedVersions.differing.length === 0 &&
      attachments.differing.length === 0 &&
      tables.every(({ reason, ...table }) => reason !== null || table.carried + table.left === table.read),
    tables,
    pages: comparedPages,
    versions: comparedVersions,
    attachments,
    ...{ left, changed: [...changed, ...database.mended], unreadable: database.unreadable, defaultPasswords },
  }
}

const unreadableIn = ({ unreadable }: OpenedShowdoc['database'], name: string): number =>
  unreadable.filter(({ table }) => table === name).length

interface FoundTexts {
  readonly carried: Carried
  /** How many rows of a table are not among those that stay behind. */
  keptOf(name: string): number
  readonly pages: ReadonlyMap<number, string>
  readonly versions: ReadonlyMap<number, string>
}

/** Tables whose rows lie here in other ones, together with those of others. */
const COUNTED_BY_LEFT = ['file_page', 'template', 'template_item', 'mock', 'subscription', 'options'] as const

/** How many rows of each table of ShowDoc are here. */
const rowsFound = (
  counts: CarriedCounts,
  { carried: { plan, files }, keptOf, pages, versions }: FoundTexts,
): Readonly<Record<string, number>> => ({
  user: counts.user,
  item: counts.item,
  catalog: counts.catalog,
  page: pages.size + counts.draft,
  page_history: versions.size,
  recycle: plan.deletions.size - countOf(plan.findings.left, plan.deletions, 'recycle'),
  item_member: counts.member,
  item_token: plan.keys.size - countOf(plan.findings.left, plan.keys, 'item_token'),
  item_sort: plan.orders.length,
  single_page: counts.link,
  upload_file: files.filter(({ planned, attachment }) => planned.id !== null && attachment !== null).length,
  file_flow: counts.traffic,
  item_group: counts.itemGroup,
  ...Object.fromEntries(COUNTED_BY_LEFT.map((name) => [name, keptOf(name)])),
  team: counts.team,
  team_member: counts.teamMember,
  team_item: counts.teamItem,
  team_item_member: counts.teamGrant,
})

/** Those of the planned rows that stayed behind in the end. */
const countOf = (
  left: readonly Finding[],
  planned: ReadonlyMap<number, { readonly id: number }>,
  table: string,
): number => {
  const ids = new Set<unknown>([...planned.values()].map(({ id }) => id))
  return left.filter((finding) => finding.table === table && ids.has(finding.id)).length
}

function compared(wanted: ReadonlyMap<number, string>, found: ReadonlyMap<number, string>): ContentReceipt {
  const ids = [...wanted.keys()].toSorted((a, b) => a - b)
  const sum = createHash('sha256')
  for (const id of ids) sum.update(`${id} ${found.get(id) ?? ''}\n`)
  return {
    compared: ids.length,
    sum: sum.digest('hex'),
    differing: ids.filter((id) => wanted.get(id) !== found.get(id)),
  }
}
