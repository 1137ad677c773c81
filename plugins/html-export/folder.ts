import { ZipFile } from 'yazl'
import type { ExportedFile, ExportedPage, ExportFormat, ExportSource, ExportTools } from '#core/plugin.ts'
import { putEntry, zipStream } from '#plugins/markdown-archive/zip-api.ts'
import { documentEnd, documentStart, factsOf, pageSection, treeOf, wordIn, type DocumentFacts } from './document.ts'
import { escaped } from './html-text.ts'
import { documentStyle, formulaStyle, libraryText, type Library } from './libraries.ts'
import { documentOptions } from './options.ts'
import { bytesOf, isPicture, tokenIn } from './page-files.ts'
import { placedArticle, type PlacedArticle } from './placed-article.ts'
import { READING_SCRIPT } from './reading/reading.ts'
import type { SearchedPage } from './reading/searching.ts'

export const folder: ExportFormat = {
  id: 'html-folder',
  title: { en: 'HTML pages for a web server', 'zh-cn': 'HTML 网页（用于 Web 服务器）' },
  extension: 'zip',
  mediaType: 'application/zip',
  options: documentOptions,
  write: (source, tools) => new FolderWriter(source, tools).write(),
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
/** Extensions that servers deliver with a type that no browser executes; all others get a harmless one. */
const HARMLESS =
  /\.(png|jpe?g|gif|webp|avif|bmp|ico|pdf|docx?|xlsx?|pptx?|zip|gz|7z|txt|md|csv|json|mp[34]|webm|ogg|wav)$/i

/** Writes one entry after the other, each when the previous one has been consumed. */
class FolderWriter {
  readonly #source: ExportSource
  readonly #tools: ExportTools
  readonly #facts: DocumentFacts
  readonly #zip = new ZipFile()
  readonly #searched: (SearchedPage & { readonly id: number })[] = []
  readonly #paths = new Map<string, string>()
  readonly #needed = new Set<Library>()

  constructor(source: ExportSource, tools: ExportTools) {
    this.#source = source
    this.#tools = tools
    this.#facts = factsOf(source, tools)
  }

  write(): AsyncGenerator<Uint8Array, void> {
    return zipStream(this.#zip, () => this.#writeAll())
  }

  async #writeAll(): Promise<void> {
    for await (const page of this.#source.read()) await this.#writePage(page)
    await this.#writeOverview()
    await this.#put('search.json', JSON.stringify(this.#searched.map(({ id: _id, ...page }) => page)))
    await this.#put('assets/document.css', await documentStyle())
    await this.#put('assets/document.js', READING_SCRIPT)
    for (const library of this.#needed) await this.#put(`assets/${library}.js`, await libraryText(library))
    if (this.#needed.has('katex')) {
      const { css, fonts } = await formulaStyle()
      await this.#put('assets/katex.css', css)
      for (const { address, bytes } of fonts) await this.#put(`assets/${address}`, bytes)
    }
    this.#zip.end()
  }

  async #writePage(page: ExportedPage): Promise<void> {
    const { language, options } = this.#facts
    const { html, text, hasFormulas, hasDiagrams } = await this.#articleOf(page)
    const attached = options.withFiles ? page.files.filter(({ isAttached }) => isAttached) : []
    const links: string[] = []
    for (const file of attached) {
      const path = await this.#putFile(file)
      if (path !== null)
        links.push(`<li><a href="../${escaped(path)}" download="${escaped(file.name)}">${escaped(file.name)}</a></li>`)
    }
    const libraries: Library[] = [...(hasFormulas ? ['katex' as const] : [])]
    if (hasDiagrams) libraries.push('mermaid', 'purify')
    for (const library of libraries) this.#needed.add(library)
    const start = this.#start('../', libraries, page.title)
    const overview = `<a href="../index.html" data-word="start">${wordIn(language)('start')}</a>`
    const end = documentEnd(this.#facts, overview)
    const threads = options.withComments ? await page.threads() : []
    const section = pageSection(page, html, { files: links, threads }, language)
    await this.#put(pathOf(page.id), start + section + end, page.savedAt)
    this.#searched.push({
      ...{ id: page.id, href: pathOf(page.id), title: page.title, path: page.path.join(' / ') },
      text: text.replaceAll(/\s+/g, ' '),
    })
  }

  async #writeOverview(): Promise<void> {
    const { language, source } = this.#facts
    const written = new Set(this.#searched.map(({ id }) => id))
    const tree = treeOf(this.#source, (id) => (written.has(id) ? pathOf(id) : null))
    const { description } = this.#source.item
    const about = this.#source.part === 'item' && description !== '' ? `<p>${escaped(description)}</p>\n` : ''
    const nothing = tree === '' ? `<p data-word="noPages">${wordIn(language)('noPages')}</p>\n` : ''
    const main = `<h1 class="page-title">${escaped(source.title)}</h1>\n${about}${nothing}`
    await this.#put('index.html', this.#start('', []) + main + documentEnd(this.#facts, tree))
  }

  #start(up: string, libraries: readonly Library[], title?: string): string {
    const styles = [`${up}assets/document.css`, ...(libraries.includes('katex') ? [`${up}assets/katex.css`] : [])]
    const head = [
      ...styles.map((address) => `<link rel="stylesheet" href="${address}">`),
      `<script src="${up}assets/document.js"></script>`,
      ...libraries.map((library) => `<script src="${up}assets/${library}.js" defer></script>`),
    ]
    const named = title === undefined ? {} : { title }
    return documentStart(this.#facts, { form: 'folder', up, policy: POLICY, head: head.join('\n'), ...named })
  }

  async #articleOf(page: ExportedPage): Promise<PlacedArticle> {
    const { html } = await page.article()
    const fileAt = new Map(page.files.map((file) => [tokenIn(file.address) ?? '', file]))
    return placedArticle(html, {
      prefix: '',
      linkTo: async (address): Promise<Readonly<Record<string, string>> | null> => {
        const file = fileAt.get(tokenIn(address) ?? '')
        if (file) {
          const path = this.#facts.options.withFiles ? await this.#putFile(file) : null
          return path === null ? null : { href: `../${path}`, download: file.name }
        }
        const [place = '', section] = address.split('#', 2)
        const pageId = await this.#source.pageIdAt(place.split('?', 1)[0] ?? '')
        if (pageId === null) return null
        return { href: `${pageId}.html${section === undefined ? '' : `#user-content-${section}`}` }
      },
      pictureAt: async (address) => {
        const file = fileAt.get(tokenIn(address) ?? '')
        if (!file || !isPicture(file)) return null
        // A drawing at its own address could run scripts.
        if (file.mediaType === 'image/svg+xml') {
          const bytes = await bytesOf(file)
          return bytes && { src: `data:image/svg+xml;base64,${bytes.toString('base64')}` }
        }
        const path = await this.#putFile(file)
        return path === null ? null : { src: `../${path}` }
      },
    })
  }

  /** Null when its bytes are missing. */
  async #putFile(file: ExportedFile): Promise<string | null> {
    const token = tokenIn(file.address) ?? ''
    const known = this.#paths.get(token)
    if (known !== undefined) return known
    const content = await file.read()
    if (!content) return null
    const [ending = '.bin'] = HARMLESS.exec(file.name) ?? []
    const path = `files/${this.#paths.size + 1}${ending.toLowerCase()}`
    this.#paths.set(token, path)
    await this.#put(path, content)
    return path
  }

  async #put(
    path: string,
    content: string | Uint8Array | AsyncIterable<Uint8Array>,
    mtime = this.#tools.now,
  ): Promise<void> {
    const isWhole = typeof content === 'string' || content instanceof Uint8Array
    const pieces = isWhole ? [Buffer.from(content)] : content
    await putEntry(this.#zip, path, pieces, { mtime, signal: this.#tools.signal })
  }
}

const pathOf = (pageId: number): string => `pages/${pageId}.html`
