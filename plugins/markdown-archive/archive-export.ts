import { createHash } from 'node:crypto'
import { ZipFile } from 'yazl'
import { z } from 'zod'
import {
  splitTarget,
  withTargets,
  type ExportedCatalog,
  type ExportedFile,
  type ExportedPage,
  type ExportFormat,
  type ExportSource,
  type ExportTools,
} from '#core/plugin.ts'
import { commentsFile } from './comments-file.ts'
import { fileNameOf, NamesInFolder } from './file-names.ts'
import { FILES, FORMAT, MANIFEST, type Manifest, type ManifestCatalog, type ManifestPage } from './manifest.ts'
import { targetTo } from './relative-targets.ts'
import { putEntry, zipStream } from './zip-stream.ts'

// Not within a longer address: one of another site is not ours.
const OWN_FILE = /(?<![\w.%~/\]-])\/attachment\/[\w-]{32}(?![\w-])/g

const TEXTS_AT_ONCE = 1_000_000
/** The overhead of packing a text, besides its own size. */
const ROOM_PER_TEXT = 5_000

const ArchiveOptions = z.object({ withComments: z.boolean().default(false) })

export const archiveExport: ExportFormat = {
  id: 'markdown',
  title: { en: 'Markdown archive', 'zh-cn': 'Markdown 压缩包' },
  extension: 'zip',
  mediaType: 'application/zip',
  options: {
    schema: ArchiveOptions,
    texts: {
      en: {
        withComments: {
          label: 'Include comments',
          hint: 'Those that you can read, in a file beside their page. They are left out when the archive is imported.',
        },
      },
      'zh-cn': {
        withComments: { label: '包含评论', hint: '你可以查看的评论，存放在页面旁的文件中；导入压缩包时不会读取。' },
      },
    },
  },
  write: (source, tools) => new ArchiveWriter(source, tools).write(),
}

interface PlannedPage {
  readonly page: ManifestPage
  readonly depth: number
  /** The place for its comments. */
  readonly commentsFile: string
}

/** Writes one entry after the other, each when the previous one has been consumed. */
class ArchiveWriter {
  readonly #source: ExportSource
  readonly #tools: ExportTools
  readonly #withComments: boolean
  readonly #zip = new ZipFile()
  readonly #planned = new Map<number, PlannedPage>()
  readonly #tree: Pick<Manifest, 'pages' | 'catalogs'>
  readonly #files = new Map<string, Manifest['files'][number]>()
  readonly #attached = new Map<number, readonly string[]>()
  readonly #written = new Set<number>()
  /** Bytes of texts that may not have been consumed yet. */
  #texts = 0

  constructor(source: ExportSource, tools: ExportTools) {
    this.#source = source
    this.#tools = tools
    this.#withComments = ArchiveOptions.parse(tools.options).withComments
    this.#tree = this.#planOf(source, '', 0)
  }

  write(): AsyncIterable<Uint8Array> {
    return zipStream(this.#zip, () => this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    for await (const page of this.#source.read()) {
      const planned = this.#planned.get(page.id)
      if (planned) await this.#writePage(page, planned)
    }
    await this.#put(MANIFEST, [Buffer.from(JSON.stringify(this.#manifest(), null, 2))])
    this.#zip.end()
  }

  async #writePage(page: ExportedPage, { page: { file }, depth, ...planned }: PlannedPage): Promise<void> {
    const pathAt = new Map<string, string>()
    for (const each of page.files) {
      const path = await this.#putFile(each)
      if (path !== null) pathAt.set(each.address, path)
    }
    const up = '../'.repeat(depth)
    const linked = await withTargets(page.content, (target) => this.#targetFor(file, target))
    const content = linked.replaceAll(OWN_FILE, (address) => {
      const path = pathAt.get(address)
      return path === undefined ? address : up + encodeURI(path)
    })
    await this.#putText(file, Buffer.from(content), page.savedAt)
    const threads = this.#withComments ? await page.threads() : []
    if (threads.length > 0) {
      const text = commentsFile(page.title, threads, this.#tools.language)
      await this.#putText(planned.commentsFile, Buffer.from(text), page.savedAt)
    }
    this.#attached.set(
      page.id,
      page.files.flatMap(({ isAttached, address }) => (isAttached ? (pathAt.get(address) ?? []) : [])),
    )
    this.#written.add(page.id)
  }

  /** A link to another page of the archive leads to its file there; null for all other links, which stay. */
  async #targetFor(file: string, target: string): Promise<string | null> {
    const { place, rest } = splitTarget(target)
    const pageId = await this.#source.pageIdAt(place)
    const planned = pageId === null ? undefined : this.#planned.get(pageId)
    return planned ? targetTo(file, planned.page.file) + rest : null
  }

  /** Null when its bytes are missing. Two pages may use the same file. */
  async #putFile(file: ExportedFile): Promise<string | null> {
    const known = this.#files.get(file.address)
    if (known) return known.path
    const content = await file.read()
    if (!content) return null
    // The digest keeps names unique, and prevents a text that looks like a path from being read as one.
    const digest = createHash('sha256').update(file.address).digest('hex').slice(0, 16)
    const path = `${FILES}/${digest}-${fileNameOf(file.name).replaceAll(/[\s()[\]<>]/g, '_')}`
    this.#files.set(file.address, { path, name: file.name })
    await this.#put(path, content, this.#tools.now, !/^(image|video|audio)\/(?!svg)/.test(file.mediaType))
    return path
  }

  /**
   * Short texts are packed several at a time, each in one piece: a stream for each takes longer than packing it. After
   * this many, the last one is awaited, and all before it, so that no more of them are in memory.
   */
  async #putText(path: string, content: Buffer, mtime: Date): Promise<void> {
    this.#texts += content.length + ROOM_PER_TEXT
    if (this.#texts > TEXTS_AT_ONCE) {
      this.#texts = 0
      return this.#put(path, [content], mtime)
    }
    this.#tools.signal.throwIfAborted()
    this.#zip.addBuffer(content, path, { mtime, compress: true })
  }

  async #put(
    path: string,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    mtime = this.#tools.now,
    compress = true,
  ): Promise<void> {
    await putEntry(this.#zip, path, content, { mtime, compress, signal: this.#tools.signal })
  }

  #planOf(
    { pages, catalogs }: Pick<ExportedCatalog, 'pages' | 'catalogs'>,
    folder: string,
    depth: number,
  ): Pick<Manifest, 'pages' | 'catalogs'> {
    const names = new NamesInFolder()
    // Reserves the names of the manifest and of the folder of files.
    if (depth === 0) for (const name of [MANIFEST, FILES]) names.take(name)
    return {
      pages: pages.map(({ id, title }) => {
        const page = { id: String(id), title, file: `${folder}${names.take(title, '.md')}`, attached: [] }
        const besides = this.#withComments ? `${folder}${names.take(`${title}.comments`, '.md')}` : ''
        this.#planned.set(id, { page, depth, commentsFile: besides })
        return page
      }),
      catalogs: catalogs.map((catalog) => ({
        name: catalog.name,
        ...this.#planOf(catalog, `${folder}${names.take(catalog.name)}/`, depth + 1),
      })),
    }
  }

  #manifest(): Manifest {
    const { name, description, type, visibility, globalParams } = this.#source.item
    const isWhole = this.#source.part === 'item'
    const named = isWhole
      ? { name, description, type }
      : { name: this.#source.title, description: '', type: 'regular' as const }
    return {
      format: FORMAT,
      version: 1,
      item: { ...named, visibility, globalParams },
      ...this.#asWritten(this.#tree),
      files: [...this.#files.values()],
    }
  }

  /** Without pages deleted while it was written. */
  #asWritten({ pages, catalogs }: Pick<ManifestCatalog, 'pages' | 'catalogs'>): Pick<Manifest, 'pages' | 'catalogs'> {
    return {
      pages: pages.flatMap((page) =>
        this.#written.has(Number(page.id))
          ? { ...page, attached: [...(this.#attached.get(Number(page.id)) ?? [])] }
          : [],
      ),
      catalogs: catalogs.map((catalog) => ({ name: catalog.name, ...this.#asWritten(catalog) })),
    }
  }
}
