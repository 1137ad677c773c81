import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { displayNameOf } from '../attachment/file-name.ts'
import { storageForNewFiles, storageNamed } from '../attachment/storages.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import { wholeSeals } from '../own-seals.ts'
import type { FileStorage, IncomingFile } from '../ports/files.ts'
import type { ImportSource } from './import-formats.ts'
import { importLimits } from './import-limits.ts'

const PURPOSE = 'import'

/** An upload awaiting its sender's decision. The sender keeps this sealed; it cannot refer to other people's files. */
const Upload = z.object({
  userId: z.number(),
  storage: z.string(),
  key: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Milliseconds since 1970. */
  until: z.number(),
})

/** Keeps a file for a day; then the sweep of stray blobs deletes it. @returns a sealed reference to it */
export async function keptUpload(ctx: Context, file: IncomingFile): Promise<string> {
  const { store, services } = ctx
  const userId = requireLogin(ctx)
  const storage = await storageForNewFiles(ctx)
  const uuid = services.keys.uuid()
  const place = { storage: storage.name, key: `${uuid.slice(0, 2)}/${uuid}` }
  const until = services.clock.now().getTime() + importLimits.uploadMs
  await productStore(store).attachments.expectBlob(place, new Date(until))
  await storage.put(place.key, file, 'application/octet-stream')
  const upload: z.output<typeof Upload> = { ...place, userId, until, name: displayNameOf(file.name), bytes: file.bytes }
  return wholeSeals(services.seals).seal(JSON.stringify(upload), PURPOSE)
}

/** @throws DomainError notFound when it is not one of the caller's uploads, or is deleted */
export async function uploadOf(ctx: Context, sealed: string): Promise<ImportSource> {
  const { services } = ctx
  const userId = requireLogin(ctx)
  const upload = opened(ctx, sealed)
  const storage = upload && (await storageNamed(ctx, upload.storage))
  const isGood = upload?.userId === userId && upload.until > services.clock.now().getTime()
  if (!upload || !storage || !isGood) throw new DomainError('notFound')
  return sourceOf({
    name: upload.name,
    bytes: upload.bytes,
    slice: (offset, length) => sliceOf(storage, upload, offset, length),
    read: () => readOf(storage, upload.key),
  })
}

function opened({ services }: Context, sealed: string): z.output<typeof Upload> | null {
  try {
    return Upload.parse(JSON.parse(wholeSeals(services.seals).open(sealed, PURPOSE)))
  } catch {
    return null
  }
}

/** The same file, validated for formats: offsets and lengths may come from anything in a file. */
export const sourceOf = async (file: IncomingFile): Promise<ImportSource> => ({
  name: displayNameOf(file.name),
  bytes: file.bytes,
  first: await file.slice(0, importLimits.firstBytes),
  async slice(offset, length) {
    const first = within(file.bytes, offset)
    const bytes = within(file.bytes - first, length)
    return bytes === 0 ? new Uint8Array() : file.slice(first, bytes)
  },
  // Opened by the reader, so that a format may skip it.
  async *read() {
    yield* file.read()
  },
})

/** 0 for anything that is not a number. */
const within = (most: number, wish: number): number => Math.min(most, Math.max(0, Math.trunc(wish) || 0))

async function sliceOf(
  storage: FileStorage,
  { key, bytes }: { readonly key: string; readonly bytes: number },
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const last = Math.min(bytes, offset + length) - 1
  const parts: Uint8Array[] = []
  for await (const part of (await storage.read(key, { first: offset, last })) ?? gone()) parts.push(part)
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

async function* readOf(storage: FileStorage, key: string): AsyncIterable<Uint8Array> {
  yield* (await storage.read(key)) ?? gone()
}

function gone(): never {
  throw new DomainError('notFound')
}
