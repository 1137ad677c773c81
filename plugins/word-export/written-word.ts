import {
  AlignmentType,
  Document,
  Footer,
  InternalHyperlink,
  LeaderType,
  Packer,
  PageNumber,
  PageReference,
  Paragraph,
  Tab,
  TabStopType,
  TextRun,
  type IContext,
} from 'docx'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { putEntry, zipStream } from '#plugins/markdown-archive/zip-api.ts'
import { pageBlocks, TEXT_WIDTH, type Block, type Book, type ListedTitle } from './blocks.ts'
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
/** Marks the place of the contents; it is no style. */
const PLACE = 'ContentsPlace'
const CONTENTS_PLACE = `<w:p><w:pPr><w:pStyle w:val="${PLACE}"/>`
const LISTED_LEVELS = 3
/** Each has a number that Word calculates when it opens the document. */
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
    list: (heading) => this.#listed.addWithin(heading),
  }
  readonly #written = new Set<string>()
  readonly #listed = new Contents()
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
      this.#listed.add({ title: wordText(each.title), level: each.level, href: bookmarkOf(id) })
  }

  async #putKnown(): Promise<void> {
    const [next, ...others] = this.#known
    this.#known = others
    if (next) await this.#put(...next)
  }

  #xmlOf(blocks: readonly Block[]): string {
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

  /** The pages are only known now. The paragraph at the place ends the section before them, so it stays. */
  #withContents(frame: string): string {
    const { titles, isCut } = this.#listed
    const rest = isCut ? [new Paragraph({ children: [new TextRun(this.#frame.unlisted)] })] : []
    const contents = (): string => this.#xmlOf([...titles.map(listedParagraph), ...rest])
    return frame.replace(CONTENTS_PLACE, () => `${contents()}<w:p><w:pPr>`)
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

/** The titles of catalogs and pages, with the headings in pages as long as there is room for all. */
class Contents {
  #titles: { readonly listed: ListedTitle; readonly isWithin: boolean }[] = []
  #withHeadings = true
  isCut = false

  get titles(): readonly ListedTitle[] {
    return this.#titles.map(({ listed }) => listed)
  }

  /** A catalog or a page. */
  add(listed: ListedTitle): void {
    this.#push(listed, false)
  }

  /** A heading in the page added last. */
  addWithin(listed: ListedTitle): void {
    if (this.#withHeadings) this.#push(listed, true)
  }

  #push(listed: ListedTitle, isWithin: boolean): void {
    if (listed.level > LISTED_LEVELS) return
    this.#titles.push({ listed, isWithin })
    if (this.#titles.length <= MOST_LISTED) return
    if (this.#withHeadings) {
      this.#withHeadings = false
      this.#titles = this.#titles.filter((title) => !title.isWithin)
    }
    this.isCut ||= this.#titles.length > MOST_LISTED
    this.#titles.splice(MOST_LISTED)
  }
}

/**
 * A line of the contents. Each has a field of its own for its number: a field for all contents is only filled in by
 * Word, and other programs would show it without numbers.
 */
const listedParagraph = ({ title, level, href }: ListedTitle): Paragraph =>
  new Paragraph({
    ...{ indent: { left: 240 * (level - 1) }, spacing: { after: 60 } },
    tabStops: [{ type: TabStopType.RIGHT, position: TEXT_WIDTH, leader: LeaderType.DOT }],
    children: [
      new InternalHyperlink({ anchor: href, children: [new TextRun(title)] }),
      new TextRun({ children: [new Tab()] }),
      new PageReference(href, { hyperlink: true }),
    ],
  })

const frontOf = ({ title, about, contents, exportedOn }: WordFrame): Paragraph[] => [
  new Paragraph({ style: 'Title', children: [new TextRun(wordText(title))] }),
  ...(about === '' ? [] : [new Paragraph({ children: [new TextRun(wordText(about))] })]),
  new Paragraph({ style: 'Facts', children: [new TextRun(exportedOn)] }),
  new Paragraph({ pageBreakBefore: true, children: [new TextRun({ text: contents, bold: true, size: 32 })] }),
  new Paragraph({ style: PLACE }),
]

const numbersOfPages = (): Footer =>
  new Footer({
    children: [
      new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun({ children: [PageNumber.CURRENT] })] }),
    ],
  })
