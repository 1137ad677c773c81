import { z } from 'zod'
import { DomainError, type ImportFormat } from '#core/plugin.ts'
import { ZipReader } from '#plugins/markdown-archive/api.ts'
import { SHEETS_KIND } from '#plugins/spreadsheet/api.ts'
import { isClosedOfficeFile, requireOpenFile } from '../thread/closed-office-file.ts'
import { isPackage, requireMain } from '../thread/has-entry.ts'
import type { FilePart } from '../thread/reader.ts'
import { threadedFormat } from '../thread/threaded-format.ts'
import { wholeFile } from '../thread/whole-file.ts'
import { entryOf, tooMuchInside } from '../thread/zip-entry.ts'

const EXTENSION = '.xlsx'
const IS_READ =
  /^[^/]+\/(?:workbook\d*\.xml|_rels\/workbook\d*\.xml\.rels|sharedStrings\d*\.xml|styles\d*\.xml|worksheets\/[^/]+\.xml|worksheets\/_rels\/[^/]+\.xml\.rels|comments\d*\.xml|(?:comments|threadedComments|persons|drawings)\/[^/]+\.xml)$/i
const MOST_BYTES = 32 * 1024 * 1024
/** A sheet with comments, links and drawings has five. */
const MOST_PARTS = 5_000
const SAID = {
  en: `it consists of more than ${MOST_PARTS.toLocaleString('en')} parts`,
  'zh-cn': `文件的组成部分超过 ${MOST_PARTS.toLocaleString('en')} 个`,
} as const
/** Of a file, packed, whose sheets become a page of sheets. */
const MOST_SHEET_BYTES = 20 * 1024 * 1024

const options: NonNullable<ImportFormat['options']> = {
  schema: z.object({ isSheets: z.boolean().default(false) }),
  kinds: { isSheets: SHEETS_KIND },
  texts: {
    en: { isSheets: { label: 'One spreadsheet with all sheets, instead of pages with tables' } },
    'zh-cn': { isSheets: { label: '生成一个包含全部工作表的电子表格，而不是多个表格页面' } },
  },
}

/** An Excel workbook. */
export const excelImport: ImportFormat = threadedFormat({
  id: 'excel',
  title: { en: 'Excel (.xlsx)', 'zh-cn': 'Excel（.xlsx）' },
  options,
  recognises: async (file) => isClosedOfficeFile(file, EXTENSION) || isPackage(file, EXTENSION),
  async parts(file, tools) {
    const { language, signal } = tools
    requireOpenFile(file, EXTENSION, language)
    if (tools.options['isSheets'] === true) {
      if (file.bytes > MOST_SHEET_BYTES)
        throw new DomainError('fileTooLarge', { megabytes: MOST_SHEET_BYTES / 1024 / 1024 })
      return wholeFile(file, tools)
    }
    const zip = await ZipReader.open(file, language)
    requireMain(zip, EXTENSION, language)
    const parts: FilePart[] = []
    let left = MOST_BYTES
    const paths = zip.paths.filter((each) => IS_READ.test(each))
    // Each of them takes time to unpack, however small it is.
    if (paths.length > MOST_PARTS) throw new DomainError('importBroken', { problem: SAID[language] })
    for (const path of paths) {
      signal.throwIfAborted()
      left -= zip.bytesOf(path)
      if (left < 0) throw tooMuchInside(MOST_BYTES, language)
      parts.push(await entryOf(zip, path, MOST_BYTES, language))
    }
    return parts
  },
})
