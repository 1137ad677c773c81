import { z } from 'zod'
import { filesOfSite } from '../access/file-doors.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import type { FilesInStorage } from '../ports/attachments.ts'
import type { FileStorage, IncomingFile } from '../ports/files.ts'
import { isAdministrator } from '../task/open-task.ts'
import { taskKind, type NamedTaskKind, type TaskContext, type TaskTools } from '../task/kind.ts'
import type { Attachment } from './attachment.ts'
import { storageForNewFiles, storageNamed } from './storages.ts'
import { uploadLimits } from './upload-limits.ts'

export const MOVE_TASK = 'storage.move'
const AT_ONCE = 50

/** After this many consecutive failures the move is given up. */
const REFUSED_IN_A_ROW = 5

/**
 * The result for a file: `left`: not moved, because it cannot be read, or differs from the upload; `refused`: the
 * target did not accept it, or returned different bytes.
 */
type Moved = 'moved' | 'left' | 'refused' | 'gone'

const kind = taskKind({
  input: z.object({}),
  limitMs: 24 * 3_600_000,
  isResumable: true,
  async run(ctx, _, tools) {
    return { text: outcome(await moveAll(ctx, tools)) }
  },
})

/** Files that stayed are told of only where there are any. */
const outcome = ({ moved, left, refused }: Readonly<Record<'moved' | 'left' | 'refused', number>>) => ({
  en: [
    `Files moved: ${moved}.`,
    ...(left > 0 ? [`Left where they are, because they could not be read: ${left}.`] : []),
    ...(refused > 0 ? [`Left because the new storage did not take them: ${refused}.`] : []),
  ].join(' '),
  'zh-cn': [
    `已迁移文件 ${moved} 个。`,
    ...(left > 0 ? [`无法读取、留在原处的文件 ${left} 个。`] : []),
    ...(refused > 0 ? [`新存储未能写入、留在原处的文件 ${refused} 个。`] : []),
  ].join(''),
})

/** Moves all files from other storages to the storage for new files. */
export const moveTask: NamedTaskKind = {
  ...kind,
  name: MOVE_TASK,
  titles: { en: 'Move files to the storage in use', 'zh-cn': '将文件迁移到当前存储' },
}

async function moveAll(ctx: TaskContext, { signal, progress }: Pick<TaskTools, 'signal' | 'progress'>) {
  const attachments = filesOfSite(ctx)
  const target = await storageForNewFiles(ctx)
  const of = elsewhereCount(await attachments.inStorages(), target.name)
  const count = { moved: 0, left: 0, refused: 0 }
  let inARow = 0
  for (let after = 0; ;) {
    const files = await attachments.elsewhere(target.name, { after, most: AT_ONCE })
    if (files.length === 0) {
      if (count.moved === 0 && count.refused > 0) throw new DomainError('storageUnavailable')
      return count
    }
    for (const file of files) {
      signal.throwIfAborted()
      if (!isAdministrator(ctx)) throw new DomainError('notAllowed')
      const result = await moveFile(ctx, file, target)
      if (result !== 'gone') count[result] += 1
      inARow = result === 'refused' ? inARow + 1 : 0
      if (inARow === REFUSED_IN_A_ROW) throw new DomainError('storageUnavailable')
      after = file.id
      progress({ done: count.moved + count.left + count.refused, of })
    }
    // The storage setting was changed meanwhile; nobody asked to move files to the new one.
    if ((await storageForNewFiles(ctx)).name !== target.name) throw new DomainError('changedMeanwhile')
  }
}

const elsewhereCount = (all: readonly FilesInStorage[], name: string): number =>
  all.reduce((sum, { storage, files }) => sum + (storage === name ? 0 : files), 0)

/**
 * Copies a file under a new key, verifies the copy by its checksum, and only then switches the file over in one
 * statement. A crash in between leaves the file where it was, and a stray. The old copy is kept for a day, for requests
 * that are still reading it.
 */
async function moveFile(ctx: TaskContext, file: Attachment, target: FileStorage): Promise<Moved> {
  const { store, services } = ctx
  const received = await receivedFrom(ctx, file)
  if (received === null) return (await liesThere(ctx, file)) ? 'left' : 'gone'
  try {
    const uuid = services.keys.uuid()
    const place = { storage: target.name, key: `${uuid.slice(0, 2)}/${uuid}` }
    await productStore(store).attachments.expectBlob(place, inADay(ctx))
    if (!(await isTaken(ctx, { received, mediaType: file.mediaType, key: place.key, target }))) return 'refused'
    const isMoved = await productStore(store).attachments.relocate(file, place, {
      now: services.clock.now(),
      formerDueAt: inADay(ctx),
    })
    return isMoved ? 'moved' : 'gone'
  } finally {
    await wholeServices(services).incoming.drop(received)
  }
}

const inADay = ({ services }: TaskContext): Date => new Date(services.clock.now().getTime() + uploadLimits.strayBlobMs)

async function liesThere(ctx: TaskContext, { id, storage, key }: Attachment): Promise<boolean> {
  // Includes files used only by items in the recycle bin, which are otherwise invisible.
  const [now] = await filesOfSite(ctx).elsewhere('', { after: id - 1, most: 1 })
  return now?.id === id && now.storage === storage && now.key === key
}

/** The whole file on the disk of this server; null when its storage does not return it as uploaded. */
async function receivedFrom(ctx: TaskContext, { displayName, storage, key, bytes }: Attachment) {
  const { incoming } = wholeServices(ctx.services)
  try {
    const content = await (await storageNamed(ctx, storage))?.read(key)
    if (!content) return null
    const received = await incoming.receive(displayName, content, bytes + 1)
    if (received.bytes === bytes) return received
    await incoming.drop(received)
    return null
  } catch (error) {
    if (isRefusal(error) && error.kind === 'diskFull') throw error
    ctx.services.log.warn('a file cannot be read where it lies, and is not moved', { storage, key })
    return null
  }
}

interface Copying {
  readonly received: IncomingFile
  readonly mediaType: string
  readonly key: string
  readonly target: FileStorage
}

/** Whether the target stores the file and returns the same bytes. The received file may be consumed by this. */
async function isTaken({ services }: TaskContext, { received, mediaType, key, target }: Copying): Promise<boolean> {
  const { keys, log } = services
  const sum = await keys.sumOf(received.read())
  try {
    await target.put(key, received, mediaType)
    const copy = await target.read(key)
    return copy !== null && (await keys.sumOf(copy)) === sum
  } catch (error) {
    log.warn('a file cannot be moved, because the storage does not take it', { storage: target.name, key, error })
    return false
  }
}
