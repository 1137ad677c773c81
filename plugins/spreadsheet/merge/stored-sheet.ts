import { memberOf, exactText, type JsonNode } from '#plugins/format-tools/api.ts'
import { areaName } from '../addresses.ts'
import type { ReadSheet, ReadWorkbook } from '../read-workbook.ts'
import { numbered } from '../numbered.ts'
import { columnOf, placeOf, rowOf, type Sheet } from '../workbook.ts'
import { areSame, memberAt, memberOfValue, membersIn, NO_MEMBERS, type Member, type Members } from './members.ts'

const isNumber = (name: string): boolean => /^(?:0|[1-9]\d{0,6})$/.test(name)
/** The parts of a sheet that are compared by meaning. */
const OWN_RULES = new Set(['name', 'styles', 'merges', 'rows', 'cols'])

/** A sheet with all its stored fields, known or not. */
export class StoredSheet {
  readonly sheet: ReadSheet
  readonly content: string
  readonly #styles: ReadonlyMap<number, Member>
  readonly #cells = new Map<number, Members>()
  readonly #stylesRaw: string

  constructor({ content }: ReadWorkbook, sheet: ReadSheet) {
    this.sheet = sheet
    this.content = content
    const styles = memberOf(sheet.node, 'styles')?.node
    this.#styles = new Map([...numbered(styles)].map(([at, style]) => [at, memberAt(content, style)]))
    this.#stylesRaw = styles ? content.slice(styles.start, styles.end) : ''
  }

  get raw(): string {
    return this.content.slice(this.sheet.node.start, this.sheet.node.end)
  }

  /** Whether a cell is the same in another state of the sheet; fast when its text is identical. */
  hasSameCell(other: StoredSheet, place: number): boolean {
    const [one, two] = [this.sheet.cells.get(place)?.node, other.sheet.cells.get(place)?.node]
    if (one && two && this.#stylesRaw === other.#stylesRaw)
      if (this.content.slice(one.start, one.end) === other.content.slice(two.start, two.end)) return true
    return areSame(this.cell(place), other.cell(place))
  }

  /** The stored fields of a cell, with its style in place of the number; nothing for an empty one. */
  cell(place: number): Members {
    const known = this.#cells.get(place)
    if (known) return known
    const node = this.sheet.cells.get(place)?.node
    const members = node ? this.#cellAt(node) : NO_MEMBERS
    this.#cells.set(place, members)
    return members
  }

  #cellAt(node: JsonNode): Members {
    if (node.kind === 'array') return NO_MEMBERS
    if (node.kind === 'scalar')
      return node.value === null || node.value === '' ? NO_MEMBERS : new Map([['text', textMember(exactText(node))]])
    const members = new Map(membersIn(this.content, node, (name) => name === 'merge'))
    const text = memberOf(node, 'text')?.node
    // A number and its text are equivalent.
    if (text?.kind === 'scalar')
      if (text.value === null || text.value === '') members.delete('text')
      else
        members.set('text', {
          ...memberAt(this.content, text),
          meaning: JSON.stringify(exactText(text)),
        })
    const style = memberOf(node, 'style')?.node
    const found = style?.kind === 'scalar' ? this.#styles.get(Number(style.value)) : undefined
    if (found?.meaning === '{}') members.delete('style')
    else if (found) members.set('style', found)
    return members
  }

  /** Besides its cells. */
  row(row: number): Members {
    return membersIn(this.content, this.rowNode(row), (name) => name === 'cells')
  }

  rowNode(row: number): JsonNode | undefined {
    return numberedNode(memberOf(this.sheet.node, 'rows')?.node, row)
  }

  rowNumbers(): readonly number[] {
    return [...numbered(memberOf(this.sheet.node, 'rows')?.node)].map(([row]) => row)
  }

  column(column: number): Members {
    return membersIn(this.content, numberedNode(memberOf(this.sheet.node, 'cols')?.node, column), () => false)
  }

  columnNumbers(): readonly number[] {
    return [...numbered(memberOf(this.sheet.node, 'cols')?.node)].map(([column]) => column)
  }

  /** The fields beside the rows or columns in their list, such as their number. */
  beside(list: 'rows' | 'cols'): Members {
    return membersIn(this.content, memberOf(this.sheet.node, list)?.node, isNumber)
  }

  /** Whether both are equivalent in everything stored, regardless of notation. */
  means(other: StoredSheet): boolean {
    if (this.raw === other.raw) return true
    const areas = ({ sheet }: StoredSheet): string => sheet.merges.map(areaName).toSorted().join()
    const all = (some: readonly number[], others: readonly number[]): readonly number[] => [
      ...new Set([...some, ...others]),
    ]
    return (
      this.sheet.name === other.sheet.name &&
      areas(this) === areas(other) &&
      areSame(this.rest(), other.rest()) &&
      areSame(this.beside('rows'), other.beside('rows')) &&
      areSame(this.beside('cols'), other.beside('cols')) &&
      all(this.rowNumbers(), other.rowNumbers()).every((row) => areSame(this.row(row), other.row(row))) &&
      all(this.columnNumbers(), other.columnNumbers()).every((at) => areSame(this.column(at), other.column(at))) &&
      placesOf(this.sheet, other.sheet).every((place) => this.hasSameCell(other, place))
    )
  }

  /** Of the sheet itself. */
  rest(): Members {
    return membersIn(this.content, this.sheet.node, (name) => OWN_RULES.has(name))
  }
}

export const textMember = (text: string): Member => memberOfValue(text)

export function numberedNode(list: JsonNode | undefined, at: number): JsonNode | undefined {
  return list?.kind === 'array' ? list.entries[at]?.node : memberOf(list, String(at))?.node
}

/** The places of cells that may differ between two states of a sheet. */
export function placesOf(some: Sheet, others: Sheet): readonly number[] {
  return [...new Set([...some.cells.keys(), ...others.cells.keys()])].toSorted((one, other) => one - other)
}

export const movedPlace = (
  place: number,
  moves: { row(row: number): number | null; column(column: number): number | null },
): number | null => {
  const [row, column] = [moves.row(rowOf(place)), moves.column(columnOf(place))]
  return row === null || column === null ? null : placeOf(row, column)
}
