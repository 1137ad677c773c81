import { isSitePath } from '../addresses.ts'
import { storageForNewFiles, storageNamed } from '../attachment/storages.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { piecesUntil } from '../pieces.ts'
import type { Download } from '../schema.ts'
import type { ResultFile, TaskResult } from './kind.ts'
import { taskLimits } from './task-limits.ts'
import { storable, storableForReaders, type KeptResult, type Task, type TaskFile } from './task.ts'

const NAME_LENGTH = 200

/**
 * Stores the result of a task; its file is kept in the storage until the sweep of stray blobs deletes it after a day.
 */
export async function keptResult(
  ctx: Pick<Context, 'store' | 'services'>,
  { file, ...said }: TaskResult,
  signal: AbortSignal,
): Promise<KeptResult> {
  return { ...saidResult(said), file: file ? await keptFile(ctx, file, signal) : null }
}

/** The result of a task without a file. */
export const saidResult = ({ text = '', path = '' }: Pick<TaskResult, 'text' | 'path'>): KeptResult => ({
  text: storableForReaders(text, taskLimits.textLength),
  path: isSitePath(path) ? storable(path, taskLimits.pathLength) : '',
  file: null,
})

async function keptFile(
  { store, services }: Pick<Context, 'store' | 'services'>,
  { name, mediaType, content }: ResultFile,
  signal: AbortSignal,
): Promise<TaskFile> {
  const { incoming, keys, clock } = wholeServices(services)
  const received = await incoming.receive(
    name,
    piecesUntil(signal, () => content),
    taskLimits.fileBytes,
  )
  try {
    const storage = await storageForNewFiles({ store, services })
    const uuid = keys.uuid()
    const place = { storage: storage.name, key: `${uuid.slice(0, 2)}/${uuid}` }
    // Its place is recorded first, which is all that is needed to delete it later.
    await productStore(store).attachments.expectBlob(place, new Date(clock.now().getTime() + taskLimits.blobMs))
    await storage.put(place.key, received, mediaType)
    return { ...place, name: storable(name, NAME_LENGTH), mediaType, bytes: received.bytes }
  } finally {
    await incoming.drop(received)
  }
}

/** The file to be sent. @throws DomainError notFound when there is none */
export async function downloadOfResult(ctx: Context, { result }: Task): Promise<Download> {
  const file = result?.file
  const storage = file ? await storageNamed(ctx, file.storage) : null
  if (!file || !storage) throw new DomainError('notFound')
  return {
    name: file.name,
    mediaType: file.mediaType,
    isShown: false,
    bytes: file.bytes,
    version: file.key.slice(-16),
    storage: file.storage,
    read: (range) => storage.read(file.key, range),
    count: () => undefined,
  }
}
