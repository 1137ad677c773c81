import { createHash, randomBytes } from 'node:crypto'
import { ZipFile } from 'yazl'
import {
  splitTarget,
  withTargets,
  type ExportedCatalog,
  type ExportedFile,
  type ExportedHead,
  type ExportedPage,
  type ExportFormat,
  type ExportSource,
  type ExportTools,
} from '#core/plugin.ts'
import { fileNameOf } from '#plugins/markdown-archive/api.ts'
import { putEntry, zipStream } from '#plugins/markdown-archive/zip-api.ts'
import { FILES, linkTo } from './placed-files.ts'
import { escapedOnce, isEmptyInPhp, SafeNames } from './safe-names.ts'

const PACKED = /^(image|video|audio)\/(?!svg)/
/** The name that every version of ShowDoc looks for. */
const INFO = 'prefix_info.json'
/** As in ShowDoc's table, which has no other names. */
const TYPES = { regular: 1, single: 2, runapi: 3, table: 4 } as const
// Not within a longer address: one of another site is not ours.
const OWN_FILE = /(?<![\w.%~/\]-])\/attachment\/[\w-]{32}(?![\w-])/g
/** As ShowDoc writes it, in texts that moved in from there: the sign is the file's token here. */
const FORMER_FILE =
  /(?:https?:\/\/[\w.:-]{1,100}(?:\/[\w.-]{1,60}){0,4})?\/server\/(?:index\.php)?\?s=\/?api\/attachment\/visitFile(?:&(?:amp;)?sign=|\/sign\/)([\w-]{32})(?![\w-])/gi

/** By its path, of which prose may follow without a blank; not one of the zip. */
const FORMER_PATH =
  /(?:https?:\/\/[\w.:-]{1,100}(?:\/[\w.-]{1,60}){0,4}?)?\/{1,9}(?:server\/\.\.\/)?Public\/{1,9}Uploads\/{1,9}(?!octavo\/)([\w%~!$+,;=:@/.-]*[\w%])/g

export const showDocExport: ExportFormat = {
  id: 'showdoc',
  title: { en: 'ShowDoc', 'zh-cn': 'ShowDoc' },
  extension: 'zip',
  mediaType: 'application/zip',
  parts: ['item'],
  write: (source, tools) => new ShowDocWriter(source, tools).write(),
}

/** A file in the zip, with its path. */
interface PlacedFile {
  readonly file: ExportedFile
  readonly path: string
}

class ShowDocWriter {
  readonly #source: ExportSource
  readonly #tools: ExportTools
  readonly #zip = new ZipFile()
  /** By address; null when the bytes are missing. */
  readonly #files = new Map<string, PlacedFile | null>()

  constructor(source: ExportSource, tools: ExportTools) {
    this.#source = source
    this.#tools = tools
  }

  write(): AsyncIterable<Uint8Array> {
    return zipStream(this.#zip, () => this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    await this.#put(INFO, this.#info())
    for (const placed of this.#files.values()) {
      const content = await placed?.file.read()
      if (placed && content) await this.#put(placed.path, content, !PACKED.test(placed.file.mediaType))
    }
    this.#zip.end()
  }

  /** The tree as one line of JSON, page by page: the texts of a large item are never in memory together. */
  async *#info(): AsyncGenerator<Buffer, void> {
    const { name, description, type, visibility, globalParams } = this.#source.item
    const facts = {
      item_type: String(TYPES[type]),
      item_name: escapedOnce(name),
      item_description: escapedOnce(description),
      // Without a password the item would be open there. Nobody is told the one it has here.
      password: visibility === 'open' ? '' : randomBytes(12).toString('base64url'),
      ...(visibility === 'members' ? { octavo_visibility: visibility } : {}),
      ...(Object.values(globalParams).some((rows) => rows.length > 0) ? { octavo_global_params: globalParams } : {}),
    }
    const pages = new PagesInTurn(this.#source.read())
    try {
      yield Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"pages":`)
      for await (const piece of this.#tree(this.#source, null, pages)) yield Buffer.from(piece)
      yield Buffer.from('}')
    } finally {
      await pages.close()
    }
  }

  async *#tree(
    { pages: heads, catalogs }: Pick<ExportedCatalog, 'pages' | 'catalogs'>,
    catId: number | null,
    pages: PagesInTurn,
  ): AsyncGenerator<string, void> {
    const titles = new SafeNames()
    let comma = ''
    yield '{"pages":['
    for (const [at, head] of heads.entries()) {
      const page = await pages.take(head)
      if (page === null) continue
      // Titles in the root may be equal.
      const title = catId === null ? page.title : titles.page(page.title)
      yield comma + JSON.stringify(await this.#page(page, { title, catId: catId ?? 0, order: at + 1 }))
      comma = ','
    }
    yield '],"catalogs":['
    comma = ''
    const names = new SafeNames()
    const times = new Map<string, number>()
    for (const { name } of catalogs) times.set(name, (times.get(name) ?? 0) + 1)
    for (const [at, catalog] of catalogs.entries()) {
      const name = names.catalog(catalog.name)
      // Imports here also treat two catalogs of the same name as one.
      const isKept = name === catalog.name || times.get(catalog.name) !== 1
      const facts = {
        ...{ cat_id: String(catalog.id), cat_name: escapedOnce(name), s_number: String(at + 1) },
        ...{ parent_cat_id: String(catId ?? 0), ...(isKept ? {} : { octavo_name: catalog.name }) },
      }
      yield `${comma}${JSON.stringify(facts).slice(0, -1)},`
      const below = this.#tree(catalog, catalog.id, pages)
      // Its pages and catalogs are siblings of its name.
      let isFirst = true
      for await (const piece of below) {
        yield isFirst ? piece.slice(1) : piece
        isFirst = false
      }
      comma = ','
    }
    yield ']}'
  }

  async #page(
    page: ExportedPage,
    { title, catId, order }: { readonly title: string; readonly catId: number; readonly order: number },
  ): Promise<Readonly<Record<string, unknown>>> {
    const placeAt = new Map<string, string>()
    for (const file of page.files) {
      const placed = await this.#place(file)
      if (placed) placeAt.set(file.address, placed.path)
    }
    const linked = await withTargets(page.content, (target) => this.#targetFor(target))
    const placed = (written: string, address: string): string => {
      const place = placeAt.get(address)
      return place === undefined ? written : linkTo(place)
    }
    const ofPath = await this.#addressesOfPaths(linked)
    const content = linked
      .replaceAll(OWN_FILE, (address) => placed(address, address))
      .replaceAll(FORMER_FILE, (written: string, token: string) => placed(written, `/attachment/${token}`))
      .replaceAll(FORMER_PATH, (written: string, path: string) => placed(written, ofPath.get(path) ?? ''))
    const attached = page.files.flatMap(({ isAttached, address }) => (isAttached ? (placeAt.get(address) ?? []) : []))
    // Version 2 skips a page in a catalog whose text PHP considers empty.
    const text = catId !== 0 && isEmptyInPhp(content) ? `${content} ` : content
    return {
      ...{ page_id: String(page.id), page_title: escapedOnce(title), page_content: escapedOnce(text) },
      ...{ cat_id: String(catId), s_number: String(order), page_comments: '' },
      ...(title === page.title ? {} : { octavo_title: page.title }),
      ...(text === content ? {} : { octavo_content: content }),
      ...(attached.length === 0 ? {} : { octavo_files: attached }),
    }
  }

  /** The addresses of files here, by the paths that a text has of them. */
  async #addressesOfPaths(text: string): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const path of new Set(Array.from(text.matchAll(FORMER_PATH), ([, each = '']) => each))) {
      const address = await this.#source.formerFileAt(path)
      if (address !== null) found.set(path, address)
    }
    return found
  }

  /** Null when its bytes are missing: references to it are not changed. */
  async #place(file: ExportedFile): Promise<PlacedFile | null> {
    const known = this.#files.get(file.address)
    if (known !== undefined) return known
    const placed = (await isThere(file)) ? { file, path: pathOf(file) } : null
    this.#files.set(file.address, placed)
    return placed
  }

  /** A link to a page of the item in ShowDoc's notation; null for all other links, which stay. */
  async #targetFor(target: string): Promise<string | null> {
    const { place, rest } = splitTarget(target)
    const pageId = await this.#source.pageIdAt(place)
    return pageId === null ? null : `/web/#/${this.#source.item.id}/${pageId}${rest.startsWith('?') ? '' : rest}`
  }

  async #put(path: string, content: AsyncIterable<Uint8Array>, compress = true): Promise<void> {
    const { now: mtime, signal } = this.#tools
    await putEntry(this.#zip, path, content, { mtime, compress, signal })
  }
}

function pathOf(file: ExportedFile): string {
  // Makes names of files unique.
  const digest = createHash('sha256').update(file.address).digest('hex').slice(0, 16)
  const [ending = ''] = /\.[a-z0-9]{1,8}$/i.exec(file.name) ?? []
  return `${FILES}/${digest}/${fileNameOf(file.name.slice(0, file.name.length - ending.length))}${ending}`
}

/** The tree is written before the files, so pages are read twice: they would not all fit into memory. */
async function isThere(file: ExportedFile): Promise<boolean> {
  const content = await file.read()
  const pieces = content?.[Symbol.asyncIterator]()
  await pieces?.next()
  await pieces?.return?.()
  return pieces !== undefined
}

/** Reads pages when the tree needs them; those deleted meanwhile are skipped. */
class PagesInTurn {
  readonly #pages: AsyncIterator<ExportedPage>
  #next: Promise<IteratorResult<ExportedPage>> | null = null

  constructor(pages: AsyncIterable<ExportedPage>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  /** Null when it does not exist any more. */
  async take({ id }: ExportedHead): Promise<ExportedPage | null> {
    this.#next ??= this.#pages.next()
    const next = await this.#next
    if (next.done === true || next.value.id !== id) return null
    this.#next = null
    return next.value
  }

  async close(): Promise<void> {
    await this.#pages.return?.()
  }
}
