import { DomainError, type ImportSource } from '#core/plugin.ts'
import { looksLikeZip, ZipReader } from '#plugins/markdown-archive/api.ts'

/** Whether a file is a zip with one of these entries; false for a damaged one. */
export async function hasEntry(file: ImportSource, ...paths: readonly string[]): Promise<boolean> {
  if (!looksLikeZip(file)) return false
  try {
    const zip = await ZipReader.open(file, 'en')
    return paths.some((path) => zip.has(path))
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}
