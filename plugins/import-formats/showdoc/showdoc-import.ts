import { posix } from 'node:path'
import type { ImportFormat, ImportTarget } from '#core/plugin.ts'
import { looksLikeZip, ZipReader } from '#plugins/markdown-archive/api.ts'
import { FILES, linkTo } from '#plugins/showdoc-export/api.ts'
import { jsonShape } from '../json/json-shape.ts'
import { hasEntry } from '../thread/has-entry.ts'
import { threadedFormat } from '../thread/threaded-format.ts'
import { wholeFile } from '../thread/whole-file.ts'
import { entryOf } from '../thread/zip-entry.ts'
import { formerOption } from './former-option.ts'

/** The newer name first. */
export const SHOWDOC_NAMES = ['info.json', 'prefix_info.json']
const MOST_BYTES = 64 * 1024 * 1024

const infoFormat = threadedFormat({
  id: 'showdoc',
  title: { en: 'ShowDoc (zip, JSON)', 'zh-cn': 'ShowDoc（zip、JSON）' },
  options: formerOption,
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
    return [await entryOf(zip, infoOf(zip) ?? SHOWDOC_NAMES[0] ?? '', MOST_BYTES, tools.language)]
  },
})

/**
 * ShowDoc's exports: a zip whose info file contains all pages, that file alone, or one API document. A zip exported
 * here for ShowDoc also contains the files of its pages.
 */
export const showDocImport: ImportFormat = {
  ...infoFormat,
  async read(file, into, tools) {
    const addresses = new Map<string, string>()
    const zip = looksLikeZip(file) ? await ZipReader.open(file, tools.language) : null
    for (const path of zip?.paths ?? []) {
      if (!zip || !path.startsWith(`${FILES}/`)) continue
      tools.signal.throwIfAborted()
      addresses.set(linkTo(path), await into.file({ name: posix.basename(path), content: zip.read(path) }))
    }
    await infoFormat.read(file, addresses.size === 0 ? into : withFiles(into, addresses), tools)
  },
}

const PLACED = new RegExp(`/${FILES}/[\\w%.~!@$*+,;=:/-]+`, 'g')

/** Replaces addresses of files in the zip by their addresses here. */
const withFiles = (into: ImportTarget, addresses: ReadonlyMap<string, string>): ImportTarget => ({
  ...into,
  page({ attached, content, ...page }) {
    const files = attached?.flatMap((path) => addresses.get(linkTo(path)) ?? [])
    const text = content.replaceAll(PLACED, (link) => addresses.get(link) ?? link)
    into.page({ ...page, content: text, ...(files === undefined ? {} : { attached: files }) })
  },
})

const infoOf = (zip: ZipReader): string | undefined => SHOWDOC_NAMES.find((name) => zip.has(name))
