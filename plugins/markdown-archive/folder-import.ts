import { hash } from 'node:crypto'
import { posix } from 'node:path'
import {
  DomainError,
  type ImportFormat,
  type ImportTarget,
  type ImportTools,
  limits,
  splitTarget,
  withTargets,
} from '#core/plugin.ts'
import { MANIFEST } from './manifest.ts'
import { titledMarkdown } from './titled-markdown.ts'
import { pathFrom } from './relative-targets.ts'
import { looksLikeZip, ZipReader } from './zip-reader.ts'

const IS_PAGE = /\.(md|markdown)$/i
// Files that systems add on their own.
const IS_JUNK = /(^|\/)(__MACOSX|\.git|\.DS_Store|Thumbs\.db|node_modules)(\/|$)/
/** Pages about their folder, which come first in it. */
const IS_INDEX = /^(readme|index|_index)$/i

/** Reads a zip of markdown files in folders: a documentation folder, a wiki, or the notes of another program. */
export const folderImport: ImportFormat = {
  id: 'markdown-folder',
  title: { en: 'Folder of markdown files (zip)', 'zh-cn': 'Markdown 文件夹（zip）' },
  async recognises(file) {
    const zip = looksLikeZip(file) ? await ZipReader.open(file, 'en').catch(nullForRefusal) : null
    return zip !== null && !zip.has(MANIFEST) && pagesIn(zip).length > 0
  },
  async read(file, into, tools) {
    const zip = await ZipReader.open(file, tools.language)
    await new FolderReader(zip, into, tools).read()
  },
}

/** A damaged zip is not accepted. */
function nullForRefusal(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}

const pagesIn = (zip: ZipReader): readonly string[] =>
  zip.paths.filter((path) => IS_PAGE.test(path) && !IS_JUNK.test(path))

/** The folder that contains everything, with its slash; '' when there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths
  const end = first.indexOf('/') + 1
  const folder = first.slice(0, end)
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}

const SAID = {
  en: {
    deep: (path: string) => `${path}: the folders are too deep; the page lies in the lowest catalog there can be.`,
    missing: (path: string, target: string) => `${path}: ${target} is not in the archive.`,
  },
  'zh-cn': {
    deep: (path: string) => `${path}：文件夹层级过深，页面已放入允许的最低一级目录。`,
    missing: (path: string, target: string) => `${path}：压缩包中没有 ${target}。`,
  },
} as const
const DEEPEST = 3

class FolderReader {
  readonly #zip: ZipReader
  readonly #into: ImportTarget
  readonly #tools: ImportTools
  readonly #catalogs = new Set<string>()
  readonly #addresses = new Map<string, string>()
  /** Ids of pages by their path in the archive. */
  readonly #pageAt = new Map<string, string>()

  constructor(zip: ZipReader, into: ImportTarget, tools: ImportTools) {
    this.#zip = zip
    this.#into = into
    this.#tools = tools
  }

  async read(): Promise<void> {
    const { signal, progress } = this.#tools
    const paths = pagesIn(this.#zip)
    const root = commonFolder(paths)
    if (root !== '') this.#into.item({ name: root.slice(0, -1) })
    const sorted = paths.toSorted((a, b) => collator.compare(a, b))
    for (const path of paths) this.#pageAt.set(path, idOf(path.slice(root.length)))
    for (const [done, path] of sorted.entries()) {
      signal.throwIfAborted()
      progress({ done, of: sorted.length, what: path })
      await this.#readPage(path, path.slice(root.length), done + 1)
    }
  }

  async #readPage(path: string, shown: string, place: number): Promise<void> {
    const name = posix.basename(shown).replace(IS_PAGE, '')
    const { title, order, content } = titledMarkdown(await this.#zip.text(path), name)
    const catalogId = this.#catalogFor(posix.dirname(shown), shown)
    // One that no page can hold is refused with it; searching it for links would take too long.
    const isTooLong = content.length > limits.pageContentLength
    const text = isTooLong ? content : await withTargets(content, (target) => this.#addressFor(path, target))
    this.#into.page({
      id: idOf(shown),
      catalogId,
      title,
      content: text,
      order: IS_INDEX.test(name) ? 0 : (order ?? place),
    })
  }

  #catalogFor(folder: string, page: string): string | null {
    if (folder === '.') return null
    const names = folder.split('/')
    if (names.length > DEEPEST) this.#into.warn(SAID[this.#tools.language].deep(page))
    let parentId: string | null = null
    for (const [at, name] of names.slice(0, DEEPEST).entries()) {
      const id = names.slice(0, at + 1).join('/')
      if (!this.#catalogs.has(id)) this.#into.catalog({ id, parentId, name, order: this.#catalogs.size + 1 })
      this.#catalogs.add(id)
      parentId = id
    }
    return parentId
  }

  /** A relative path in a text is the address of a page, or of a picture or file, which is imported too. */
  async #addressFor(page: string, target: string): Promise<string | null> {
    const path = pathFrom(page, target)
    if (path === null) return null
    const id = this.#pageAt.get(path)
    if (id !== undefined) return this.#into.addressOfPage(id) + splitTarget(target).rest
    if (this.#zip.has(path) && !IS_PAGE.test(path)) return this.#addressOf(path)
    this.#into.warn(SAID[this.#tools.language].missing(page, target))
    return null
  }

  async #addressOf(path: string): Promise<string> {
    const known = this.#addresses.get(path)
    if (known !== undefined) return known
    const address = await this.#into.file({ name: posix.basename(path), content: this.#zip.read(path) })
    this.#addresses.set(path, address)
    return address
  }
}

/** Paths may be longer than ids. */
const idOf = (shown: string): string => (shown.length > LONGEST_ID ? hash('sha256', shown) : shown)
const LONGEST_ID = 450

const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })
