import { z } from 'zod'
import { DomainError, isRefusal } from '../errors.ts'
import type { FilesInStorage } from '../ports/attachments.ts'
import type { FileStorage, IncomingFile } from '../ports/files.ts'
import { isAdministrator } from '../task/open-task.ts'
import { taskKind, type NamedTaskKind, type TaskContext, type TaskTools } from '../task/kind.ts'
import type { Attachment } from './attachment.ts'
import { storageForNewFiles, storageNamed } from './storages.ts'
import { uploadLimits } from './upload-limits.ts'

export const MOVE_TASK = 'storage.move'
const AT_ONCE = 50

/** What became of a file: `left` lies where it was, because it cannot be read there, or not as it was sent. */
type Moved = 'moved' | 'left' | 'gone'

const kind = taskKind({
  input: z.object({}),
  limitMs: 24 * 3_600_000,
  isResumable: true,
  async run(ctx, _, tools) {
    const { moved, left } = await moveAll(ctx, tools)
    const text =
      ctx.session.language === 'en'
        ? `Files moved: ${moved}. Left where they are, because they could not be read: ${left}.`
        : `已迁移文件 ${moved} 个，因无法读取而留在原处 ${left} 个。`
    return { text }
  },
})

/** Moves every file that lies elsewhere into the storage for new files. */
export const moveTask: NamedTaskKind = {
  ...kind,
  name: MOVE_TASK,
  titles: { en: 'Move files to the storage in use', 'zh-cn': '将文件迁移到当前存储' },
}

async function moveAll(ctx: TaskContext, { signal, progress }: Pick<TaskTools, 'signal' | 'progress'>) {
  const { attachments } = ctx.store
  const target = await storageForNewFiles(ctx)
  const of = elsewhereCount(await attachments.inStorages(), target.name)
  const count = { moved: 0, left: 0 }
  for (let after = 0; ;) {
    const files = await attachments.elsewhere(target.name, { after, most: AT_ONCE })
    if (files.length === 0) return count
    for (const file of files) {
      signal.throwIfAborted()
      if (!isAdministrator(ctx)) throw new DomainError('notAllowed')
      const result = await moveFile(ctx, file, target)
      if (result !== 'gone') count[result] += 1
      after = file.id
      progress({ done: count.moved + count.left, of })
    }
    // Somebody named another one meanwhile, where nobody asked for files to be moved to.
    if ((await storageForNewFiles(ctx)).name !== target.name) throw new DomainError('changedMeanwhile')
  }
}

const elsewhereCount = (all: readonly FilesInStorage[], name: string): number =>
  all.reduce((sum, { storage, files }) => sum + (storage === name ? 0 : files), 0)

/**
 * Copies a file under a key of its own, proves the copy byte by byte, and only then says in one statement that the file lies
 * there. Whatever dies in between leaves the file where it was, and a stray. The former copy stays for a day, for whoever is
 * reading it.
 * @throws DomainError storageUnavailable when the target fails, or gives back other bytes
 */
async function moveFile(ctx: TaskContext, file: Attachment, target: FileStorage): Promise<Moved> {
  const { store, services } = ctx
  const received = await receivedFrom(ctx, file)
  if (received === null) return (await liesThere(ctx, file)) ? 'left' : 'gone'
  try {
    const uuid = services.keys.uuid()
    const place = { storage: target.name, key: `${uuid.slice(0, 2)}/${uuid}` }
    await store.attachments.expectBlob(place, inADay(ctx))
    await target.put(place.key, received, file.mediaType)
    if (!(await hasSameBytes(received, await target.read(place.key)))) throw new DomainError('storageUnavailable')
    const isMoved = await store.attachments.relocate(file, place, {
      now: services.clock.now(),
      formerDueAt: inADay(ctx),
    })
    return isMoved ? 'moved' : 'gone'
  } finally {
    await services.incoming.drop(received)
  }
}

const inADay = ({ services }: TaskContext): Date => new Date(services.clock.now().getTime() + uploadLimits.strayBlobMs)

async function liesThere({ store }: TaskContext, { id, storage, key }: Attachment): Promise<boolean> {
  const now = await store.attachments.byId(id)
  return now?.storage === storage && now.key === key
}

/** The whole file on the disk of this server; null when its storage does not give it as it was sent. */
async function receivedFrom(ctx: TaskContext, { displayName, storage, key, bytes }: Attachment) {
  const { incoming } = ctx.services
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

/** Compares without holding either whole. */
async function hasSameBytes(file: IncomingFile, copy: AsyncIterable<Uint8Array> | null): Promise<boolean> {
  if (!copy) return false
  let offset = 0
  for await (const chunk of copy) {
    const expected = await file.slice(offset, chunk.length)
    if (expected.length !== chunk.length || expected.some((byte, at) => byte !== chunk[at])) return false
    offset += chunk.length
  }
  return offset === file.bytes
}
