import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import mammoth from 'mammoth'
import { ZipFile } from 'yazl'
import type { Language } from '#core/plugin.ts'
import { htmlSections, MOST_ATTRIBUTES } from '../html/html-markdown.ts'
import { giveSections } from '../html/section-pages.ts'
import { FormulaMarks } from './formula-marks.ts'
import { BrokenFile, type FilePart, type FormatReader } from '../thread/reader.ts'

const SAID = {
  en: {
    broken: (name: string) => `${name} is no readable Word document`,
    long: 'it is too long: divide it into several documents',
    attributes: (path: string) => `an element of ${path} has too many attributes`,
    deep: (path: string) => `${path} is nested too deeply`,
    entities: (path: string) => `${path} declares entities, which are not read`,
    large: 'A picture was too large and was left out.',
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
    attributes: (path: string) => `${path} 中某个元素的属性过多`,
    deep: (path: string) => `${path} 嵌套层级过深`,
    entities: (path: string) => `${path} 中声明了实体，无法读取`,
    large: '有一张图片过大，已忽略。',
    formulas: '部分 Word 公式无法读取，未导入。',
    rewritten: (count: number) => `有 ${count} 个 Word 公式已转换为 LaTeX，请检查内容是否一致。`,
    outside: (count: number) => `有 ${count} 张图片在文件之外，未获取，已忽略。`,
    strange: (count: number) => `有 ${count} 张图片的格式浏览器无法显示，已忽略。`,
  },
} as const
/** A document of a thousand pages has about half as many. Each takes hundreds of bytes of memory. */
const MOST_TAGS = 1_200_000
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

/** One page, or one per main heading; pictures are imported. */
export const readWord: FormatReader = async ({ parts, name, language, options, most }, into) => {
  for (const part of parts) requireNoEntities(part, language)
  let tags = 0
  for (const part of parts) {
    const shape = shapeOf(part)
    tags += shape.tags
    if (tags > MOST_TAGS) throw new BrokenFile(SAID[language].long)
    if (shape.depth > MOST_DEPTH) throw new BrokenFile(SAID[language].deep(part.path))
    if (shape.attributes > MOST_ATTRIBUTES) throw new BrokenFile(SAID[language].attributes(part.path))
  }
  const formulas = new FormulaMarks(`formula${randomBytes(12).toString('hex')}n`)
  const marked = parts.map((part) => (WITH_FORMULAS.test(part.path) ? withMarks(part, formulas) : part))
  let [pictures, strange] = [0, 0]
  const convertImage = mammoth.images.imgElement(async (image) => {
    const bytes = new Uint8Array(await image.readAsBuffer())
    const extension = EXTENSIONS[image.contentType]
    if (bytes.length === 0) into.warn(SAID[language].large)
    else if (extension === undefined) strange += 1
    if (bytes.length === 0 || extension === undefined) return { src: '' }
    return { src: into.file(`${(pictures += 1)}.${extension}`, bytes) }
  })
  const { value: html, messages } = await mammoth
    .convertToHtml({ buffer: await plainZip(marked) }, { convertImage, externalFileAccess: false })
    .catch((cause: unknown) => broken(name, language, cause))
  const wishes = {
    ...{ language, isSplit: options['isSplit'] === true, longest: most.contentLength },
    pictureAt: (address: string) => address,
  }
  const sections = htmlSections(html.replaceAll(/<img src=""[^<>]{0,1000}\/>/g, ''), wishes)
  const finished = sections.map(({ title, markdown }) => ({
    title: formulas.inTitle(title),
    markdown: formulas.inMarkdown(markdown),
  }))
  giveSections(into, name.replace(/\.\w+$/, ''), finished)
  if (formulas.count > 0) into.warn(SAID[language].rewritten(formulas.count))
  const outside = messages.filter(({ message }) => /external image/i.test(message)).length
  if (outside > 0) into.warn(SAID[language].outside(outside))
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

const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION, EQUALS] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21, 0x3d]

interface Shape {
  readonly tags: number
  readonly depth: number
  /** The most of one element. */
  readonly attributes: number
}

/** The number of tags, how deep elements lie in each other, and how large they are, found without a tree. */
function shapeOf({ path, bytes }: FilePart): Shape {
  let [tags, depth, deepest, equals, attributes] = [0, 0, 0, 0, 0]
  if (!/\.xml$/i.test(path)) return { tags, depth: deepest, attributes }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === LESS) {
      tags += 1
      equals = 0
      const next = bytes[at + 1]
      if (next === SLASH) depth -= 1
      else if (next !== QUESTION && next !== EXCLAMATION) depth += 1
      if (depth > deepest) deepest = depth
    } else if (byte === GREATER) {
      attributes = Math.max(attributes, equals)
      equals = -Infinity
      if (bytes[at - 1] === SLASH) depth -= 1
    } else if (byte === EQUALS) equals += 1
  }
  return { tags, depth: deepest, attributes }
}

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
