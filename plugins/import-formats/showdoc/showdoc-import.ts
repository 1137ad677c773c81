import type { ImportFormat } from '#core/plugin.ts'
import { looksLikeZip, ZipReader } from '#plugins/markdown-archive/api.ts'
import { jsonShape } from '../json/json-shape.ts'
import { hasEntry } from '../thread/has-entry.ts'
import { threadedFormat } from '../thread/threaded-format.ts'
import { wholeFile } from '../thread/whole-file.ts'
import { entryOf } from '../thread/zip-entry.ts'

/** The newer name first. */
export const SHOWDOC_NAMES = ['info.json', 'prefix_info.json']
const MOST_BYTES = 64 * 1024 * 1024

/** What ShowDoc exports: a zip whose info file holds all pages, that file alone, or one API document. */
export const showDocImport: ImportFormat = threadedFormat({
  id: 'showdoc',
  title: { en: 'ShowDoc (zip, JSON)', 'zh-cn': 'ShowDoc（zip、JSON）' },
  async recognises(file) {
    const shape = await jsonShape(file)
    if (shape) {
      const isAll = (...keys: readonly string[]): boolean => keys.every((key) => shape.keys.has(key))
      return shape.kind === 'object' && (isAll('item_name', 'pages') || isAll('info', 'request', 'response'))
    }
    return hasEntry(file, ...SHOWDOC_NAMES)
  },
  async parts(file, tools) {
    if (!looksLikeZip(file)) return wholeFile(file, tools)
    const zip = await ZipReader.open(file, tools.language)
    return [await entryOf(zip, infoOf(zip) ?? SHOWDOC_NAMES[0] ?? '', MOST_BYTES)]
  },
})

const infoOf = (zip: ZipReader): string | undefined => SHOWDOC_NAMES.find((name) => zip.has(name))
