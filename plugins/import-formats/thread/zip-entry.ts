import { DomainError } from '#core/plugin.ts'
import type { ZipReader } from '#plugins/markdown-archive/api.ts'
import type { FilePart } from './reader.ts'

/** An unpacked file of an archive. @throws DomainError fileTooLarge | importBroken */
export async function entryOf(zip: ZipReader, path: string, most: number): Promise<FilePart> {
  if (zip.bytesOf(path) > most) throw new DomainError('fileTooLarge', { megabytes: most / 1024 / 1024 })
  const bytes = new Uint8Array(zip.bytesOf(path))
  let at = 0
  for await (const piece of zip.read(path)) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { path, bytes }
}
