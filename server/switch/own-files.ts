import { TOKEN_BYTES } from '#core/attachment/attachment.ts'
import { filesElsewhere, formerFiles } from '#core/attachment/former-address.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Collection } from '#core/ports/documents.ts'
import type { Store } from '#core/ports/store.ts'
import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import { filesIn, type ShowdocFile } from './files.ts'
import type { OpenedShowdoc } from './look.ts'
import type { OtherSigns } from './named-files.ts'
import { isSign } from './plan/files.ts'
import { hasCome } from './row-sums.ts'
import { pathInUploads } from './uploads-folder.ts'

/** New signs for files whose sign or path leads to a file of another ShowDoc here. */
export interface OwnSigns extends OtherSigns {
  /** Whether some of them are new in this run. */
  readonly isAnyNew: boolean
}

const NONE: OwnSigns = { ofSign: new Map(), ofPath: new Map(), isAnyNew: false }

/** Kept before anything else comes, so that a run that is broken off goes on with the same ones. */
const keptSigns = ({ documents }: Pick<Store, 'documents'>) => documents.collection<{ sign: string }>('switch.sign')

interface Finding {
  readonly number: number
  readonly records: Arrangement['records']
  newSign(): string
}

/**
 * Decides which files get another sign: of two ShowDocs of which one began as a copy of the other, the addresses of both
 * lead to the files of the first. Looks up many addresses in each of several short transactions: a single one would
 * last as long as all of them, and could not be aborted.
 */
export async function ownSigns(
  { database, look }: OpenedShowdoc,
  { product, carrying }: ComposedApplication,
  { source: { number, begunAt }, hasOthers, records }: Arrangement,
): Promise<OwnSigns> {
  if (!hasOthers) return NONE
  const finding: Finding = { number, records, newSign: () => product.services.keys.random(TOKEN_BYTES) }
  const files = filesIn(database)
  const fresh = new Map<string, string>()
  const bySign = filesBySign(files)
  const ofSign = new Map<string, string>()
  for (const some of batchesOf([...bySign.values()]))
    for (const [sign, other] of await carrying.carry((rows) => othersOfSigns({ rows, finding, fresh }, some)))
      if (other !== sign) ofSign.set(sign, other)
  const listed = listedAt(files)
  const ofPath = new Map<string, string>()
  // Of several files with a sign, only one keeps it.
  const places = Array.from(new Set([...listed.keys(), ...look.uploads.paths]), (path): Place => {
    const file = listed.get(path)
    return { path, own: file && bySign.get(file.sign) === file ? (ofSign.get(file.sign) ?? file.sign) : null }
  })
  for (const some of batchesOf(places))
    for (const [path, other] of await carrying.carry((rows) => othersOfPaths({ rows, finding, fresh }, some)))
      ofPath.set(path, other)
  if (fresh.size > 0) await carrying.carry(({ store }) => keep(store, fresh, new Date(begunAt)))
  return { ofSign, ofPath, isAnyNew: fresh.size > 0 }
}

const AT_ONCE = 1_000

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** One file for each sign: that in the uploads folder before those of other storages. */
function filesBySign(files: readonly ShowdocFile[]): ReadonlyMap<string, ShowdocFile> {
  const found = new Map<string, ShowdocFile>()
  const isHere = ({ address }: ShowdocFile): boolean => pathInUploads(address) !== null
  for (const file of [...files.filter(isHere), ...files.filter((each) => !isHere(each))])
    if (isSign(file.sign) && !found.has(file.sign)) found.set(file.sign, file)
  return found
}

/** The first file at each path, to which the path leads. */
function listedAt(files: readonly ShowdocFile[]): ReadonlyMap<string, ShowdocFile> {
  const found = new Map<string, ShowdocFile>()
  for (const file of files) {
    const path = pathInUploads(file.address)
    if (path !== null && !found.has(path)) found.set(path, file)
  }
  return found
}

interface LookingUp {
  readonly rows: CarriedRows
  readonly finding: Finding
  /** Takes the new signs, by their keys. */
  readonly fresh: Map<string, string>
}

/** The signs in place of those of these files that are taken. */
async function othersOfSigns(
  { rows, finding, fresh }: LookingUp,
  files: readonly ShowdocFile[],
): Promise<ReadonlyMap<string, string>> {
  const { store } = rows
  const keyOf = ({ sign }: ShowdocFile): string => `${finding.number} sign ${sign}`
  const known = await byKeys(keptSigns(store), files.map(keyOf))
  const signs = files.filter((file) => !known.has(keyOf(file))).map(({ sign }) => sign)
  const elsewhere = await byKeys(filesElsewhere(store), signs)
  const holders = await rows.filesWithTokens(signs)
  // A sign and its path were given out together, and are known when the file itself is gone.
  const former = await byKeys(formerFiles(store), placesOf(files))
  const isTaken = ({ id, sign, address }: ShowdocFile): boolean => {
    const there = elsewhere.get(sign)
    if (there !== undefined && (there.source ?? 1) !== finding.number) return true
    const place = pathInUploads(address)
    const before = place === null ? undefined : former.get(place)
    if (before?.token === sign && (before.source ?? 1) !== finding.number) return true
    const holder = holders.get(sign)
    return holder !== undefined && (place === null || holder !== id)
  }
  const others = new Map<string, string>()
  for (const file of files) {
    const before = known.get(keyOf(file))?.sign
    if (before === undefined && !isTaken(file)) continue
    const other = before ?? (await signHere(rows, finding, file))
    if (before === undefined) fresh.set(keyOf(file), other)
    others.set(file.sign, other)
  }
  return others
}

const placesOf = (files: readonly ShowdocFile[]): readonly string[] =>
  files.flatMap(({ address }) => pathInUploads(address) ?? [])

/** The sign that the file has here when it came before; otherwise a new one. */
async function signHere(rows: CarriedRows, { records, newSign }: Finding, { id }: ShowdocFile): Promise<string> {
  const came = hasCome(records.get('attachment')?.get(id)) ? await rows.fileAt({ id }) : null
  return came?.token ?? newSign()
}

interface Place {
  readonly path: string
  /** The sign of the file there; null without one that it keeps. */
  readonly own: string | null
}

/** The signs in place of those of these paths that are taken. */
async function othersOfPaths(
  { rows: { store }, finding: { number, newSign }, fresh }: LookingUp,
  places: readonly Place[],
): Promise<ReadonlyMap<string, string>> {
  const keyOf = ({ path }: Place): string => `${number} path ${path}`
  const known = await byKeys(keptSigns(store), places.map(keyOf))
  const unknown = places.filter((place) => !known.has(keyOf(place))).map(({ path }) => path)
  const former = await byKeys(formerFiles(store), [...unknown, ...unknown.map((path) => `/${number}/${path}`)])
  const isTaken = ({ path }: Place): boolean => {
    const file = former.get(path)
    return file !== undefined && (file.source ?? 1) !== number
  }
  const others = new Map<string, string>()
  for (const place of places) {
    const before = known.get(keyOf(place))?.sign
    if (before === undefined && !isTaken(place)) continue
    const other = before ?? place.own ?? former.get(`/${number}/${place.path}`)?.token ?? newSign()
    if (before === undefined) fresh.set(keyOf(place), other)
    others.set(place.path, other)
  }
  return others
}

async function byKeys<T extends object>(
  collection: Collection<T>,
  keys: readonly string[],
): Promise<ReadonlyMap<string, T>> {
  const found = await collection.byKeys(keys)
  return new Map(found.map(({ key, data }) => [key ?? '', data]))
}

async function keep(store: Store, fresh: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const entries = Array.from(fresh, ([key, sign]) => ({ key, at, data: { sign } }))
  for (const some of batchesOf(entries)) await keptSigns(store).putAll(some)
}
