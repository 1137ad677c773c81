import type { PlacedText } from './column-widths.ts'
import { isElement, isText, textOf, type Element, type Node } from './inlines.ts'
import { wordText } from './word-text.ts'

/** Word does not open documents with wider tables. */
export const MOST_COLUMNS = 63

/** A row of a table, with where its cells begin. */
export interface Row {
  readonly cells: readonly Element[]
  /** The column in which each of them begins. */
  readonly columns: readonly number[]
  readonly isHead: boolean
  /** In columns, including those covered by cells above. */
  readonly width: number
  /** A cell of it, or above it, covers a part of the next row. */
  readonly isJoined: boolean
}

const spanOf = (typed: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, /^\d{1,5}$/.test(typed ?? '') ? Number(typed) : 1))
export const spansOf = ({ attribs }: Element, rowsLeft: number) => ({
  columnSpan: spanOf(attribs['colspan'], MOST_COLUMNS),
  rowSpan: spanOf(attribs['rowspan'], rowsLeft),
})

export const spansRows = (cell: Element): boolean => spansOf(cell, 2).rowSpan > 1

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

/** Rows of a table, without those of nested tables. */
export function rowsOf(table: Element): readonly Row[] {
  const found: { readonly cells: Element[]; readonly isHead: boolean }[] = []
  const look = (element: Element, isHead: boolean): void => {
    for (const node of element.children) {
      if (!isElement(node)) continue
      if (['thead', 'tbody', 'tfoot'].includes(node.name)) look(node, node.name === 'thead')
      if (node.name !== 'tr') continue
      const cells = node.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th')
      found.push({ cells, isHead })
    }
  }
  look(table, false)
  // For how many further rows each column is covered.
  const taken: number[] = []
  return found.map(({ cells, isHead }, at) => {
    let column = 0
    const columns: number[] = []
    const skip = (): void => {
      while ((taken[column] ?? 0) > 0) taken[column] = (taken[column++] ?? 0) - 1
    }
    for (const cell of cells) {
      skip()
      columns.push(column)
      const { columnSpan, rowSpan } = spansOf(cell, found.length - at)
      for (const end = column + columnSpan; column < end; column += 1) taken[column] = rowSpan - 1
    }
    skip()
    return { cells, columns, isHead, width: column, isJoined: taken.some((rowsBelow) => rowsBelow > 0) }
  })
}

export function* textsIn(rows: readonly Row[]): Generator<PlacedText> {
  for (const { cells, columns } of rows)
    for (const [at, cell] of cells.entries())
      if (spanOf(cell.attribs['colspan'], MOST_COLUMNS) === 1) yield { column: columns[at] ?? 0, text: textOf(cell) }
}
