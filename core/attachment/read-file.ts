import { filesIn } from '../access/facts.ts'
import type { OpenServices } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { BlobPlace, ByteRange, FileStorage } from '../ports/files.ts'
import type { OpenStore } from '../ports/store.ts'
import type { Download } from '../schema.ts'
import type { Attachment } from './attachment.ts'
import { lacksPlugin, storageNamed } from './storages.ts'

interface Reading {
  readonly store: Pick<OpenStore, 'settings' | 'attachments'>
  readonly services: OpenServices
}

type StoredFile = Pick<Attachment, 'id' | 'storage' | 'key'>

/**
 * The bytes of a file. Where its storage does not give them, those of a copy that a move has left elsewhere, which is
 * kept for a day: a new storage that fails right after the move then keeps nobody from reading.
 * @returns null when they are nowhere
 * @throws DomainError storageUnavailable
 */
export const readFile = async (ctx: Reading, file: StoredFile, range?: ByteRange) =>
  readFrom(ctx, file, { storage: await storageNamed(ctx, file.storage), range })

/**
 * Reads the bytes of a file as `readFile`; null when no storage that is configured has it, or a copy of it.
 * @throws DomainError storageUnavailable while the plugin of its storage is missing or switched off
 */
export async function readerOf(ctx: Reading, file: StoredFile): Promise<Download['read'] | null> {
  const storage = await storageNamed(ctx, file.storage)
  if (!storage && !(await hasCopy(ctx, file))) {
    if (lacksPlugin(ctx.services, file.storage)) throw new DomainError('storageUnavailable')
    return null
  }
  return (range) => readFrom(ctx, file, { storage, range })
}

interface From {
  /** Where the file should be; null when that is not configured. */
  readonly storage: FileStorage | null
  readonly range: ByteRange | undefined
}

async function readFrom(
  ctx: Reading,
  file: StoredFile,
  { storage, range }: From,
): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await storage?.read(file.key, range)) ?? (await readCopy(ctx, file, range))
  } catch (error) {
    const content = await readCopy(ctx, file, range)
    if (content) return content
    throw error
  }
}

async function hasCopy(ctx: Reading, file: StoredFile): Promise<boolean> {
  const storages = await Promise.all((await copiesOf(ctx, file)).map(({ storage }) => storageNamed(ctx, storage)))
  return storages.some((storage) => storage !== null)
}

async function readCopy(ctx: Reading, file: StoredFile, range?: ByteRange) {
  for (const copy of await copiesOf(ctx, file)) {
    const content = await readAt(ctx, copy, range).catch(() => null)
    if (content) return content
  }
  return null
}

const readAt = async (ctx: Reading, { storage, key }: BlobPlace, range?: ByteRange) =>
  (await (await storageNamed(ctx, storage))?.read(key, range)) ?? null

const copiesOf = ({ store, services }: Reading, { id }: StoredFile): Promise<readonly BlobPlace[]> =>
  filesIn(store).copiesOf(id, services.clock.now())
