import { MAIN_PART } from '../thread/main-part.ts'
import type { FilePart } from '../thread/reader.ts'
import { latin1Of, partOfLatin1 } from './latin1.ts'
import { idsUsedIn, relationsIn, RelationsOfText, relationsPath } from './word-relations.ts'
import { shapeOfXml } from './word-shape.ts'

/** About 50 pages. What stands beside the text is read again with each piece, which has at least as many tags. */
const FEWEST_TAGS = 15_000
/** A table of 18,000 cells. Each tag takes hundreds of bytes of memory. */
const MOST_TAGS = 150_000
const MOST_BESIDE = 100_000
const IS_PARAGRAPH = /<w:p[\s/>]/
const IS_FIELD = /w:fldCharType="(begin|end)"/g

/**
 * The parts of a document for each piece of its text, so that only one piece exists as a tree. They are divided where
 * neither a list, nor a field, nor a deleted paragraph goes on. @param fewest tags of a piece
 */
export function wordPieces(
  parts: readonly FilePart[],
  refusals: Refusals,
  fewest = FEWEST_TAGS,
): readonly (readonly FilePart[])[] {
  const [main, ...others] = parts.filter(({ path }) => MAIN_PART['.docx'].test(path))
  if (!main || others.length > 0) {
    const texts = parts.filter(({ path }) => /\.(?:xml|rels)$/i.test(path))
    const all = texts.reduce((sum, { bytes }) => sum + shapeOfXml(bytes).tags, 0)
    if (all > MOST_TAGS) throw refusals.long(null)
    return [parts]
  }
  const beside = parts.filter((part) => part !== main && /\.xml$/i.test(part.path))
  const tags = beside.reduce((sum, { bytes }) => sum + shapeOfXml(bytes).tags, 0)
  if (tags > MOST_BESIDE) throw refusals.many()
  const xml = latin1Of(main)
  const numbering = beside.find(({ path }) => /\/numbering\d*\.xml$/i.test(path))
  const texts = dividedBody(xml, main.bytes, {
    fewest: Math.max(fewest, tags),
    refusals,
    lists: listStyles(numbering),
  })
  if (texts.length === 1) return [parts]
  const pictures = picturesIn(main.path, parts)
  const own = parts.find(({ path }) => path === relationsPath(main.path))
  const relations = own && new RelationsOfText(own)
  return texts.map((text) => {
    const used = idsUsedIn(text)
    const isUnused = ({ path }: FilePart): boolean =>
      pictures.has(path) && !(pictures.get(path) ?? []).some((id) => used.has(id))
    const piece = partOfLatin1(main.path, text)
    const inPiece = (part: FilePart): FilePart =>
      part === main ? piece : part === own && relations ? relations.usedBy(used) : part
    return parts.filter((part) => !isUnused(part)).map(inPiece)
  })
}

interface Refusals {
  /** Of what cannot be divided. @param place of its largest paragraph or table in the document, from 1, where known */
  long(place: number | null): Error
  /** Of what stands beside the text. */
  many(): Error
}

interface Wishes {
  readonly fewest: number
  readonly refusals: Refusals
  readonly lists: ReadonlySet<string>
}

/** The document in pieces, each with what stands around the body; a single one if it is not laid out as usual. */
function dividedBody(xml: string, bytes: Uint8Array, { fewest, refusals, lists }: Wishes): readonly string[] {
  const begins: Block[] = []
  let [tags, body, end] = [0, -1, -1]
  shapeOfXml(bytes, (at, depth) => {
    tags += 1
    const isEnd = xml[at + 1] === '/'
    if (depth === 1 && !isEnd && xml.startsWith('<w:body>', at)) body = at + '<w:body>'.length
    if (depth === 1 && isEnd && body !== -1 && end === -1) end = at
    if (depth === 2 && !isEnd && body !== -1 && end === -1) begins.push({ at, tags })
  })
  if (end === -1 || !xml.startsWith('</w:body>', end)) {
    if (tags > MOST_TAGS) throw refusals.long(null)
    return [xml]
  }
  const tagsAt = (place: number): number => begins[place]?.tags ?? tags
  const texts: string[] = []
  const wholes = wholesIn(xml, { begins, end, lists })
  let [last, lastTags] = [body, tagsAt(0)]
  for (const [at, place] of wholes.entries()) {
    const next = wholes[at + 1] ?? begins.length
    const before = tagsAt(place)
    if (tagsAt(next) - before > MOST_TAGS) throw refusals.long(largest(place, next, tagsAt) + 1)
    if (at === 0 || (before - lastTags < fewest && tagsAt(next) - lastTags <= MOST_TAGS)) continue
    const begin = begins[place]?.at ?? end
    texts.push(xml.slice(last, begin))
    ;[last, lastTags] = [begin, before]
  }
  texts.push(xml.slice(last, end))
  return texts.map((text) => xml.slice(0, body) + text + xml.slice(end))
}

interface Block {
  readonly at: number
  readonly tags: number
}

interface Body {
  readonly begins: readonly Block[]
  readonly end: number
  readonly lists: ReadonlySet<string>
}

/** The places of the blocks that pieces may begin with; the first one is always. */
function wholesIn(xml: string, { begins, end, lists }: Body): readonly number[] {
  const fields = [...xml.matchAll(IS_FIELD)]
  let [open, field] = [0, 0]
  let mayGoOn = false
  const wholes: number[] = []
  for (const [place, { at }] of begins.entries()) {
    for (let each = fields[field]; each && each.index < at; each = fields[(field += 1)])
      open = Math.max(0, open + (each[1] === 'begin' ? 1 : -1))
    const block = xml.slice(at, begins[place + 1]?.at ?? end)
    if (place === 0 || (open === 0 && !mayGoOn && mayBegin(block, lists))) wholes.push(place)
    // The words of a deleted paragraph go to the next one; marks may stand between.
    if (IS_PARAGRAPH.test(block)) mayGoOn = block.includes('<w:del')
  }
  return wholes
}

function largest(from: number, to: number, tagsAt: (place: number) => number): number {
  let found = from
  for (let place = from; place < to; place += 1)
    if (tagsAt(place + 1) - tagsAt(place) > tagsAt(found + 1) - tagsAt(found)) found = place
  return found
}

/** Whether a piece may begin with this: a paragraph that is no entry of a list, or a table. */
function mayBegin(block: string, lists: ReadonlySet<string>): boolean {
  if (block.startsWith('<w:tbl>')) return true
  if (!/^<w:p[ >]/.test(block) || block.includes('<w:numPr')) return false
  return !lists.has(/<w:pStyle w:val="([^"<]*)"/.exec(block)?.[1] ?? '')
}

/** Styles whose paragraphs are entries of lists. */
const listStyles = (numbering: FilePart | undefined): ReadonlySet<string> =>
  new Set(
    [...(numbering ? latin1Of(numbering) : '').matchAll(/<w:pStyle w:val="([^"<]*)"/g)]
      .map(([, style = '']) => style)
      .filter((id) => id !== ''),
  )

/** The ids by which the text refers to its pictures, by path; without those that notes show as well. */
function picturesIn(main: string, parts: readonly FilePart[]): ReadonlyMap<string, readonly string[]> {
  const pictures = new Map<string, string[]>()
  const ofMain = parts.find(({ path }) => path === relationsPath(main))
  for (const { id, path } of ofMain ? relationsIn(ofMain) : []) {
    const known = pictures.get(path)
    if (known) known.push(id)
    else if (path.includes('/media/')) pictures.set(path, [id])
  }
  for (const part of parts)
    if (part !== ofMain && /\.rels$/i.test(part.path)) for (const { path } of relationsIn(part)) pictures.delete(path)
  return pictures
}
