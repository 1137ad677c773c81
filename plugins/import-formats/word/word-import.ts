import { limits, type ImportFormat } from '#core/plugin.ts'
import { ZipReader } from '#plugins/markdown-archive/api.ts'
import { splitOption } from '../html/split-option.ts'
import type { FilePart } from '../thread/reader.ts'
import { threadedFormat } from '../thread/threaded-format.ts'
import { entryOf, tooMuchInside } from '../thread/zip-entry.ts'
import { isClosedOfficeFile, requireOpenFile } from '../thread/closed-office-file.ts'
import { isPackage, requireMain } from '../thread/has-entry.ts'

const EXTENSION = '.docx'
/** A document with a thousand pages has about ten. */
const MOST_XML = 16 * 1024 * 1024
const MOST_PICTURES = 64 * 1024 * 1024

/** A Word document. */
export const wordImport: ImportFormat = threadedFormat({
  id: 'word',
  title: { en: 'Word (.docx)', 'zh-cn': 'Word（.docx）' },
  options: splitOption,
  recognises: async (file) => isClosedOfficeFile(file, EXTENSION) || isPackage(file, EXTENSION),
  async parts(file, { language, signal }) {
    requireOpenFile(file, EXTENSION, language)
    const zip = await ZipReader.open(file, language)
    requireMain(zip, EXTENSION, language)
    const parts: FilePart[] = []
    let [xml, pictures] = [0, 0]
    for (const path of zip.paths) {
      signal.throwIfAborted()
      const bytes = zip.bytesOf(path)
      const isXml = /\.(xml|rels)$/i.test(path)
      const isPicture = !isXml && path.startsWith('word/media/')
      if (!isPicture && !isXml) continue
      const isTooLarge = isPicture && bytes >= limits.attachmentBytes
      if (isPicture && !isTooLarge) pictures += bytes
      else if (!isPicture) xml += bytes
      const most = xml > MOST_XML ? MOST_XML : MOST_PICTURES
      if (xml > MOST_XML || pictures > MOST_PICTURES) throw tooMuchInside(most, language)
      // Empty documents are reported elsewhere.
      parts.push(isTooLarge ? { path, bytes: new Uint8Array() } : await entryOf(zip, path, MOST_PICTURES, language))
    }
    return parts
  },
})
