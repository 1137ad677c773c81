import { TOKEN_BYTES } from '#core/attachment/attachment.ts'
import { filesElsewhere, formerFiles } from '#core/attachment/former-address.ts'
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
  readonly store: Store
  readonly number: number
  readonly records: Arrangement['records']
  newSign(): string
}

/**
 * Decides which files get another sign: of two ShowDocs of which one began as a copy of the other, the addresses of both
 * lead to the files of the first.
 */
export async function ownSigns(
  { database, look }: OpenedShowdoc,
  { product, carrying }: ComposedApplication,
  { source: { number, begunAt }, hasOthers, records }: Arrangement,
): Promise<OwnSigns> {
  if (!hasOthers) return NONE
  const newSign = (): string => product.services.keys.random(TOKEN_BYTES)
  return carrying.carry(async ({ store }) => {
    const fresh = new Map<string, string>()
    const finding: Finding = { store, number, records, newSign }
    const signOf = async (address: string, isTaken: () => Promise<boolean>, former: () => Promise<string>) => {
      const key = `${number} ${address}`
      const known = (await keptSigns(store).byKey(key))?.data.sign
      if (known !== undefined) return known
      if (!(await isTaken())) return null
      const sign = await former()
      fresh.set(key, sign)
      return sign
    }
    const files = filesIn(database)
    const bySign = filesBySign(files)
    const ofSign = new Map<string, string>()
    for (const file of bySign.values()) {
      const taken = (): Promise<boolean> => isSignTaken(finding, file)
      const other = await signOf(`sign ${file.sign}`, taken, () => signHere(finding, file))
      if (other !== null && other !== file.sign) ofSign.set(file.sign, other)
    }
    const ofPath = new Map<string, string>()
    const listed = listedAt(files)
    for (const path of new Set([...listed.keys(), ...look.uploads.paths])) {
      const file = listed.get(path)
      // Of several files with a sign, only one keeps it.
      const own = file && bySign.get(file.sign) === file ? (ofSign.get(file.sign) ?? file.sign) : null
      const taken = (): Promise<boolean> => isPathTaken(finding, path)
      const other = await signOf(`path ${path}`, taken, async () => own ?? signAtPath(finding, path))
      if (other !== null) ofPath.set(path, other)
    }
    const entries = Array.from(fresh, ([key, sign]) => ({ key, at: new Date(begunAt), data: { sign } }))
    for (let at = 0; at < entries.length; at += AT_ONCE) await keptSigns(store).putAll(entries.slice(at, at + AT_ONCE))
    return { ofSign, ofPath, isAnyNew: fresh.size > 0 }
  })
}

const AT_ONCE = 1_000

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

async function isSignTaken({ store, number }: Finding, { id, sign, address }: ShowdocFile): Promise<boolean> {
  const elsewhere = await filesElsewhere(store).byKey(sign)
  if (elsewhere !== null && (elsewhere.data.source ?? 1) !== number) return true
  const holder = await store.attachments.byToken(sign)
  return holder !== null && (pathInUploads(address) === null || holder.attachment.id !== id)
}

/** The sign that the file has here when it came before; otherwise a new one. */
async function signHere({ store, records, newSign }: Finding, { id }: ShowdocFile): Promise<string> {
  const came = hasCome(records.get('attachment')?.get(id)) ? await store.attachments.byId(id) : null
  return came?.token ?? newSign()
}

async function isPathTaken({ store, number }: Finding, path: string): Promise<boolean> {
  const known = await formerFiles(store).byKey(path)
  return known !== null && (known.data.source ?? 1) !== number
}

async function signAtPath({ store, number, newSign }: Finding, path: string): Promise<string> {
  return (await formerFiles(store).byKey(`/${number}/${path}`))?.data.token ?? newSign()
}
