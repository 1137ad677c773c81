import type { Inline } from './blocks.ts'
import { isLineBreakTag, parseMarkdown, placeOf, type Node, type NodeOf, type Phrasing } from './parse.ts'
import { lineParts, readInline } from './read-inline.ts'
import { isMarker } from './read-node.ts'

/** Where the text of one line of the editor is in the markdown: a paragraph, an item, a cell. */
export interface TextLine {
  readonly start: number
  readonly end: number
  /**
   * The offset behind each character of the editor's text, where a chip counts as one; null for code and islands, whose
   * text cannot be followed.
   */
  readonly ends: readonly number[] | null
  /** The offsets at which something can be put between these characters, outside of marks that begin or end there. */
  readonly between: readonly number[]
}

/** The lines of the editor's blocks for this markdown, in order. A picture or a rule has none. */
export const textLines = (markdown: string): readonly TextLine[] =>
  parseMarkdown(markdown).children.flatMap((node) => linesOf(node, markdown))

/** The line at an offset, and how many of its characters are before; null in code and islands. */
export function lineAt(
  lines: readonly TextLine[],
  at: number,
): { readonly index: number; readonly before: number } | null {
  const index = Math.max(
    lines.findLastIndex(({ start }) => start <= at),
    0,
  )
  const ends = lines[index]?.ends
  return ends ? { index, before: ends.filter((end) => end <= at).length } : null
}

function linesOf(node: Node, source: string): TextLine[] {
  switch (node.type) {
    case 'paragraph':
      if (isMarker(node, source)) return [closed(node)]
      return isPicture(node) ? [] : [written(node, source)]
    case 'heading':
      return [written(node, source)]
    case 'thematicBreak':
      return []
    case 'blockquote':
      return linesOfQuote(node, source)
    case 'list':
      return linesOfList(node, source)
    case 'table':
      return linesOfTable(node, source)
    default:
      return [closed(node)]
  }
}

const isPicture = ({ children: [only, ...others] }: NodeOf<'paragraph'>): boolean =>
  only?.type === 'image' && others.length === 0 && only.url !== ''

function linesOfQuote(quote: NodeOf<'blockquote'>, source: string): TextLine[] {
  const [first, ...others] = quote.children
  if (first?.type !== 'paragraph' || isMarker(first, source)) return [closed(quote)]
  return [written(first, source, quote), ...others.flatMap((child) => linesOf(child, source))]
}

function linesOfList(list: NodeOf<'list'>, source: string): TextLine[] {
  const isOther = list.children.some(({ children: [first] }) => first && first.type !== 'paragraph')
  if (isOther) return [closed(list)]
  return list.children.flatMap((item) => {
    const [first, ...others] = item.children
    const line = first?.type === 'paragraph' ? written(first, source, item) : emptyAt(placeOf(item).end, item)
    return [line, ...others.flatMap((child) => linesOf(child, source))]
  })
}

function linesOfTable(table: NodeOf<'table'>, source: string): TextLine[] {
  const columns = table.align?.length ?? 0
  if (table.children.some(({ children }) => children.length > columns)) return [closed(table)]
  return table.children.flatMap((row) =>
    Array.from({ length: columns }, (_, column) => {
      const cell = row.children[column]
      return cell ? written(cell, source) : emptyAt(placeOf(row).end, row)
    }),
  )
}

type Placed = Pick<Node, 'position'>

const closed = (node: Placed): TextLine => ({ ...placeOf(node), ends: null, between: [] })

function emptyAt(at: number, within: Placed): TextLine {
  return { start: placeOf(within).start, end: at, ends: [], between: [at] }
}

/** @param within what the line begins with, such as an item with its marker */
function written(
  { type, children, ...node }: Placed & { readonly type: string; readonly children: readonly Phrasing[] },
  source: string,
  within: Placed = node,
): TextLine {
  const { start } = placeOf(within)
  const { end } = placeOf(node)
  if (children.length === 0) return emptyInside(source, start, end)
  const reading = new Reading(source, children[0]?.position?.start.offset ?? placeOf(node).start)
  reading.take(children, end, type !== 'paragraph')
  return { start, end, ends: reading.ends, between: reading.between }
}

/** A cell or heading without text: behind its bar or its marks. */
function emptyInside(source: string, start: number, end: number): TextLine {
  const marks = /^(?:\|[ \t]?|#+[ \t]?)/.exec(source.slice(start, end))?.[0].length ?? 0
  return { start, end, ends: [], between: [start + marks] }
}

class Reading {
  readonly ends: number[] = []
  readonly between: number[]
  readonly #source: string
  #at: number

  constructor(source: string, at: number) {
    this.#source = source
    this.#at = at
    this.between = [at]
  }

  /** @param isLine `<br>` is a line break there */
  take(nodes: readonly Phrasing[], end: number, isLine = false): void {
    const parts = isLine ? lineParts(nodes, this.#source) : null
    for (const [index, node] of nodes.entries()) {
      const place = node.position ? placeOf(node) : null
      this.#at = place?.start ?? this.#at
      const part = parts?.[index] ?? readable(node, this.#source)
      this.#takeNode(node, part, place?.end ?? end)
      this.#at = place?.end ?? this.#at
      this.between[this.ends.length] = this.#at
    }
  }

  #takeNode(node: Phrasing, part: readonly Inline[] | null, end: number): void {
    const [only, ...others] = part ?? []
    if (only?.type === 'mdRaw' && others.length === 0) this.#note(end)
    else if (node.type === 'break' || isLineBreakTag(node)) this.#note(this.#afterPrefix(end))
    else if (node.type === 'text') this.#takeText(part ? textOf(part) : node.value, end, false)
    else if (node.type === 'inlineCode') {
      this.#at += /^`+/.exec(this.#source.slice(this.#at, end))?.[0].length ?? 0
      this.#takeText(node.value, end, true)
    } else if ('children' in node) this.take(node.children, end)
  }

  #takeText(value: string, end: number, isCode: boolean): void {
    let read = 0
    while (read < value.length) {
      const entity = isCode ? null : this.#entityAt(value, read)
      const length = entity === null ? 1 : String.fromCodePoint(value.codePointAt(read) ?? 0).length
      this.#at = entity ?? this.#behind(value[read] ?? '', end, isCode)
      for (let unit = 0; unit < length; unit += 1) this.#note(this.#at)
      read += length
    }
  }

  /** The offset behind the next place of this character. */
  #behind(character: string, end: number, isCode: boolean): number {
    const source = this.#source
    let at = this.#at
    const isHere = (): boolean => source[at] === character || (isCode && character === ' ' && source[at] === '\n')
    if (!isCode && source[at] === '\\' && source[at + 1] === character) at += 1
    while (at < end && !isHere()) at += 1
    return character === '\n' ? this.#afterPrefix(Math.min(at + 1, end)) : Math.min(at + 1, end)
  }

  /** The offset behind `&amp;` and its like; null when it is read as it is written. */
  #entityAt(value: string, read: number): number | null {
    const written = /^&(?:#\d+|#x[\da-f]+|[a-z]\w*);/i.exec(this.#source.slice(this.#at, this.#at + 40))?.[0]
    return written === undefined || value.startsWith(written, read) ? null : this.#at + written.length
  }

  /** Each further line begins with the prefix of the surrounding list or quote. */
  #afterPrefix(at: number): number {
    return at + (this.#source[at - 1] === '\n' ? (/^[ \t>]*/.exec(this.#source.slice(at))?.[0].length ?? 0) : 0)
  }

  #note(at: number): void {
    this.ends.push(at)
    this.between[this.ends.length] = at
  }
}

/** Null for nodes without a place, which are text. */
const readable = (node: Phrasing, source: string): Inline[] | null => (node.position ? readInline(node, source) : null)

const textOf = (part: readonly Inline[]): string =>
  part.map((inline) => (inline.type === 'text' ? inline.text : '')).join('')
