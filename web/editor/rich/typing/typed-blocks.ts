import {
  newBlockId,
  type Block,
  type BlockContent,
  type BlockProps,
  type Inline,
} from '../../markdown-blocks/blocks.ts'
import { parsePiece } from '../../markdown-blocks/parse.ts'
import { island, readNode } from '../../markdown-blocks/read-node.ts'
import { openMarkdown, type Opened } from '../../markdown-blocks/session.ts'
import { typedInlines } from './typed-inlines.ts'

/** A block under construction. */
type Draft = { -readonly [Part in keyof Block]: Block[Part] } & { children: Draft[] }
type Read = Pick<Opened, 'blocks'> & Pick<Opened['session'], 'hints'>

/**
 * Text of several lines as if it were typed, with the shortcuts at the start of a line and inside it, plus markdown
 * tables, which cannot be confused with anything else. `isLineParagraph` for lines that were ended with Enter: none
 * goes on in the next.
 */
export function typedBlocks(text: string, { isLineParagraph = false } = {}): Read {
  const lines = text.split('\n')
  const blocks: Draft[] = []
  const hints: Read['hints'] = new Map()
  /** The open items of the list being read, outermost first. */
  let items: { readonly indent: number; readonly block: Draft }[] = []
  let paragraph: string[] = []
  const numbers = new ListNumbers()
  const fenceEnds = lines.flatMap((line, at) => (/^ {0,3}```[ \t]*$/.test(line) ? [at] : []))
  let nextFence = 0
  const end = (): void => {
    if (paragraph.length > 0) blocks.push(draft('paragraph', typedInlines(paragraph.join('\n'))))
    paragraph = []
    items = []
  }
  const siblingsAt = (indent: number): Draft[] =>
    items.findLast((open) => open.indent < indent)?.block.children ?? blocks
  const itemIn = (line: string): Item | null => {
    const item = itemOf(line)
    const isYear = item?.number !== undefined && item.number > MOST_BEGUN
    return isYear && !(paragraph.length === 0 && numbers.goOn(siblingsAt(item.indent), item.number)) ? null : item
  }
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const fence = /^ {0,3}```([^`\s]*)[ \t]*$/.exec(line)
    while ((fenceEnds[nextFence] ?? Infinity) <= at) nextFence += 1
    const fenceEnd = fence ? (fenceEnds[nextFence] ?? -1) : -1
    const heading = /^(#{1,6}) +(.*\S)[ \t]*$/.exec(line)
    const item = itemIn(line)
    const task = /^\[ \] +(.*)$/.exec(line)
    const table = tableLength(lines, at)
    if (fence && fenceEnd > 0) {
      end()
      blocks.push(draft('codeBlock', lines.slice(at + 1, fenceEnd).join('\n'), { language: fence[1] ?? '' }))
      at = fenceEnd
    } else if (table > 0) {
      end()
      blocks.push(...tableBlocks(lines.slice(at, at + table).join('\n'), hints))
      at += table - 1
    } else if (heading) {
      end()
      blocks.push(draft('heading', typedInlines(heading[2] ?? ''), { level: heading[1]?.length ?? 1 }))
    } else if (/^---[ \t]*$/.test(line)) {
      end()
      blocks.push(draft('divider', undefined))
    } else if (/^> /.test(line)) {
      end()
      const quoted = [line]
      while (/^>( |$)/.test(lines[at + 1] ?? '')) quoted.push(lines[(at += 1)] ?? '')
      blocks.push(draft('quote', typedInlines(quoted.map((other) => other.replace(/^> ?/, '')).join('\n'))))
    } else if (item) {
      if (paragraph.length > 0) end()
      const { indent, number, checked, words } = item
      items = items.filter((open) => open.indent < indent)
      const siblings = siblingsAt(indent)
      const block =
        checked !== undefined
          ? draft('checkListItem', typedInlines(words), { checked: checked !== ' ' })
          : number === undefined
            ? draft('bulletListItem', typedInlines(words))
            : draft('numberedListItem', typedInlines(words), numbers.startIn(siblings, number))
      siblings.push(block)
      items.push({ indent, block })
    } else if (task) {
      end()
      blocks.push(draft('checkListItem', typedInlines(task[1] ?? ''), { checked: false }))
    } else if (line.trim() === '') {
      // An empty line does not end the list if an item follows.
      if (paragraph.length > 0) end()
    } else {
      if (isLineParagraph) end()
      items = []
      paragraph.push(line)
    }
    at += 1
  }
  end()
  return { blocks, hints }
}

/**
 * The rendered table. If all of its characters are letters or have no special meaning, verification, which takes four
 * times as long, is not needed.
 */
function tableBlocks(source: string, hints: Read['hints']): readonly Draft[] {
  if (PLAIN.test(source) && !ADDRESS.test(source))
    return parsePiece(source).children.flatMap(
      (node) => (readNode(node, { source, hints }) ?? [island(source)]) as Draft[],
    )
  const opened = openMarkdown(source)
  for (const [id, hint] of opened.session.hints) hints.set(id, hint)
  return opened.blocks as Draft[]
}
const PLAIN = /^(?:[\p{L}\p{N} |\n,.;:?'"()%=/，。、：；？（）“”-]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9]))+$/u
const ADDRESS = /:\/\/|www\./i

/** The number of lines of the table starting here; 0 for none. */
function tableLength(lines: readonly string[], at: number): number {
  const DELIMITERS = /^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)*\|?\s*$/
  if (!lines[at]?.includes('|') || !lines[at + 1]?.includes('|') || !DELIMITERS.test(lines[at + 1] ?? '')) return 0
  let length = 2
  while (lines[at + length]?.includes('|')) length += 1
  return length
}

interface Item {
  /** In columns. */
  readonly indent: number
  /** Undefined for a bullet. */
  readonly number?: number
  /** What is between the brackets of a task. */
  readonly checked?: string
  readonly words: string
}

/** The largest number with which a list begins: longer ones are years and versions. */
const MOST_BEGUN = 999

function itemOf(line: string): Item | null {
  const found = /^([ \t]*)(?:-|(0|[1-9]\d{0,8})\.) +(?:\[([ xX])\] +)?(.*)$/.exec(line)
  if (!found) return null
  const [, space = '', number, checked, words = ''] = found
  return {
    ...{ indent: space.replaceAll('\t', '    ').length, words },
    ...(number !== undefined && { number: Number(number) }),
    ...(checked !== undefined && { checked }),
  }
}

/** Counts the items of lists. */
class ListNumbers {
  readonly #counted = new WeakMap<readonly Block[], { readonly length: number; readonly number: number }>()

  /** The number is stored only where it does not follow the previous item's. The item is added next. */
  startIn(siblings: readonly Block[], number: number): BlockProps {
    const next = this.#nextIn(siblings)
    this.#counted.set(siblings, { length: siblings.length + 1, number })
    return number === (next ?? 1) ? {} : { start: number }
  }

  /** Whether this number follows the previous item's. */
  goOn(siblings: readonly Block[], number: number): boolean {
    return this.#nextIn(siblings) === number
  }

  /** Null where no list is open. */
  #nextIn(siblings: readonly Block[]): number | null {
    const before = this.#counted.get(siblings)
    const isOpen = siblings.at(-1)?.type === 'numberedListItem' && before?.length === siblings.length
    return isOpen ? before.number + 1 : null
  }
}

const draft = (type: Block['type'], content: BlockContent | readonly Inline[], props: BlockProps = {}): Draft => ({
  id: newBlockId(),
  type,
  props,
  content,
  children: [],
})
