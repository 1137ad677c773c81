import { DomainError, type ImportFormat } from '#core/plugin.ts'
import { ZipReader } from '#plugins/markdown-archive/api.ts'
import { hasEntry } from '../thread/has-entry.ts'
import type { FilePart } from '../thread/reader.ts'
import { threadedFormat } from '../thread/threaded-format.ts'
import { entryOf } from '../thread/zip-entry.ts'

const MAIN = 'xl/workbook.xml'
const IS_READ =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml|worksheets\/_rels\/[^/]+\.xml\.rels)$/i
const MOST_BYTES = 32 * 1024 * 1024

/** An Excel workbook. */
export const excelImport: ImportFormat = threadedFormat({
  id: 'excel',
  title: { en: 'Excel (.xlsx)', 'zh-cn': 'Excel（.xlsx）' },
  recognises: (file) => hasEntry(file, MAIN),
  async parts(file, { language, signal }) {
    const zip = await ZipReader.open(file, language)
    const parts: FilePart[] = []
    let left = MOST_BYTES
    for (const path of zip.paths.filter((each) => IS_READ.test(each))) {
      signal.throwIfAborted()
      left -= zip.bytesOf(path)
      if (left < 0) throw new DomainError('fileTooLarge', { megabytes: MOST_BYTES / 1024 / 1024 })
      parts.push(await entryOf(zip, path, MOST_BYTES))
    }
    return parts
  },
})
