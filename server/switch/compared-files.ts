import { createHash } from 'node:crypto'
import { LOCAL_STORAGE } from '#adapters/storage/local/local-storage.ts'
import { storageNamed } from '#core/attachment/storages.ts'
import type { ComposedApplication } from '../application.ts'
import type { Carried } from './carry.ts'
import type { CarriedFile } from './carry-files.ts'
import type { OpenedShowdoc } from './look.ts'
import { ShowdocRefusal } from './refusal.ts'
import { fileInUploads } from './uploads-folder.ts'

/** The files stored in Octavo, compared with those of ShowDoc. */
export interface FilesReceipt {
  /** The number of files in the uploads folder. */
  readonly found: number
  readonly bytes: number
  readonly compared: number
  /** Checksum of the checksums of all files, by their paths. */
  readonly sum: string
  readonly sums: readonly { readonly path: string; readonly id: number; readonly sha256: string }[]
  /** Paths of those that are not identical byte for byte, or could not be read again in ShowDoc. */
  readonly differing: readonly string[]
}

interface Comparing {
  readonly showdoc: OpenedShowdoc
  readonly carried: Pick<Carried, 'files'>
  readonly application: ComposedApplication
}

/** Reads every imported file, in ShowDoc and here. */
export async function comparedFiles({ showdoc, carried, application }: Comparing): Promise<FilesReceipt> {
  const { uploads, look } = showdoc
  const sums: { path: string; id: number; sha256: string }[] = []
  const differing: string[] = []
  const all = createHash('sha256')
  for (const { planned, attachment } of carried.files) {
    if (!attachment) continue
    const here = await sumHere(application, attachment, planned.path)
    if (here !== null) sums.push({ path: planned.path, id: attachment.id, sha256: here })
    if (here === null || here !== (await sumThere(uploads, planned.path))) differing.push(planned.path)
    all.update(`${planned.path} ${here ?? ''}\n`)
  }
  return {
    ...{ found: look.uploads.count, bytes: look.uploads.bytes, compared: sums.length },
    ...{ sum: all.digest('hex'), sums, differing },
  }
}

async function sumHere(
  { product }: ComposedApplication,
  { storage, key }: NonNullable<CarriedFile['attachment']>,
  path: string,
): Promise<string | null> {
  const ctx = { store: product.database, services: product.services }
  try {
    const content = await (await storageNamed(ctx, storage))?.read(key)
    return content ? await sumOf(content, storage === LOCAL_STORAGE) : null
  } catch (cause) {
    throw new ShowdocRefusal('filesNotRead', { path }, { cause })
  }
}

/** Null for one that cannot be read to its end any more. */
async function sumThere(folder: string, path: string): Promise<string | null> {
  const file = await fileInUploads(folder, path)
  if (typeof file === 'string') return null
  try {
    return await file.sha256()
  } catch (error) {
    if (file.fault !== null) return null
    throw error
  } finally {
    await file.close()
  }
}

/** @param areOnlyHere whether nobody else uses the pieces; the storage of a plugin may keep what it gives */
async function sumOf(content: AsyncIterable<Uint8Array>, areOnlyHere: boolean): Promise<string> {
  const sum = createHash('sha256')
  for await (const piece of content) {
    sum.update(piece)
    // Of gigabytes, as much as 64 MB would lie about before V8 looks for what nobody uses.
    if (areOnlyHere && isAllOfItsBuffer(piece)) piece.buffer.transfer(0)
  }
  return sum.digest('hex')
}

const isAllOfItsBuffer = (piece: Uint8Array): piece is Uint8Array<ArrayBuffer> =>
  piece.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength
