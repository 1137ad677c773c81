import type { ColumnWidths } from './column-widths.ts'
import { isElement, isText, textOf, type Element, type Node } from './inlines.ts'
import { wordText } from './word-text.ts'

/** Word does not open documents with wider tables. */
export const MOST_COLUMNS = 63

interface RowFacts {
  readonly isHead: boolean
  /** In columns, including those covered by cells above. */
  readonly width: number
  /** A cell of it, or above it, covers a part of the next row. */
  readonly isJoined: boolean
  /** A cell of it reaches into the next row. */
  readonly spansRows: boolean
}

/** A row of a table. */
export class Row implements RowFacts {
  readonly isHead: boolean
  readonly width: number
  readonly isJoined: boolean
  readonly spansRows: boolean
  readonly #element: Element

  constructor(element: Element, { isHead, width, isJoined, spansRows }: RowFacts) {
    this.#element = element
    this.isHead = isHead
    this.width = width
    this.isJoined = isJoined
    this.spansRows = spansRows
  }

  /** Of a large table, they are read anew each time: take them once. */
  get cells(): readonly Element[] {
    return cellsIn(this.#element)
  }
}

const cellsIn = ({ children }: Element): readonly Element[] =>
  children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th')

const spanOf = (typed: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, /^\d{1,5}$/.test(typed ?? '') ? Number(typed) : 1))
export const spansOf = ({ attribs }: Element, rowsLeft: number) => ({
  columnSpan: spanOf(attribs['colspan'], MOST_COLUMNS),
  rowSpan: spanOf(attribs['rowspan'], rowsLeft),
})

/** The text of a cell that has nothing else, as it is shown; null for any other. */
export function plainText({ children }: Element): string | null {
  const [only, ...others] = children
  if (!only) return ''
  if (others.length > 0 || !isText(only)) return null
  const text = wordText(only.data)
  return text.trim() === '' ? '' : text.replaceAll(/[ \t\r\n\f]+/g, ' ').replace(/^ /, '')
}

/** A cell that looks the same, with another text. */
export function withText(cell: Element, text: string): Element {
  const [only] = cell.children
  return copied(cell, { children: text === '' || !only ? [] : [copied(only, { data: text })] })
}

const copied = <Kind extends Node>(node: Kind, changed: object): Kind =>
  Object.assign(Object.create(Object.getPrototypeOf(node) as object) as Kind, node, changed)

/** Rows of a table, without those of nested tables. @param widths hear the texts of cells in a single column */
export function rowsOf(table: Element, widths: Pick<ColumnWidths, 'hear'>): readonly Row[] {
  const found: { readonly element: Element; readonly isHead: boolean }[] = []
  const look = (element: Element, isHead: boolean): void => {
    for (const node of element.children) {
      if (!isElement(node)) continue
      if (['thead', 'tbody', 'tfoot'].includes(node.name)) look(node, node.name === 'thead')
      if (node.name === 'tr') found.push({ element: node, isHead })
    }
  }
  look(table, false)
  // For how many further rows each column is covered.
  const taken: number[] = []
  return found.map(({ element, isHead }, at) => {
    let [column, spansRows] = [0, false]
    const skip = (): void => {
      while ((taken[column] ?? 0) > 0) taken[column] = (taken[column++] ?? 0) - 1
    }
    for (const cell of cellsIn(element)) {
      skip()
      const { columnSpan, rowSpan } = spansOf(cell, found.length - at)
      if (columnSpan === 1) widths.hear(column, textOf(cell))
      if (rowSpan > 1) spansRows = true
      for (const end = column + columnSpan; column < end; column += 1) taken[column] = rowSpan - 1
    }
    skip()
    const isJoined = taken.some((rowsBelow) => rowsBelow > 0)
    return new Row(element, { isHead, width: column, isJoined, spansRows })
  })
}
