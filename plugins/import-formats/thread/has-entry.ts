import { DomainError, type ImportSource } from '#core/plugin.ts'
import { looksLikeZip, ZipReader } from '#plugins/markdown-archive/api.ts'

/** Whether a file is a zip with one of these entries; false for a damaged one. */
export const hasEntry = (file: ImportSource, ...paths: readonly string[]): Promise<boolean> => isZip(file, paths, false)

/** The same for a format with a name of its own: a damaged file so named is one, and reading it says what is wrong. */
export const isPackage = (file: ImportSource, path: string, extension: string): Promise<boolean> =>
  isZip(file, [path], file.name.toLowerCase().endsWith(extension))

async function isZip(file: ImportSource, paths: readonly string[], ifDamaged: boolean): Promise<boolean> {
  if (!looksLikeZip(file)) return false
  try {
    const zip = await ZipReader.open(file, 'en')
    return paths.some((path) => zip.has(path))
  } catch (error) {
    if (error instanceof DomainError) return ifDamaged
    throw error
  }
}
