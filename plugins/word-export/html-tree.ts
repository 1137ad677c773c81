import { DomHandler, ElementType, Parser } from 'htmlparser2'
import { isElement, type Element, type Node } from './inlines.ts'

/** Elements that only hold elements. */
const WITHOUT_TEXT = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr'])
/** Of each table, the first rows are part of the tree. */
const ROWS_IN_TREE = 200

/**
 * HTML as a tree, without the line breaks between the cells of tables, which would be a third of a large one. Further rows
 * of a large table take a hundred times the memory of their HTML as well: what is in them is read whenever it is asked
 * for, and not kept.
 */
export const treeOf = (html: string): readonly Node[] => read(html, ROWS_IN_TREE)

/** @param mostRows that are kept, of each table that is in no other one */
function read(html: string, mostRows: number): readonly Node[] {
  let closing: { readonly from: number; readonly end: number } | null = null
  const handler = new DomHandler(undefined, undefined, (element) => {
    if (closing) fold(element, html.slice(closing.from, closing.end))
    closing = null
  })
  const open: { readonly name: string; readonly from: number }[] = []
  let [tables, rows] = [0, 0]
  const parser = new Parser({
    onparserinit: (given) => handler.onparserinit(given),
    onopentag(name, attributes) {
      open.push({ name, from: parser.startIndex })
      if (name === 'table') {
        tables += 1
        if (tables === 1) rows = 0
      } else if (name === 'tr' && tables === 1) rows += 1
      handler.onopentag(name, attributes)
    },
    onclosetag(name, isImplied) {
      const from = open.pop()?.from ?? 0
      if (name === 'table') tables -= 1
      if (name === 'tr' && tables === 1 && rows > mostRows && !isImplied) closing = { from, end: parser.endIndex + 1 }
      handler.onclosetag()
    },
    ontext(text) {
      if (!WITHOUT_TEXT.has(open.at(-1)?.name ?? '') || text.trim() !== '') handler.ontext(text)
    },
    onend: () => handler.onend(),
  })
  parser.end(html)
  return handler.root.children
}

/** Takes the place of an element, and is read like any other. Tables within the row are read with it, whatever their size. */
class FoldedRow implements Pick<Element, 'type' | 'name' | 'attribs' | 'children'> {
  readonly type = ElementType.Tag
  readonly name = 'tr'
  readonly attribs: Element['attribs']
  /** The tree links its siblings. */
  readonly prev = null
  next: Node | null = null
  readonly #html: string

  constructor({ attribs }: Element, html: string) {
    this.attribs = attribs
    this.#html = html
  }

  get children(): Element['children'] {
    return read(this.#html, Infinity).flatMap((node) => (isElement(node) ? node.children : []))
  }
}

function fold(row: Element, html: string): void {
  const { parent, prev } = row
  const folded = new FoldedRow(row, html) as unknown as Element
  // A sibling that led to the row would keep it.
  if (prev) prev.next = folded
  if (parent) parent.children[parent.children.length - 1] = folded
}
