import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import mammoth from 'mammoth'
import { ZipFile } from 'yazl'
import type { Language } from '#core/plugin.ts'
import { htmlTree, MOST_ATTRIBUTES, sectionsOfTrees, type HtmlTree } from '../html/html-markdown.ts'
import { giveSections, sectionAddresses } from '../html/section-pages.ts'
import { FormulaMarks } from './formula-marks.ts'
import { latin1Of, partOfLatin1 } from './latin1.ts'
import { leanXml } from './lean-xml.ts'
import { openedParts } from './word-parts.ts'
import { wordPieces } from './word-pieces.ts'
import { shapeOfXml } from './word-shape.ts'
import { BrokenFile, type FilePart, type FormatReader } from '../thread/reader.ts'

const SAID = {
  en: {
    broken: (name: string) => `${name} is no readable Word document`,
    long: 'it is too long: divide it into several documents',
    block: (place: number) => `a table, list or paragraph of it is too long: divide it (paragraph or table ${place})`,
    notes: 'its footnotes are used too often',
    beside: 'it has too many styles, numberings and footnotes: divide it into several documents',
    attributes: (path: string) => `an element of ${path} has too many attributes`,
    deep: (path: string) => `${path} is nested too deeply`,
    entities: (path: string) => `${path} declares entities, which are not read`,
    large: 'A picture was too large and was left out.',
    comments: (count: number) =>
      count === 1 ? '1 comment of Word was left out.' : `${count} comments of Word were left out.`,
    formulas: 'Some formulas of Word could not be read and were left out.',
    rewritten: (count: number) =>
      count === 1
        ? '1 formula of Word was rewritten as LaTeX; look whether it still says the same.'
        : `${count} formulas of Word were rewritten as LaTeX; look whether they still say the same.`,
    outside: (count: number) =>
      count === 1
        ? '1 picture lies elsewhere; it was not fetched and left out.'
        : `${count} pictures lie elsewhere; they were not fetched and left out.`,
    strange: (count: number) =>
      count === 1
        ? '1 picture is of a kind that browsers do not show; it was left out.'
        : `${count} pictures are of a kind that browsers do not show; they were left out.`,
  },
  'zh-cn': {
    broken: (name: string) => `${name} 不是可读取的 Word 文档`,
    long: '文档过长，请拆分成多个文档',
    block: (place: number) => `其中某个表格、列表或段落过长，请拆分（第 ${place} 个段落或表格）`,
    notes: '脚注引用次数过多',
    beside: '样式、编号和脚注过多，请拆分成多个文档',
    attributes: (path: string) => `${path} 中某个元素的属性过多`,
    deep: (path: string) => `${path} 嵌套层级过深`,
    entities: (path: string) => `${path} 中声明了实体，无法读取`,
    large: '有一张图片过大，已忽略。',
    comments: (count: number) => `有 ${count} 条 Word 批注，未导入。`,
    formulas: '部分 Word 公式无法读取，未导入。',
    rewritten: (count: number) => `有 ${count} 个 Word 公式已转换为 LaTeX，请检查内容是否一致。`,
    outside: (count: number) => `有 ${count} 张图片在文件之外，未获取，已忽略。`,
    strange: (count: number) => `有 ${count} 张图片的格式浏览器无法显示，已忽略。`,
  },
} as const
/** Without what becomes nothing; a report has three hundred on a page, a page of nothing but tables a thousand. */
const MOST_TAGS = 400_000
/** Uses of notes beside the first one of each. */
const MOST_REPEATED = 500
/** Tables in tables have about ten levels each. */
const MOST_DEPTH = 500
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
}

/** Quotes and code, as Word and pandoc name their styles. */
const STYLES = [
  ...['Quote', 'Intense Quote', 'Block Text'].map((style) => `p[style-name='${style}'] => blockquote > p:fresh`),
  ...['HTML Preformatted', 'Source Code'].map((style) => `p[style-name='${style}'] => pre:separator('\\n')`),
  ...['HTML Code', 'Verbatim Char'].map((style) => `r[style-name='${style}'] => code`),
]

/** One page, or one per main heading; pictures are imported. */
export const readWord: FormatReader = async ({ parts, name, language, options, most }, into) => {
  for (const part of parts) requireNoEntities(part, language)
  const lean = openedParts(parts).map(withoutLooks)
  let tags = 0
  for (const part of lean) {
    if (!/\.xml$/i.test(part.path)) continue
    const shape = shapeOfXml(part.bytes)
    tags += shape.tags
    if (tags > MOST_TAGS) throw new BrokenFile(SAID[language].long)
    if (shape.depth > MOST_DEPTH) throw new BrokenFile(SAID[language].deep(part.path))
    if (shape.attributes > MOST_ATTRIBUTES) throw new BrokenFile(SAID[language].attributes(part.path))
  }
  if (lean.reduce((sum, part) => sum + repeatedNotes(part), 0) > MOST_REPEATED)
    throw new BrokenFile(SAID[language].notes)
  const formulas = new FormulaMarks(`formula${randomBytes(12).toString('hex')}n`)
  const marked = lean.map((part) => (WITH_FORMULAS.test(part.path) ? withMarks(part, formulas) : part))
  let [pictures, strange] = [0, 0]
  const convertImage = mammoth.images.imgElement(async (image) => {
    const bytes = new Uint8Array(await image.readAsBuffer())
    const extension = EXTENSIONS[image.contentType]
    if (bytes.length === 0) into.warn(SAID[language].large)
    else if (extension === undefined) strange += 1
    if (bytes.length === 0 || extension === undefined) return { src: '' }
    return { src: into.file(`${(pictures += 1)}.${extension}`, bytes) }
  })
  const title = name.replace(/\.\w+$/, '')
  const wishes = {
    ...{ language, isSplit: options['isSplit'] === true, longest: most.contentLength },
    pictureAt: (address: string) => address,
    addressOf: sectionAddresses(into, title, (each) => formulas.inTitle(each)),
    namedBy: (text: string) => formulas.without(text),
  }
  const trees: HtmlTree[] = []
  let outside = 0
  const pieces = wordPieces(marked, {
    long: (place) => new BrokenFile(place === null ? SAID[language].long : SAID[language].block(place)),
    many: () => new BrokenFile(SAID[language].beside),
  })
  for (const piece of pieces) {
    const { value: html, messages } = await mammoth
      .convertToHtml({ buffer: await plainZip(piece) }, { convertImage, externalFileAccess: false, styleMap: STYLES })
      .catch((cause: unknown) => broken(name, language, cause))
    outside += messages.filter(({ message }) => /external image/i.test(message)).length
    trees.push(htmlTree(html.replaceAll(/<img src=""[^<>]{0,1000}\/>/g, ''), wishes))
  }
  const sections = sectionsOfTrees(trees, wishes)
  const finished = sections.map((section) => ({
    title: formulas.inTitle(section.title),
    markdown: formulas.inMarkdown(section.markdown),
  }))
  giveSections(into, title, finished)
  if (formulas.count > 0) into.warn(SAID[language].rewritten(formulas.count))
  if (outside > 0) into.warn(SAID[language].outside(outside))
  const comments = lean.reduce((sum, part) => sum + commentsIn(part), 0)
  if (comments > 0) into.warn(SAID[language].comments(comments))
  if (marked.some(holdsFormulas)) into.warn(SAID[language].formulas)
  if (strange > 0) into.warn(SAID[language].strange(strange))
}

function broken(name: string, language: Language, cause: unknown): never {
  if (cause instanceof RangeError) throw cause
  throw Object.assign(new BrokenFile(SAID[language].broken(name)), { cause })
}

function requireNoEntities({ path, bytes }: FilePart, language: Language): void {
  if (!/\.(xml|rels)$/i.test(path)) return
  const begin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (begin.includes('<!DOCTYPE') || begin.includes('<!ENTITY')) throw new BrokenFile(SAID[language].entities(path))
}

const withoutLooks = (part: FilePart): FilePart =>
  WITH_FORMULAS.test(part.path) ? partOfLatin1(part.path, leanXml(latin1Of(part))) : part

const NOTE = /<w:(?:foot|end)noteReference\s[^<>]*w:id="[^"<>]*"/g

/** Word refers to a note once; its reader writes the note again for each time. */
function repeatedNotes(part: FilePart): number {
  if (!WITH_FORMULAS.test(part.path)) return 0
  const notes = [...latin1Of(part).matchAll(NOTE)].map(([note]) => note)
  return notes.length - new Set(notes).size
}

const commentsIn = (part: FilePart): number =>
  WITH_FORMULAS.test(part.path) ? (latin1Of(part).match(/<w:commentReference[\s/]/g) ?? []).length : 0

const WITH_FORMULAS = /^[^/]+\/(?:document|footnotes|endnotes)\d*\.xml$/

function withMarks({ path, bytes }: FilePart, formulas: FormulaMarks): FilePart {
  const xml = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return xml.includes('<m:oMath')
    ? { path, bytes: new TextEncoder().encode(formulas.inXml(xml.toString())) }
    : { path, bytes }
}

const holdsFormulas = ({ path, bytes }: FilePart): boolean =>
  WITH_FORMULAS.test(path) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('<m:oMath')

/** Content that was unpacked with limits, packed again for a library that unpacks without limits. */
function plainZip(parts: readonly FilePart[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { path, bytes } of parts) zip.addBuffer(Buffer.from(bytes.buffer), path, { compress: false })
  zip.end()
  return buffer(Readable.from(zip.outputStream))
}
