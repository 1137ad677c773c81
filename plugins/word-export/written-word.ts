import {
  AlignmentType,
  Document,
  Footer,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
  type FileChild,
  type IContext,
} from 'docx'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { putEntry, zipStream } from '#plugins/markdown-archive/zip-api.ts'
import { pageBlocks, type Block, type Book } from './blocks.ts'
import { bookmarkOf } from './inlines.ts'
import { RepeatedXml } from './repeated-xml.ts'
import { STYLES } from './styles.ts'
import type { WordFrame, WordPage } from './word-page.ts'
import { wordText } from './word-text.ts'
import { xmlText } from './xml-text.ts'

const TEXT = 'word/document.xml'
/** What depends on the pages; everything else is known from the start. */
const LATE = new Set([TEXT, 'word/_rels/document.xml.rels', 'word/numbering.xml'])
const IMAGE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/image'
/** Characters of the text. */
const COMPRESSED_AT_ONCE = 1_000_000
/** A connection on which nothing is sent for two minutes is closed. */
const SILENT_MS = 20_000
const CONTENTS_END = '</w:sdt>'
const NO_NUMBER = '<w:tab/><w:t xml:space="default"/>'
const LISTED_LEVELS = 3
/** Word itself lists them all when it opens the document. */
const MOST_LISTED = 5_000
const NEVER = new AbortController().signal

/**
 * A Word document that is written page by page. docx would keep a tree of the whole document, which takes more than a
 * gigabyte for a large item; here it only exists for one page. The text is kept compressed, because a zip contains one
 * file after the other; pictures are written at once.
 */
export class WrittenWord {
  readonly #document: Document
  readonly #frame: WordFrame
  readonly #zip = new ZipFile()
  readonly #now = new Date()
  readonly #book: Book = {
    pages: 0,
    starts: new Set([1]),
    lists: 0,
    texts: new RepeatedXml(),
    write: (blocks) => this.#xmlOf(blocks),
  }
  readonly #written = new Set<string>()
  readonly #listed: ListedTitle[] = []
  readonly #text: Uint8Array[] = []
  #newPictures: { readonly name: string; readonly bytes: Uint8Array }[] = []
  #listIds: ReadonlyMap<string, number> = new Map()
  /** Files that do not depend on the pages: one is written whenever nothing else has been for long. */
  #known: readonly (readonly [string, Buffer])[] = []
  #putAt = 0

  constructor(frame: WordFrame) {
    this.#frame = frame
    this.#document = new Document({
      title: wordText(frame.title),
      creator: '',
      styles: STYLES,
      numbering: { config: [] },
      // Word fills in the page numbers when it opens the document; calculating them here takes minutes.
      features: { updateFields: !frame.isOnePage },
      sections: [
        ...(frame.isOnePage ? [] : [{ children: frontOf(frame) }]),
        { children: [], footers: { default: numbersOfPages() } },
      ],
    })
  }

  /** The file, written while the pages are; `fill` adds them and must await each of them. */
  pieces(fill: () => Promise<void>): AsyncIterable<Uint8Array> {
    return zipStream(this.#zip, async () => {
      this.#known = [...(await this.#partsOfDocument())].filter(([path]) => !LATE.has(path))
      await this.#putKnown()
      await fill()
      while (this.#known.length > 0) await this.#putKnown()
      await this.#end()
    })
  }

  /** Waits until its pictures have been consumed. */
  async add(page: WordPage): Promise<void> {
    this.#list(page)
    let text = ''
    const keep = (): void => {
      this.#text.push(deflateRawSync(text, { level: 1 }))
      text = ''
    }
    for (const block of pageBlocks(this.#book, page, this.#frame)) {
      text += this.#xmlOf([block])
      if (text.length > COMPRESSED_AT_ONCE) keep()
    }
    keep()
    const pictures = this.#newPictures
    this.#newPictures = []
    for (const { name, bytes } of pictures) await this.#put(`word/media/${name}`, bytes, false)
    if (performance.now() - this.#putAt > SILENT_MS) await this.#putKnown()
  }

  #list({ id, title, level, begins }: WordPage): void {
    const titles = [...begins.map(({ name, level: own }) => ({ title: name, level: own })), { title, level }]
    for (const each of titles)
      if (each.level <= LISTED_LEVELS && this.#listed.length < MOST_LISTED)
        this.#listed.push({ title: wordText(each.title), level: each.level, href: bookmarkOf(id) })
  }

  async #putKnown(): Promise<void> {
    const [next, ...others] = this.#known
    this.#known = others
    if (next) await this.#put(...next)
  }

  #xmlOf(blocks: readonly (Block | TableOfContents)[]): string {
    const context = this.#context()
    const prepared = blocks.flatMap((block) => block.prepForXml(context) ?? [])
    const listId = (key: string): number => this.#listIdOf(key)
    return prepared.map((block) => xmlText(block, { listId })).join('')
  }

  /** A picture is written once, however often it is shown, and not kept. */
  #context(): IContext {
    const addImage = (name: string, { data }: { readonly data: Uint8Array }): void => {
      if (this.#written.has(name)) return
      this.#written.add(name)
      this.#newPictures.push({ name, bytes: data })
      this.#document.Document.Relationships.addRelationship(name, IMAGE, `media/${name}`)
    }
    const file = Object.create(this.#document, { Media: { value: { addImage } } }) as IContext['file']
    return { file, viewWrapper: this.#document.Document, stack: [] }
  }

  #listIdOf(key: string): number {
    const known = this.#listIds.get(key)
    if (known !== undefined) return known
    const lists = this.#document.Numbering.ConcreteNumbering
    this.#listIds = new Map(lists.map(({ reference, instance, numId }) => [`${reference}-${instance}`, numId]))
    const found = this.#listIds.get(key)
    if (found === undefined) throw new Error(`there is no list ${key}`)
    return found
  }

  async #end(): Promise<void> {
    const parts = await this.#partsOfDocument()
    const frame = this.#withContents(parts.get(TEXT)?.toString() ?? '')
    // The last section's properties stand at its end.
    const place = frame.lastIndexOf('<w:sectPr')
    if (place < 0) throw new Error('the frame of a Word document has no section')
    const text = this.#text
    function* whole() {
      yield Buffer.from(frame.slice(0, place))
      for (const compressed of text) yield inflateRawSync(compressed)
      yield Buffer.from(frame.slice(place))
    }
    await putEntry(this.#zip, TEXT, whole(), { mtime: this.#now, signal: NEVER })
    for (const [path, content] of parts) if (LATE.has(path) && path !== TEXT) await this.#put(path, content)
    this.#zip.end()
  }

  /**
   * The pages are only known now. Programs other than Word show the contents as they are written, and Word writes them
   * anew with their numbers: until then, dots would lead to nothing.
   */
  #withContents(frame: string): string {
    const [from, end] = [frame.indexOf('<w:sdt>'), frame.indexOf(CONTENTS_END)]
    if (from < 0 || end < from || this.#listed.length === 0) return frame
    const contents = this.#xmlOf([contentsOf(this.#frame, this.#listed)]).replaceAll(NO_NUMBER, '')
    return frame.slice(0, from) + contents + frame.slice(end + CONTENTS_END.length)
  }

  async #put(path: string, content: Uint8Array, compress = true): Promise<void> {
    this.#putAt = performance.now()
    await putEntry(this.#zip, path, [content], { mtime: this.#now, compress, signal: NEVER })
  }

  /** All files of the document apart from its pages, beginning with the list of their types, by which it is recognised. */
  async #partsOfDocument(): Promise<ReadonlyMap<string, Buffer>> {
    const opened = await fromBufferPromise(await Packer.toBuffer(this.#document))
    const parts: [string, Buffer][] = []
    for await (const entry of opened.eachEntry())
      parts.push([entry.fileName, await buffer(await opened.openReadStreamPromise(entry))])
    const isFirst = ([path]: readonly [string, Buffer]): number => (path === '[Content_Types].xml' ? 0 : 1)
    return new Map(parts.sort((one, other) => isFirst(one) - isFirst(other)))
  }
}

/** A catalog or a page in the list of contents. */
interface ListedTitle {
  readonly title: string
  readonly level: number
  /** The bookmark of the page, or of the one that a catalog begins with. */
  readonly href: string
}

const contentsOf = ({ contents }: WordFrame, cachedEntries: readonly ListedTitle[] = []): TableOfContents =>
  new TableOfContents(contents, { hyperlink: true, headingStyleRange: `1-${LISTED_LEVELS}`, cachedEntries })

const frontOf = (frame: WordFrame): FileChild[] => {
  const { title, about, contents, exportedOn } = frame
  return [
    new Paragraph({ style: 'Title', children: [new TextRun(wordText(title))] }),
    ...(about === '' ? [] : [new Paragraph({ children: [new TextRun(wordText(about))] })]),
    new Paragraph({ style: 'Facts', children: [new TextRun(exportedOn)] }),
    new Paragraph({ pageBreakBefore: true, children: [new TextRun({ text: contents, bold: true, size: 32 })] }),
    contentsOf(frame),
  ]
}

const numbersOfPages = (): Footer =>
  new Footer({
    children: [
      new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children: [PageNumber.CURRENT] })] }),
    ],
  })
