import {
  DomainError,
  type ImportFormat,
  type ImportTarget,
  type ImportTools,
  type Language,
  splitTarget,
  withTargets,
} from '#core/plugin.ts'
import { FILES, Manifest, MANIFEST, type ManifestCatalog, type ManifestPage } from './manifest.ts'
import { pathFrom } from './relative-targets.ts'
import { looksLikeZip, ZipReader } from './zip-reader.ts'

/** Reads an archive written by `archiveExport`. */
export const archiveImport: ImportFormat = {
  id: 'markdown-archive',
  title: { en: 'Markdown archive', 'zh-cn': 'Markdown 压缩包' },
  async recognises(file) {
    if (!looksLikeZip(file)) return false
    try {
      return (await ZipReader.open(file, 'en')).has(MANIFEST)
    } catch (error) {
      // Reading it produces a helpful error; "unknown format" would not.
      if (error instanceof DomainError) return /\.zip$/i.test(file.name)
      throw error
    }
  },
  async read(file, into, tools) {
    const zip = await ZipReader.open(file, tools.language)
    const manifest = await manifestIn(zip, tools)
    const { globalParams, ...item } = manifest.item
    // The archive has no visit password, so an item that had one is closed to all but its members.
    into.item({ ...item, ...(globalParams && { globalParams }) })
    await new ArchiveReader(zip, manifest, into, tools).readFolder(manifest, null)
  },
}

const SAID = {
  en: {
    unknown: (place: string) => `${MANIFEST} cannot be understood${place === '' ? '' : ` (${place})`}`,
    twice: (id: string) => `${MANIFEST} has two pages with the id ${id}`,
  },
  'zh-cn': {
    unknown: (place: string) => `无法识别 ${MANIFEST}${place === '' ? '' : `（${place}）`}`,
    twice: (id: string) => `${MANIFEST} 中有两个页面的标识都是 ${id}`,
  },
} as const

async function manifestIn(zip: ZipReader, { language }: ImportTools): Promise<Manifest> {
  const text = (await zip.text(MANIFEST)).replace(/^\uFEFF/, '')
  const manifest = understood(parsed(text), language)
  if (manifest.success) {
    requireDistinctIds(manifest.data, language)
    return manifest.data
  }
  const place = manifest.error.issues[0]?.path.join('.') ?? ''
  throw new DomainError('importBroken', { problem: SAID[language].unknown(place) })
}

/** Catalogs in catalogs may be deeper than calls can be. */
function understood(value: unknown, language: Language) {
  try {
    return Manifest.safeParse(value)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw Object.assign(new DomainError('importBroken', { problem: SAID[language].unknown('') }), { cause })
  }
}

function requireDistinctIds(manifest: Manifest, language: Language): void {
  const ids = new Set<string>()
  for (const { id } of pagesIn(manifest)) {
    if (ids.has(id)) throw new DomainError('importBroken', { problem: SAID[language].twice(id) })
    ids.add(id)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

class ArchiveReader {
  readonly #zip: ZipReader
  readonly #into: ImportTarget
  readonly #tools: ImportTools
  readonly #names: ReadonlyMap<string, string>
  /** By the digest that their names begin with. */
  readonly #paths: ReadonlyMap<string, string>
  readonly #addresses = new Map<string, string>()
  /** Ids of pages by the path of their file. */
  readonly #pageAt: ReadonlyMap<string, string>
  readonly #pageCount: number
  #done = 0
  #catalogs = 0

  constructor(zip: ZipReader, manifest: Manifest, into: ImportTarget, tools: ImportTools) {
    this.#zip = zip
    this.#into = into
    this.#tools = tools
    this.#names = new Map(manifest.files.map(({ path, name }) => [path, name]))
    this.#paths = new Map(manifest.files.map(({ path }) => [path.slice(FILES.length + 1).split('-')[0] ?? '', path]))
    this.#pageAt = new Map(pagesIn(manifest).map(({ file, id }) => [file, id]))
    this.#pageCount = pagesIn(manifest).length
  }

  async readFolder({ pages, catalogs }: Pick<ManifestCatalog, 'pages' | 'catalogs'>, catalogId: string | null) {
    for (const [at, { id, title, file, attached }] of pages.entries()) {
      this.#tools.signal.throwIfAborted()
      this.#tools.progress({ done: this.#done, of: this.#pageCount, what: title })
      const linked = await withTargets(await this.#zip.text(file), async (target) => this.#targetFor(file, target))
      const content = await this.#withFiles(linked)
      const addresses: string[] = []
      for (const path of attached) addresses.push(await this.#addressOf(path))
      this.#into.page({ id, catalogId, title, content, order: at + 1, attached: addresses })
      this.#done += 1
    }
    for (const [at, catalog] of catalogs.entries()) {
      const id = String((this.#catalogs += 1))
      this.#into.catalog({ id, parentId: catalogId, name: catalog.name, order: at + 1 })
      await this.readFolder(catalog, id)
    }
  }

  /** A link to the file of another page leads to the page; null for all other links, which stay. */
  #targetFor(file: string, target: string): string | null {
    const id = this.#pageAt.get(pathFrom(file, target) ?? '')
    return id === undefined ? null : this.#into.addressOfPage(id) + splitTarget(target).rest
  }

  /** The text with the addresses that its files have here. */
  async #withFiles(content: string): Promise<string> {
    let text = ''
    let at = 0
    for (const { 0: way, 1: digest = '', index } of content.matchAll(FILE_PATH)) {
      const path = this.#paths.get(digest)
      const written = path === undefined ? '' : encodeURI(path)
      const from = index + way.length - FILES.length - digest.length - 2
      if (path === undefined || !content.startsWith(written, from)) continue
      text += content.slice(at, index) + (await this.#addressOf(path))
      at = from + written.length
    }
    return text + content.slice(at)
  }

  async #addressOf(path: string): Promise<string> {
    const known = this.#addresses.get(path)
    if (known !== undefined) return known
    const name = this.#names.get(path) ?? path
    const address = await this.#into.file({ name, content: this.#zip.read(path) })
    this.#addresses.set(path, address)
    return address
  }
}

// As `archiveExport` writes them: up to the root, the folder of files, and a digest that no text contains by chance.
const FILE_PATH = new RegExp(String.raw`(?:\.\./)*${FILES}/([0-9a-f]{16})-`, 'g')

const pagesIn = ({ pages, catalogs }: Pick<ManifestCatalog, 'pages' | 'catalogs'>): readonly ManifestPage[] => [
  ...pages,
  ...catalogs.flatMap(pagesIn),
]
