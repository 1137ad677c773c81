import { createHash } from 'node:crypto'
import type { ExportedFile, ExportedPage, ExportFormat, ExportSource, ExportTools } from '#core/plugin.ts'
import { documentEnd, documentStart, factsOf, pageSection, treeOf, type DocumentFacts } from './document.ts'
import { escaped, scriptInElement } from './html-text.ts'
import { documentStyle, formulaStyleInOne, LIBRARY_FILES, libraryText, type Library } from './libraries.ts'
import { documentOptions } from './options.ts'
import { bytesOf, isPicture, tokenIn } from './page-files.ts'
import { placedArticle, type PlacedArticle } from './placed-article.ts'
import { READING_SCRIPT } from './reading/reading.ts'

export const oneFile: ExportFormat = {
  id: 'html',
  title: { en: 'One HTML file, to be read without a network', 'zh-cn': '单个 HTML 文件（可离线阅读）' },
  extension: 'html',
  // Browsers never display it at an address of this site.
  mediaType: 'application/octet-stream',
  options: documentOptions,
  write: (source, tools) => new OneFileWriter(source, tools).write(),
}

const LIBRARIES = Object.keys(LIBRARY_FILES) as readonly Library[]

/** Writes page after page; content used by several of them is written once. */
class OneFileWriter {
  readonly #source: ExportSource
  readonly #facts: DocumentFacts
  readonly #tools: ExportTools
  readonly #written = new Set<number>()
  readonly #embedded = new Set<string>()
  readonly #needed = new Set<Library>()

  constructor(source: ExportSource, tools: ExportTools) {
    this.#source = source
    this.#tools = tools
    this.#facts = factsOf(source, tools)
  }

  async *write(): AsyncGenerator<Uint8Array, void> {
    const scripts = new Map<Library, string>()
    for (const library of LIBRARIES) scripts.set(library, scriptInElement(await libraryText(library)))
    const own = scriptInElement(READING_SCRIPT)
    yield Buffer.from(
      documentStart(this.#facts, {
        ...{ form: 'whole', up: '', policy: policyFor([own, ...scripts.values()]) },
        head: `<style>${await documentStyle()}</style>\n<script>${own}</script>`,
      }),
    )
    for await (const page of this.#source.read()) {
      this.#tools.signal.throwIfAborted()
      yield* this.#page(page)
    }
    const tree = treeOf(this.#source, (id) => (this.#written.has(id) ? `#page-${id}` : null))
    const formulas = this.#needed.has('katex') ? `<style>${await formulaStyleInOne()}</style>\n` : ''
    const used = LIBRARIES.filter((library) => this.#needed.has(library))
    const elements = used.map((library) => `<script>${scripts.get(library)}</script>`).join('\n')
    yield Buffer.from(documentEnd(this.#facts, tree, formulas + elements))
  }

  async *#page(page: ExportedPage): AsyncGenerator<Uint8Array, void> {
    const files = new PageFiles(page, this.#embedded)
    const article = await this.#articleOf(page, files)
    const attached = this.#facts.options.withFiles ? page.files.filter(({ isAttached }) => isAttached) : []
    const links: string[] = []
    for (const file of attached) {
      const place = await files.linkTo(file.address)
      if (place) links.push(`<li><a ${attributesIn(place)}>${escaped(file.name)}</a></li>`)
    }
    this.#written.add(page.id)
    const threads = this.#facts.options.withComments ? await page.threads() : []
    yield Buffer.from(pageSection(page, article.html, { files: links, threads }, this.#facts.language))
    for (const [token, { file, bytes }] of files.fresh) {
      const type = isPicture(file) ? file.mediaType : 'application/octet-stream'
      yield Buffer.from(
        `<script type="text/plain" id="file-${token}" data-type="${type}">${bytes.toString('base64')}</script>\n`,
      )
    }
  }

  async #articleOf(page: ExportedPage, files: PageFiles): Promise<PlacedArticle> {
    const { html } = await page.article()
    const article = await placedArticle(html, {
      prefix: `p${page.id}-`,
      linkTo: async (address) => {
        if (tokenIn(address) !== null) return this.#facts.options.withFiles ? files.linkTo(address) : null
        const [place = '', section] = address.split('#', 2)
        const pageId = await this.#source.pageIdAt(place.split('?', 1)[0] ?? '')
        if (pageId === null) return null
        return { href: section === undefined ? `#page-${pageId}` : `#p${pageId}-user-content-${section}` }
      },
      pictureAt: (address) => files.pictureAt(address),
    })
    if (article.hasFormulas) this.#needed.add('katex')
    if (article.hasDiagrams) for (const library of ['mermaid', 'purify'] as const) this.#needed.add(library)
    return article
  }
}

/** The files of one page that are not in the document yet. */
class PageFiles {
  readonly fresh = new Map<string, { readonly file: ExportedFile; readonly bytes: Buffer }>()
  readonly #files: ReadonlyMap<string, ExportedFile>
  readonly #embedded: Set<string>

  constructor({ files }: ExportedPage, embedded: Set<string>) {
    this.#files = new Map(files.map((file) => [tokenIn(file.address) ?? '', file]))
    this.#embedded = embedded
  }

  async linkTo(address: string): Promise<Readonly<Record<string, string>> | null> {
    const found = await this.#find(address)
    return found && { href: '#', 'data-file': found.token, download: found.file.name }
  }

  async pictureAt(address: string): Promise<Readonly<Record<string, string>> | null> {
    const found = await this.#find(address)
    return found && isPicture(found.file) ? { 'data-file': found.token } : null
  }

  async #find(address: string): Promise<{ readonly token: string; readonly file: ExportedFile } | null> {
    const token = tokenIn(address) ?? ''
    const file = this.#files.get(token)
    if (!file) return null
    if (this.#embedded.has(token)) return { token, file }
    const bytes = await bytesOf(file)
    if (!bytes) return null
    this.#embedded.add(token)
    this.fresh.set(token, { file, bytes })
    return { token, file }
  }
}

const attributesIn = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ')

/** Nothing may be loaded from anywhere, and only these scripts may run. */
function policyFor(scripts: readonly string[]): string {
  const sums = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'none'",
    `script-src ${sums.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}
