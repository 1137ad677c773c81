import { DomainError, type Language } from '#core/plugin.ts'
import type { ZipReader } from '#plugins/markdown-archive/api.ts'
import type { FilePart } from './reader.ts'

const SAID = {
  en: (megabytes: number) => `it holds more than ${megabytes} MB when it is unpacked`,
  'zh-cn': (megabytes: number) => `文件解压后的内容超过 ${megabytes} MB`,
} as const

/** Of a file that is small itself. */
export const tooMuchInside = (most: number, language: Language): DomainError =>
  new DomainError('importBroken', { problem: SAID[language](most / 1024 / 1024) })

/** An unpacked file of an archive. @throws DomainError importBroken */
export async function entryOf(zip: ZipReader, path: string, most: number, language: Language): Promise<FilePart> {
  if (zip.bytesOf(path) > most) throw tooMuchInside(most, language)
  const bytes = new Uint8Array(zip.bytesOf(path))
  let at = 0
  for await (const piece of zip.read(path)) {
    bytes.set(piece, at)
    at += piece.length
  }
  return { path, bytes }
}
