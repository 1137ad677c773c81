import { counted } from './counted.ts'
import { TOKEN_BYTES, type Attachment } from '#core/attachment/attachment.ts'
import { typeOf } from '#core/attachment/file-type.ts'
import { formerFiles } from '#core/attachment/former-address.ts'
import { storageForNewFiles } from '#core/attachment/storages.ts'
import { uploadLimits } from '#core/attachment/upload-limits.ts'
import type { CarriedFileRow, CarriedRows } from '#adapters/database/carried-rows.ts'
import { isRefusal } from '#core/errors.ts'
import type { FileStorage } from '#core/ports/files.ts'
import type { ComposedApplication } from '../application.ts'
import { LARGEST_ID } from './columns.ts'
import type { ListedFiles } from './files.ts'
import type { ItemTexts } from './item-texts.ts'
import type { Findings } from './plan/findings.ts'
import { plannedFiles, type FileSurroundings, type PlannedFile } from './plan/files.ts'
import type { ReasonCode } from './reasons.ts'
import { ShowdocRefusal } from './refusal.ts'
import { hasCome, sumOfRow } from './row-sums.ts'
import { fileInUploads, type FileInUploads } from './uploads-folder.ts'
import type { Step } from './step.ts'

/** A file to import, and its attachment here; null when it has none. */
export interface CarriedFile {
  readonly planned: PlannedFile
  readonly attachment: Attachment | null
}

export interface CarryingFiles {
  readonly step: Step
  readonly listed: ListedFiles
  /** Of all items, after reading them completely. */
  readonly texts: ReadonlyMap<number, ItemTexts>
}

interface Surrounded {
  /** Of other storages, whose pictures pages may show. */
  readonly shownHosts: ReadonlySet<string>
  /** By their paths, the signs of files whose paths lead to others here. */
  readonly signsOfPaths: ReadonlyMap<string, string>
}

/** Longer than any path ShowDoc creates; index keys are limited in length. */
const PATH_BYTES = 1_000
/** The number of attachments created per transaction. */
const AT_ONCE = 16

/**
 * Imports the files after their pages: first the blobs, as strays, then the attachments. Existing files are unchanged;
 * unreadable files are left behind and reported, and do not stop the others.
 * @throws ShowdocRefusal when the storage rejects them
 */
export async function carryFiles({
  step,
  listed,
  texts,
  shownHosts,
  signsOfPaths,
}: CarryingFiles & Surrounded): Promise<readonly CarriedFile[]> {
  const { database: store, services } = step.application.product
  const due: PlannedFile[] = []
  const carried: CarriedFile[] = []
  for (const planned of planOf({ step, listed, texts, shownHosts, signsOfPaths })) {
    const came = await foundOf(step, planned)
    if (came === undefined) due.push(planned)
    else {
      carried.push({ planned, attachment: came })
      if (came === null) leaveDeleted(planned, step.plan.findings)
    }
  }
  await renewFiles(step, carried)
  if (due.length > 0) step.say(`Carrying ${counted(due.length, 'file')} …`)
  const storage = await storageForNewFiles({ store, services })
  for (let at = 0; at < due.length; at += AT_ONCE) {
    await step.assertAlone()
    step.progress({ step: 'files', done: at, of: due.length, name: '' })
    carried.push(...(await carrySome(step, due.slice(at, at + AT_ONCE), storage)))
  }
  return carried
}

/** A file that was deleted here stays deleted. */
function leaveDeleted({ id, path }: PlannedFile, findings: Findings): void {
  findings.leave(id === null ? FOLDER : 'upload_file', id ?? path, 'deletedSince')
}

async function carrySome(
  { showdoc, application, plan, arrangement, note }: Step,
  some: readonly PlannedFile[],
  storage: FileStorage,
): Promise<readonly CarriedFile[]> {
  const rows: { readonly row: CarriedFileRow; readonly planned: PlannedFile }[] = []
  for (const planned of some) {
    const row = await putAway({ folder: showdoc.uploads, application, storage, findings: plan.findings }, planned)
    if (row) rows.push({ row, planned })
  }
  if (rows.length === 0) return []
  const added = await application.carrying.carry(async ({ addFile, records, store: within }) => {
    const attachments: Attachment[] = []
    for (const { row } of rows) attachments.push(await addFile(row))
    const { number } = arrangement.source
    const places: { readonly key: string; readonly at: Date; readonly data: { token: string; source: number } }[] = []
    for (const { row, planned } of rows)
      if (planned.isAtPath)
        places.push({
          key: await placeOf(formerFiles(within), planned.path, number),
          ...{ at: plan.now, data: { token: row.token, source: number } },
        })
    await formerFiles(within).putAll(places)
    const sums = rows.flatMap(({ planned }) => (planned.id === null ? [] : [[planned.id, sumOfUses(planned)] as const]))
    await records(arrangement.source.number).note('attachment', new Map(sums))
    return attachments
  })
  note()
  return rows.map(({ planned }, place) => ({ planned, attachment: added[place] ?? null }))
}

type FormerFiles = ReturnType<typeof formerFiles>

/** Of two ShowDocs that have a file at the same path, the path leads to that of the first; the other is known apart. */
async function placeOf(former: FormerFiles, path: string, source: number): Promise<string> {
  const known = await former.byKey(path)
  return known === null || (known.data.source ?? 1) === source ? path : `/${source}/${path}`
}

const sumOfUses = ({ uses }: PlannedFile): string =>
  sumOfRow(uses.map(({ pageId, isAttached, isNamed }) => [pageId, isAttached, isNamed]))

/** Adds the uses by pages that started to use a file after its import, and names that changed in ShowDoc since. */
async function renewFiles(step: Step, carried: readonly CarriedFile[]): Promise<void> {
  const records = step.arrangement.records.get('attachment')
  const recordOf = ({ id }: PlannedFile) => (id === null ? undefined : records?.get(id))
  const isRenamed = ({ planned, attachment }: CarriedFile): boolean =>
    planned.id !== null && attachment !== null && attachment.displayName !== planned.displayName
  const stays = carried.filter((each) => isRenamed(each) && recordOf(each.planned)?.here !== 'asItCame')
  for (const { planned } of stays) step.plan.findings.keep('upload_file', planned.id ?? 0, 'staysEdited')
  const renamed = carried.filter((each) => isRenamed(each) && !stays.includes(each))
  const due = carried.filter(({ planned, attachment }) => {
    const sum = planned.id === null ? null : recordOf(planned)?.sourceSum
    return attachment !== null && sum !== null && sum !== sumOfUses(planned)
  })
  const all = new Set([...due, ...renamed])
  if (all.size === 0) return
  await step.assertAlone()
  await step.application.carrying.carry(async (rows) => {
    for (const { planned } of renamed) await rows.renameFile(planned.id ?? 0, planned.displayName)
    for (const { planned, attachment } of due) await rows.addUses(attachment?.id ?? 0, planned.uses)
    const sums = [...all].map(({ planned }) => [planned.id ?? 0, sumOfUses(planned)] as const)
    await rows.records(step.arrangement.source.number).note('attachment', new Map(sums))
  })
  step.note()
}

function planOf({ step, listed, texts, shownHosts, signsOfPaths }: CarryingFiles & Surrounded): readonly PlannedFile[] {
  const { look } = step.showdoc
  const { findings } = step.plan
  const { paths, strange } = look.uploads
  for (const { path, reason } of strange) findings.leave(FOLDER, path, reason)
  return plannedFiles({ ...listed, paths, shownHosts, signsOfPaths }, surroundingsOf({ step, texts }), findings)
}

export function surroundingsOf({ step, texts }: Omit<CarryingFiles, 'listed'>): FileSurroundings {
  const { users, heirId, items, now } = step.plan
  const userIds = new Set(users.map(({ user }) => user.id))
  const ownerOf = new Map(items.map(({ item }) => [item.id, item.ownerId]))
  const ownerOfPage = new Map(
    [...texts].flatMap(([itemId, { pageSums }]) =>
      Array.from(pageSums.keys(), (pageId) => [pageId, ownerOf.get(itemId) ?? heirId] as const),
    ),
  )
  const named = new Map([...texts.values()].flatMap((each) => [...each.named]))
  return { userIds, heirId, named, ownerOfPage, now }
}

/** The table name in findings for files that are in no table of ShowDoc. */
const FOLDER = 'Public/Uploads'

/**
 * The attachment of a file imported earlier: null when it has been deleted since, undefined when it was not imported.
 */
async function foundOf(
  { application, arrangement }: Step,
  { id, path }: PlannedFile,
): Promise<Attachment | null | undefined> {
  const { database: store } = application.product
  // Mostly live; the others may be those of items in the recycle bin.
  const inBin = (place: Parameters<CarriedRows['fileAt']>[0]): Promise<Attachment | null> =>
    application.carrying.carry((rows) => rows.fileAt(place))
  if (id !== null) {
    const came = hasCome(arrangement.records.get('attachment')?.get(id))
    return came ? ((await store.attachments.byId(id)) ?? inBin({ id })) : undefined
  }
  const former = formerFiles(store)
  const known = await former.byKey(await placeOf(former, path, arrangement.source.number))
  if (known === null) return undefined
  return (await store.attachments.byToken(known.data.token))?.attachment ?? inBin(known.data)
}

interface PuttingAway {
  readonly folder: string
  readonly application: ComposedApplication
  readonly storage: FileStorage
  readonly findings: Findings
}

/** Stores the content of a file as a stray blob; null when the file is left behind. */
async function putAway(putting: PuttingAway, planned: PlannedFile): Promise<CarriedFileRow | null> {
  const { folder, findings } = putting
  const { id, path } = planned
  const leave = (reason: ReasonCode): null => {
    if (id === null) findings.leave(FOLDER, path, reason)
    else findings.leave('upload_file', id, reason)
    return null
  }
  if (Buffer.byteLength(path) > PATH_BYTES) return leave('pathTooLong')
  const file = await fileInUploads(folder, path)
  if (typeof file === 'string') return leave(file)
  try {
    return file.bytes > LARGEST_ID ? leave('fileTooLarge') : await put(putting, planned, file)
  } catch (error) {
    if (file.fault !== null) return leave(file.fault)
    throw told(error)
  } finally {
    await file.close()
  }
}

async function put(
  { application, storage }: PuttingAway,
  planned: PlannedFile,
  file: FileInUploads,
): Promise<CarriedFileRow> {
  const { database, services } = application.product
  const type = await typeOf(file, planned.displayName)
  const name = services.keys.uuid()
  const place = { storage: storage.name, key: `${name.slice(0, 2)}/${name}` }
  await database.attachments.expectBlob(place, new Date(services.clock.now().getTime() + uploadLimits.strayBlobMs))
  await storage.put(place.key, file, type.mediaType)
  const { id, ownerId, displayName, visits, isOfHub, wasBound, uses } = planned
  return {
    ...{ id, ownerId, displayName, visits, isOfHub, wasBound, uses, ...place, ...type, bytes: file.bytes },
    token: planned.token ?? services.keys.random(TOKEN_BYTES),
    addedAt: planned.addedAt ?? file.modifiedAt,
  }
}

function told(error: unknown): unknown {
  if (!isRefusal(error)) return error
  return new ShowdocRefusal(error.kind === 'diskFull' ? 'filesDiskFull' : 'filesRefused', {}, { cause: error })
}
