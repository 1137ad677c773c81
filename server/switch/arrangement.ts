import { isDeepStrictEqual } from 'node:util'
import { CARRIED_TABLES, type CarriedRecord, type CarriedTable } from '#adapters/database/carried-records.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { formerIds } from '#core/item/former-ids.ts'
import { readSettings, writeSettings } from '#core/settings.ts'
import type { Store } from '#core/ports/store.ts'
import type { ComposedApplication } from '../application.ts'
import { notedAge, tableBehind } from './copy-age.ts'
import { giveNewNumbers, type FormerOfNumber } from './given-numbers.ts'
import { hostsFoundAgain } from './hosts.ts'
import { keyMarks } from './key-marks.ts'
import { KeyNotes } from './key-notes.ts'
import { knownSource } from './known-source.ts'
import type { OpenedShowdoc } from './look.ts'
import { accountsOf, takenBy } from './matched-accounts.ts'
import { switchNote, type NotedSource } from './note.ts'
import type { IdsHere } from './renumbered.ts'
import { ShowdocRefusal } from './refusal.ts'
import type { LinkChoice } from './rewritten-links.ts'
import { hasCome, KEPT, KNOWN } from './row-sums.ts'
import type { SourceIds } from './source-ids.ts'

/** What is known before the import: which ShowDoc it is, and which of its rows were imported already. */
export interface Arrangement {
  readonly source: NotedSource
  /** By ids here. */
  readonly records: ReadonlyMap<CarriedTable, ReadonlyMap<number, CarriedRecord>>
  readonly idsHere: IdsHere
  /** Hosts of which an older version did not note that its files were reached there, found again; mostly none. */
  readonly foundHosts: readonly string[]
  /** Rows whose numbers were given again in ShowDoc, see `giveNewNumbers`. */
  readonly formerOfNumbers: readonly FormerOfNumber[]
  /** Whether something here may have the same keys and addresses, because it came from a copy of this ShowDoc. */
  readonly hasOthers: boolean
  /** What is noted of the keys of pages and of items that came, by the ids of their rows. */
  readonly keys: { readonly links: KeyNotes; readonly keys: KeyNotes }
  /** Ids of the items that lie in the recycle bin here. */
  readonly inBin: ReadonlySet<number>
  /** By item id, the checksums of its content that has no place in Octavo and is kept. */
  readonly kept: ReadonlyMap<number, string>
}

interface Arranging {
  readonly application: ComposedApplication
  readonly isInto: boolean
  readonly isBesideServers: boolean
  readonly mayBeOlder: boolean
  readonly links: LinkWish
}

/** What to do with links inside pages. */
export interface LinkWish {
  /** Null to use the previous choice, or to keep links when there is none. */
  readonly choice: LinkChoice | null
  /** Hosts under which the ShowDoc was reachable. */
  readonly hosts: readonly string[]
  /** The host under which links and files were reached, as entered explicitly; null for none. */
  readonly address: string | null
}

/**
 * Finds out whether this ShowDoc was imported before, and assigns an id here to every row, in one transaction.
 * @throws ShowdocRefusal when it cannot be imported here
 */
export async function arranged(
  showdoc: OpenedShowdoc,
  { application, isInto, isBesideServers, mayBeOlder, links }: Arranging,
): Promise<Arrangement> {
  const { product, carrying } = application
  const { sourceIds } = showdoc
  const { sources } = await readSettings(product.database, switchNote)
  const known = knownSource(sources, sourceIds.marks)
  if (known) {
    assertSameLinks(known, links)
    if (!mayBeOlder) assertNotOlder(known, sourceIds)
  } else await assertOpen(product.database, { sources, isInto })
  return carrying.carry(async (rows) => {
    const source = known
      ? asNow(known, sourceIds, links)
      : await newSource(rows.store, { sources, sourceIds, application, isBesideServers, links })
    const isFresh = source.isOwnSite && !known
    const isAnyAssigned = await assignIds(rows, showdoc, { source, isFresh })
    const formerOfNumbers = known ? await giveNewNumbers(rows, showdoc, source) : []
    const isAnyNew = isAnyAssigned || formerOfNumbers.some(({ isGiven }) => isGiven)
    if (isAnyNew || !known) await noteSource(rows.store, { ...source, isDone: false })
    else if (!isDeepStrictEqual(source, known)) await noteSource(rows.store, source)
    const found = await recordsOf(rows, source, application)
    if (isAnyNew) await noteFormerIds(rows, source, found.idsHere)
    const hasOthers = !source.isOwnSite || sources.some(({ number }) => number !== source.number)
    const foundHosts =
      source.host === undefined ? await hostsFoundAgain(showdoc.database, source, application.config) : []
    const isDone = source.isDone && !isAnyNew
    return { source: { ...source, isDone }, hasOthers, foundHosts, formerOfNumbers, ...found }
  })
}

/** @throws ShowdocRefusal when more of it came before than this copy has */
function assertNotOlder({ age }: NotedSource, sourceIds: SourceIds): void {
  const table = age ? tableBehind(sourceIds.age, age) : null
  if (table !== null) throw new ShowdocRefusal('olderCopy', { table })
}

/** What is noted of a known source when it comes once more. */
function asNow(known: NotedSource, { marks, age }: SourceIds, { address }: LinkWish): NotedSource {
  const { numbers, latest } = notedAge(age)
  return {
    ...{ ...known, marks: [...new Set([...known.marks, ...marks])], ...(address !== null && { host: address }) },
    // What a dump of some tables does not have stays noted.
    age: { numbers: { ...known.age?.numbers, ...numbers }, latest: { ...known.age?.latest, ...latest } },
  }
}

/** Continuing with another choice would leave a mixture of both. */
function assertSameLinks({ links, hosts }: NotedSource, { choice, address }: LinkWish): void {
  if (choice !== null && choice !== links)
    throw new ShowdocRefusal(links === 'keep' ? 'linksWereKept' : 'linksWereRewritten')
  // Where links are kept, it only tells which files are its own.
  if (address === null || links === 'keep' || hosts.includes(address)) return
  if (hosts.length === 0) throw new ShowdocRefusal('addressTooLateForAny', { address })
  throw new ShowdocRefusal('addressTooLate', { hosts: hosts.join(', '), address })
}

async function assertOpen(
  store: Store,
  { sources, isInto }: { readonly sources: readonly NotedSource[]; readonly isInto: boolean },
): Promise<void> {
  // Moves started by servers complete each item separately, so they need not be finished before another one starts.
  if (sources.some(({ isDone, isBesideServers }) => !isDone && !isBesideServers)) throw new ShowdocRefusal('otherBegun')
  if (isInto || (await store.users.countAll()) === 0) return
  throw new ShowdocRefusal(sources.length > 0 ? 'hasOther' : 'hasAccounts')
}

interface NewSource {
  readonly sources: readonly NotedSource[]
  readonly sourceIds: SourceIds
  readonly application: ComposedApplication
  readonly isBesideServers: boolean
  readonly links: LinkWish
}

async function newSource(
  store: Store,
  { sources, sourceIds: { marks, age }, application, isBesideServers, links }: NewSource,
): Promise<NotedSource> {
  const isOwnSite = sources.length === 0 && (await store.users.countAll()) === 0
  return {
    ...{ number: sources.length + 1, marks: [...marks], isOwnSite, isDone: false, isBesideServers, hasSettings: false },
    begunAt: application.product.services.clock.now().toISOString(),
    ...{ links: links.choice ?? ('keep' as const), hosts: [...links.hosts], host: links.address },
    ...{ age: notedAge(age), left: [], changed: [] },
  }
}

/** Stores what is known of one source, replacing its previous entry. */
export async function noteSource(store: Store, source: NotedSource): Promise<void> {
  const { sources } = await readSettings(store, switchNote)
  const others = sources.filter(({ number }) => number !== source.number)
  await writeSettings(store, switchNote, { sources: [...others, source].toSorted((a, b) => a.number - b.number) })
}

/** @returns whether any row had no id before */
async function assignIds(
  rows: CarriedRows,
  { sourceIds: { of, largest, usernames } }: OpenedShowdoc,
  { source, isFresh }: { readonly source: NotedSource; readonly isFresh: boolean },
): Promise<boolean> {
  const records = rows.records(source.number)
  let isAnyNew = false
  for (const table of CARRIED_TABLES) {
    const came = await records.of(table)
    const had = new Set(came.map(({ sourceId }) => sourceId))
    const fresh = of[table].filter((id) => !had.has(id))
    if (fresh.length === 0) continue
    isAnyNew = true
    const taken = takenBy(came, usernames)
    const known = table === 'user' && !isFresh ? await accountsOf(rows.store, fresh, { usernames, taken }) : NOBODY
    await records.assign(table, fresh, { isFresh, largest: largest[table], known })
    if (known.size > 0) await records.note(table, new Map(Array.from(known.values(), (id) => [id, KNOWN])))
  }
  return isAnyNew
}

const NOBODY: ReadonlyMap<number, number> = new Map()

/**
 * Redirects former addresses to items, pages and catalogs that have other ids here, or another domain; those of an
 * earlier source take precedence.
 */
async function noteFormerIds(
  rows: CarriedRows,
  { number, begunAt, isOwnSite }: NotedSource,
  idsHere: IdsHere,
): Promise<void> {
  for (const table of ['item', 'page', 'catalog'] as const) {
    const taken = new Set<number>()
    for (let earlier = 1; earlier < number; earlier += 1)
      for (const { sourceId } of await rows.records(earlier).of(table)) taken.add(sourceId)
    const moved = [...(idsHere.get(table) ?? [])].filter(
      ([source, id]) => (source !== id || !isOwnSite) && !taken.has(source),
    )
    for (let at = 0; at < moved.length; at += AT_ONCE)
      await formerIds(rows.store).putAll(
        moved
          .slice(at, at + AT_ONCE)
          .map(([source, id]) => ({ key: `${table} ${source}`, at: new Date(begunAt), data: { id } })),
      )
  }
}
const AT_ONCE = 1_000

async function recordsOf(
  rows: CarriedRows,
  { number }: NotedSource,
  { product }: ComposedApplication,
): Promise<Omit<Arrangement, 'source' | 'hasOthers' | 'foundHosts' | 'formerOfNumbers'>> {
  const records = new Map<CarriedTable, ReadonlyMap<number, CarriedRecord>>()
  const idsHere = new Map<CarriedTable, ReadonlyMap<number, number>>()
  for (const table of CARRIED_TABLES) {
    const found = await rows.records(number).of(table, { isCompared: table !== 'page_version' })
    // Versions are a great many, and only those that came are asked about.
    const noted = table === 'page_version' ? found.filter(hasCome) : found
    records.set(table, new Map(noted.map((record) => [record.id, record])))
    idsHere.set(table, new Map(found.map(({ sourceId, id }) => [sourceId, id])))
  }
  const { others } = rows.records(number)
  const mark = await keyMarks(rows.store, product.services)
  const keys = {
    links: new KeyNotes(await others('single_page'), mark),
    keys: new KeyNotes(await others('item_token'), mark),
  }
  return { records, idsHere, keys, inBin: await rows.itemsInBin(), kept: await others(KEPT) }
}
