import { DomainError, type ImportSource, type Language } from '#core/plugin.ts'
import { looksLikeZip, ZipReader } from '#plugins/markdown-archive/api.ts'
import { MAIN_PART, type OfficeExtension } from './main-part.ts'

/** What every office file has. */
const TYPES = '[Content_Types].xml'
/** The folders of nearly all; other archives may have files of these names elsewhere. */
const USUAL_FOLDER = /^(?:word|xl)\//i

const SAID: Readonly<Record<Language, Readonly<Record<OfficeExtension, string>>>> = {
  en: { '.docx': 'there is no Word document in it', '.xlsx': 'there is no workbook in it' },
  'zh-cn': { '.docx': '其中没有 Word 文档', '.xlsx': '其中没有工作簿' },
}

/** Whether a file is a zip with one of these entries; false for a damaged one. */
export const hasEntry = (file: ImportSource, ...paths: readonly string[]): Promise<boolean> =>
  isZip(file, (zip) => paths.some((path) => zip.has(path)), false)

/**
 * Whether a file is of an office program with this extension. One with the name and without the content is as well, also
 * a damaged one: reading it says what is wrong.
 */
export function isPackage(file: ImportSource, extension: OfficeExtension): Promise<boolean> {
  const isNamed = file.name.toLowerCase().endsWith(extension)
  const isOne = (zip: ZipReader): boolean => {
    const own = zip.paths.some((path) => MAIN_PART[extension].test(path) && (USUAL_FOLDER.test(path) || zip.has(TYPES)))
    const isEmpty = !hasMain(zip, '.docx') && !hasMain(zip, '.xlsx')
    return own || (isNamed && isEmpty && zip.has(TYPES))
  }
  return isZip(file, isOne, isNamed)
}

const hasMain = (zip: ZipReader, extension: OfficeExtension): boolean =>
  zip.paths.some((path) => MAIN_PART[extension].test(path))

/** @throws DomainError importBroken */
export function requireMain(zip: ZipReader, extension: OfficeExtension, language: Language): void {
  if (hasMain(zip, extension)) return
  throw new DomainError('importBroken', { problem: SAID[language][extension] })
}

async function isZip(file: ImportSource, isOne: (zip: ZipReader) => boolean, ifDamaged: boolean): Promise<boolean> {
  if (!looksLikeZip(file)) return false
  try {
    return isOne(await ZipReader.open(file, 'en'))
  } catch (error) {
    if (error instanceof DomainError) return ifDamaged
    throw error
  }
}
