import { z } from 'zod'
import { filesOfSite } from '../access/file-doors.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { productStore } from '../open-store.ts'
import type { FileStorage, ListedBlob } from '../ports/files.ts'
import { isAdministrator } from '../task/open-task.ts'
import { taskKind, type NamedTaskKind, type TaskContext, type TaskTools } from '../task/kind.ts'
import type { Attachment } from './attachment.ts'
import { keepExamination, type Examination } from './examination.ts'
import { allStorages, storageNamed } from './storages.ts'
import { uploadLimits } from './upload-limits.ts'

export const EXAMINE_TASK = 'files.examine'
const AT_ONCE = 100
/** How many of each kind are listed. */
const MOST_NAMED = 1_000

const kind = taskKind({
  input: z.object({}),
  limitMs: 24 * 3_600_000,
  async run(ctx, _, tools) {
    const found = await examine(ctx, tools)
    await keepExamination(ctx.store, found)
    const [blobs, files] = [found.blobs.length, found.files.length]
    const isAll = found.unasked + found.unlisted.length === 0
    return {
      text: {
        en:
          `Without a file that refers to them: ${blobs}. Files that are missing in their storage: ${files}.` +
          (isAll ? '' : ' Not everything could be checked, because a storage did not respond.'),
        'zh-cn':
          `没有文件引用的数据 ${blobs} 个，存储中缺失的文件 ${files} 个。` +
          (isAll ? '' : '由于存储未响应，部分内容未能检查。'),
      },
    }
  },
})

/** Looks for blobs without a file, and for files without a blob. Changes nothing. */
export const examineTask: NamedTaskKind = {
  ...kind,
  name: EXAMINE_TASK,
  titles: { en: 'Look for stray files', 'zh-cn': '检查孤立文件' },
}

type Found = { -readonly [K in 'blobs' | 'files']: [...Examination[K]] } & {
  more: number
  unasked: number
  readonly unlisted: string[]
}

async function examine(
  ctx: TaskContext,
  tools: Pick<TaskTools, 'signal' | 'progress'>,
): Promise<Required<Examination>> {
  const found: Found = { blobs: [], files: [], more: 0, unasked: 0, unlisted: [] }
  await findMissing(ctx, tools, found)
  for (const storage of await allStorages(ctx)) await findUnreferred(ctx, tools, storage, found)
  return { at: ctx.services.clock.now().getTime(), ...found }
}

async function findMissing(
  ctx: TaskContext,
  { signal, progress }: Pick<TaskTools, 'signal' | 'progress'>,
  found: Found,
): Promise<void> {
  const attachments = filesOfSite(ctx)
  const of = (await attachments.inStorages()).reduce((sum, { files }) => sum + files, 0)
  for (let [after, done] = [0, 0]; ;) {
    const files = await attachments.above(after, AT_ONCE)
    if (files.length === 0) return
    for (const file of files) {
      signal.throwIfAborted()
      if (!isAdministrator(ctx)) throw new DomainError('notAllowed')
      const isThere = await isInStorage(ctx, file)
      if (isThere === null) found.unasked += 1
      else if (!isThere) named(found, 'files', { id: file.id, name: file.displayName })
      after = file.id
      done += 1
      progress({ done, of, what: file.displayName })
    }
  }
}

/** Null when its storage does not answer. */
export async function isInStorage(ctx: TaskContext, { storage, key, bytes }: Attachment): Promise<boolean | null> {
  try {
    const place = await storageNamed(ctx, storage)
    if (place === null) return null
    const content = await place.read(key, bytes > 0 ? { first: 0, last: 0 } : undefined)
    // An opened file is read to its end, so that its handle is closed.
    if (content !== null) for await (const _ of content);
    return content !== null
  } catch (error) {
    ctx.services.log.warn('a storage does not say whether a file is there', { storage, key, error })
    return null
  }
}

/** Only where everything in the storage is known to belong to the product: a bucket may be shared. */
async function findUnreferred(
  ctx: TaskContext,
  { signal }: Pick<TaskTools, 'signal'>,
  storage: FileStorage,
  found: Found,
): Promise<void> {
  if (!storage.list) return
  // A blob that is being uploaded has no file yet.
  const before = ctx.services.clock.now().getTime() - uploadLimits.strayBlobMs
  let some: ListedBlob[] = []
  const look = async (): Promise<void> => {
    const unknown = new Set(
      await productStore(ctx.store).attachments.unknownKeys(
        storage.name,
        some.map(({ key }) => key),
      ),
    )
    for (const { key, bytes } of some.filter((blob) => unknown.has(blob.key)))
      named(found, 'blobs', { storage: storage.name, key, bytes })
    some = []
  }
  try {
    for await (const blob of storage.list()) {
      signal.throwIfAborted()
      if (blob.changedAt.getTime() < before) some.push(blob)
      if (some.length === AT_ONCE) await look()
    }
  } catch (error) {
    // The other storages are still examined.
    if (signal.aborted || !isRefusal(error) || error.kind !== 'storageUnavailable') throw error
    found.unlisted.push(storage.name)
  }
  await look()
}

function named<K extends 'blobs' | 'files'>(found: Found, kind: K, one: Found[K][number]): void {
  const list: (typeof one)[] = found[kind]
  if (list.length < MOST_NAMED) list.push(one)
  else found.more += 1
}
