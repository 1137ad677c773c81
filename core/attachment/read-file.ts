import type { Services } from '../context.ts'
import type { BlobPlace, ByteRange } from '../ports/files.ts'
import type { OpenStore } from '../ports/store.ts'
import type { Attachment } from './attachment.ts'
import { storageNamed } from './storages.ts'

interface Reading {
  readonly store: Pick<OpenStore, 'settings' | 'attachments'>
  readonly services: Pick<Services, 'files' | 'seals' | 'log' | 'clock'>
}

/**
 * The bytes of a file. Where its storage does not give them, those of a copy that a move has left elsewhere, which is
 * kept for a day: a new storage that fails right after the move then keeps nobody from reading.
 * @returns null when they are nowhere
 * @throws DomainError storageUnavailable
 */
export async function readFile(
  ctx: Reading,
  file: Pick<Attachment, 'id' | 'storage' | 'key'>,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await readAt(ctx, file, range)) ?? (await readCopy(ctx, file, range))
  } catch (error) {
    const content = await readCopy(ctx, file, range)
    if (content) return content
    throw error
  }
}

/** Whether a storage that is configured has the file, or a copy of it. */
export async function isFileStored(ctx: Reading, file: Pick<Attachment, 'id' | 'storage'>): Promise<boolean> {
  if (await storageNamed(ctx, file.storage)) return true
  const copies = await ctx.store.attachments.copiesOf(file.id, ctx.services.clock.now())
  return (await Promise.all(copies.map(({ storage }) => storageNamed(ctx, storage)))).some(
    (storage) => storage !== null,
  )
}

const readAt = async (ctx: Reading, { storage, key }: BlobPlace, range?: ByteRange) =>
  (await (await storageNamed(ctx, storage))?.read(key, range)) ?? null

async function readCopy(ctx: Reading, { id }: Pick<Attachment, 'id'>, range?: ByteRange) {
  for (const copy of await ctx.store.attachments.copiesOf(id, ctx.services.clock.now())) {
    const content = await readAt(ctx, copy, range).catch(() => null)
    if (content) return content
  }
  return null
}
