import { edited, spliced, memberOf, type JsonObject } from '#plugins/format-tools/api.ts'
import { addressOf, areaName } from './addresses.ts'
import { JsonChanges } from './json-changes.ts'
import type { ReadCell, ReadSheet, ReadWorkbook } from './read-workbook.ts'
import { sheetJson } from './sheet-json.ts'
import { StyleList } from './style-list.ts'
import { columnOf, isSameStyle, placeOf, rowOf, type Area, type Cell, type Measures, type Sheet } from './workbook.ts'

/** An edited sheet. */
export interface EditedSheet extends Sheet {
  /** The sheet it was read from; null for a new one. */
  readonly origin: number | null
  readonly cells: ReadonlyMap<number, EditedCell>
  /** The places whose cells may differ from those that were read; missing when any may. */
  readonly touched?: ReadonlySet<number>
}
export interface EditedCell extends Cell {
  /** The cell it was read from, wherever it is now; null for a new one. */
  readonly origin: CellOrigin | null
}
export interface CellOrigin {
  readonly sheet: number
  readonly place: number
}

/** The sheets of a workbook as read. */
export const editedSheets = ({ sheets }: ReadWorkbook): readonly EditedSheet[] =>
  sheets.map((sheet, at) => ({
    ...sheet,
    origin: at,
    cells: new Map(
      [...sheet.cells].map(([place, { text, style, link }]) => [
        place,
        { text, style, origin: { sheet: at, place }, ...(link !== undefined && { link }) },
      ]),
    ),
  }))

/**
 * The content with these sheets. Cells, rows and sheets that nobody touched, and unknown fields, are kept exactly. A
 * content that is not complete JSON is not changed.
 */
export function writtenWorkbook(read: ReadWorkbook, sheets: readonly EditedSheet[]): string {
  const { content } = read
  if (read.sheets.length === 0)
    return content.trim() === '' ? JSON.stringify(sheets.map((sheet) => sheetJson(sheet))) : content
  if (!read.isWhole || sheets.length === 0) return content
  return withRawSheets(
    read,
    sheets.map((sheet) => ({ origin: sheet.origin, raw: rawSheet(read, sheet) })),
  )
}

/** The JSON of a sheet, and the sheet it was read from. */
export interface RawSheet {
  readonly origin: number | null
  readonly raw: string
}

/** The content with these sheets, everything else unchanged. */
export function withRawSheets(read: ReadWorkbook, sheets: readonly RawSheet[]): string {
  const { content, list } = read
  const raws = sheets.map(({ raw }) => raw)
  const isInOrder = sheets.length === read.sheets.length && sheets.every(({ origin }, at) => origin === at)
  if (isInOrder)
    return spliced(
      content,
      read.sheets.map(({ node }, at) => ({ start: node.start, end: node.end, text: raws[at] ?? '' })),
    )
  const [only] = read.sheets
  if (!list)
    return only
      ? spliced(content, [{ start: only.node.start, end: only.node.end, text: `[${raws.join(', ')}]` }])
      : content
  // Those beyond the limits stay after the others.
  const beyond = list.entries.slice(read.sheets.length).map(({ start, end }) => content.slice(start, end))
  const [first, second] = list.entries
  const between = first && second ? content.slice(first.end, second.start) : ', '
  const last = list.entries.at(-1)
  return spliced(content, [
    { start: first?.start ?? list.start + 1, end: last?.end ?? list.end - 1, text: [...raws, ...beyond].join(between) },
  ])
}

function rawSheet(read: ReadWorkbook, sheet: EditedSheet): string {
  const was = sheet.origin === null ? undefined : read.sheets[sheet.origin]
  if (!was || was.node.kind !== 'object') return JSON.stringify(sheetJson(sheet))
  return new SheetWriting(read.content, was, was.node, sheet).raw()
}

/** Appends new ones to the others, in a list or in an object with numbers as names. */
export function addStyles(changes: JsonChanges, sheet: JsonObject, list: StyleList): void {
  const added = list.added()
  const styles = memberOf(sheet, 'styles')?.node
  if (added.size === 0) return
  if (styles && styles.kind !== 'scalar') for (const [at, raw] of added) changes.setNumbered(styles, at, raw)
  else changes.setMember(sheet, 'styles', `[${[...added.values()].join(', ')}]`)
}

class SheetWriting {
  readonly #was: ReadSheet
  readonly #node: JsonObject
  readonly #sheet: EditedSheet
  readonly #changes: JsonChanges
  readonly #styles: StyleList
  readonly #spans: ReadonlyMap<number, Area>
  readonly #spansBefore: ReadonlyMap<number, Area>

  constructor(content: string, was: ReadSheet, node: JsonObject, sheet: EditedSheet) {
    this.#was = was
    this.#node = node
    this.#sheet = sheet
    this.#changes = new JsonChanges(content)
    this.#styles = new StyleList(content, memberOf(node, 'styles')?.node)
    this.#spans = byBeginning(sheet.merges)
    this.#spansBefore = byBeginning(was.merges)
  }

  raw(): string {
    const { name, frozen, merges } = this.#sheet
    if (name !== this.#was.name) this.#set('name', name)
    if (frozen.rows !== this.#was.frozen.rows || frozen.columns !== this.#was.frozen.columns)
      this.#set('freeze', addressOf(frozen.rows, frozen.columns))
    if (merges.map(areaName).join() !== this.#was.merges.map(areaName).join()) this.#set('merges', merges.map(areaName))
    if (this.#sheet.hidden.isSheet !== this.#was.hidden.isSheet)
      if (this.#sheet.hidden.isSheet) this.#set('hide', true)
      else this.#changes.removeMember(this.#node, 'hide')
    this.#rows()
    this.#columns()
    addStyles(this.#changes, this.#node, this.#styles)
    return this.#changes.within(this.#node)
  }

  #set(name: string, value: unknown): void {
    this.#changes.setMember(this.#node, name, JSON.stringify(value))
  }

  #rows(): void {
    const rows = memberOf(this.#node, 'rows')?.node
    const changed = this.#changedCells()
    const beside = lineChanges(
      { name: 'height', measures: this.#was.heights, hidden: this.#was.hidden.rows },
      { name: 'height', measures: this.#sheet.heights, hidden: this.#sheet.hidden.rows },
    )
    const touched = new Set([...changed.keys(), ...beside.keys()])
    if (touched.size === 0) return
    if (!rows || rows.kind === 'scalar') return this.#newRows(touched, changed, beside)
    for (const row of [...touched].toSorted((one, other) => one - other)) {
      const node = rows.kind === 'array' ? rows.entries[row]?.node : memberOf(rows, String(row))?.node
      const cells = changed.get(row) ?? new Map<number, string | undefined>()
      if (node?.kind === 'object') this.#row(node, cells, beside.get(row) ?? UNCHANGED)
      else this.#changes.setNumbered(rows, row, newRow(cells, beside.get(row) ?? UNCHANGED))
    }
    const length = memberOf(rows, 'len')?.node
    if (length?.kind !== 'scalar' || typeof length.value !== 'number') return
    let needed = 0
    for (const place of this.#sheet.touched ?? this.#sheet.cells.keys())
      if (this.#sheet.cells.has(place)) needed = Math.max(needed, rowOf(place) + 1)
    if (length.value < needed) this.#changes.replace(length, String(needed))
  }

  /** For a sheet without any, which other clients may create. */
  #newRows(
    touched: ReadonlySet<number>,
    changed: ReadonlyMap<number, ReadonlyMap<number, string | undefined>>,
    beside: ReadonlyMap<number, LineChanges>,
  ): void {
    const rows = [...touched].map(
      (row) => `"${row}": ${newRow(changed.get(row) ?? new Map(), beside.get(row) ?? UNCHANGED)}`,
    )
    this.#changes.setMember(this.#node, 'rows', `{${rows.join(', ')}}`)
  }

  #row(node: JsonObject, cells: ReadonlyMap<number, string | undefined>, beside: LineChanges): void {
    const list = memberOf(node, 'cells')?.node
    if (list && list.kind !== 'scalar') for (const [column, raw] of cells) this.#changes.setNumbered(list, column, raw)
    else if (cells.size > 0) this.#changes.setMember(node, 'cells', newCells(cells))
    this.#line(node, beside)
  }

  #line(node: JsonObject, changes: LineChanges): void {
    for (const [name, raw] of changes)
      if (raw === null) this.#changes.removeMember(node, name)
      else this.#changes.setMember(node, name, raw)
  }

  #columns(): void {
    const changed = lineChanges(
      { name: 'width', measures: this.#was.widths, hidden: this.#was.hidden.columns },
      { name: 'width', measures: this.#sheet.widths, hidden: this.#sheet.hidden.columns },
    )
    if (changed.size === 0) return
    const columns = memberOf(this.#node, 'cols')?.node
    if (!columns || columns.kind === 'scalar') {
      const raws = [...changed].map(([column, changes]) => `"${column}": {${membersOf(changes).join(', ')}}`)
      return this.#changes.setMember(this.#node, 'cols', `{${raws.join(', ')}}`)
    }
    for (const [column, changes] of changed) {
      const node = columns.kind === 'array' ? columns.entries[column]?.node : memberOf(columns, String(column))?.node
      const members = membersOf(changes)
      if (node?.kind === 'object') this.#line(node, changes)
      else if (members.length > 0) this.#changes.setNumbered(columns, column, `{${members.join(', ')}}`)
    }
  }

  /** The JSON of each changed cell by row and column; undefined for a deleted one. */
  #changedCells(): ReadonlyMap<number, ReadonlyMap<number, string | undefined>> {
    const changed = new Map<number, Map<number, string | undefined>>()
    const put = (place: number, raw: string | undefined): void => {
      const row = changed.get(rowOf(place)) ?? new Map<number, string | undefined>()
      changed.set(rowOf(place), row.set(columnOf(place), raw))
    }
    for (const place of this.#places()) {
      const [was, cell] = [this.#was.cells.get(place), this.#sheet.cells.get(place)]
      if (!cell) {
        const spans = this.#spans.has(place)
        if (was || (spans && !this.#isSpanKept(place))) put(place, spans ? this.#emptyCell(place) : undefined)
        continue
      }
      if (was && isUntouched(cell, was, place, this.#sheet.origin) && this.#isSpanKept(place)) continue
      const raw = this.#cell(place, cell)
      if (!was || raw !== this.#changes.rawOf(was.node)) put(place, raw)
    }
    return changed
  }

  /** Where a cell may have changed. A large sheet is not searched for the few cells that somebody touched. */
  #places(): ReadonlySet<number> {
    const { touched, cells } = this.#sheet
    const spanning = [...this.#spans.keys(), ...this.#spansBefore.keys()]
    return new Set(touched ? [...touched, ...spanning] : [...this.#was.cells.keys(), ...cells.keys(), ...spanning])
  }

  #isSpanKept(place: number): boolean {
    const [now, before] = [this.#spans.get(place), this.#spansBefore.get(place)]
    return (now && areaName(now)) === (before && areaName(before))
  }

  #spanAt(place: number): readonly [number, number] | undefined {
    const area = this.#spans.get(place)
    return area && [area.bottom - area.top, area.right - area.left]
  }

  #emptyCell(place: number): string {
    return JSON.stringify({ merge: this.#spanAt(place) })
  }

  #cell(place: number, cell: EditedCell): string {
    const { origin } = cell
    const was = origin !== null && origin.sheet === this.#sheet.origin ? this.#was.cells.get(origin.place) : undefined
    if (!was || was.node.kind !== 'object') return this.#newCell(place, cell)
    let raw = this.#changes.rawOf(was.node)
    if (cell.text !== was.text) raw = edited(raw, ['text'], cell.text)
    // A link ends with the text it belongs to.
    if (cell.text === '' && was.link !== undefined) raw = edited(raw, ['link'], undefined)
    if (!isSameStyle(cell.style, was.style))
      raw = edited(raw, ['style'], this.#styles.indexOf(cell.style, styleIndex(was)))
    if (origin?.place === place && this.#isSpanKept(place)) return raw
    return edited(raw, ['merge'], this.#spanAt(place))
  }

  #newCell(place: number, { text, style, link }: Cell): string {
    return JSON.stringify({ text, style: this.#styles.indexOf(style, null), link, merge: this.#spanAt(place) })
  }
}

const isUntouched = (cell: EditedCell, was: ReadCell, place: number, sheet: number | null): boolean =>
  cell.text === was.text &&
  isSameStyle(cell.style, was.style) &&
  cell.origin?.place === place &&
  cell.origin.sheet === sheet

function styleIndex({ node }: ReadCell): number | null {
  const style = memberOf(node, 'style')?.node
  return style?.kind === 'scalar' && typeof style.value === 'number' ? style.value : null
}

const byBeginning = (merges: readonly Area[]): ReadonlyMap<number, Area> =>
  new Map(merges.map((area) => [placeOf(area.top, area.left), area]))

/** The rows or the columns of a sheet beside their cells. */
interface Lines {
  /** Of their measure. */
  readonly name: 'height' | 'width'
  readonly measures: Measures
  readonly hidden: ReadonlySet<number>
}
/** The JSON of changed members by name; null for removed ones. */
type LineChanges = ReadonlyMap<string, string | null>
const UNCHANGED: LineChanges = new Map()

function lineChanges(before: Lines, now: Lines): ReadonlyMap<number, LineChanges> {
  const found = new Map<number, LineChanges>()
  for (const at of new Set([before, now].flatMap(({ measures, hidden }) => [...measures.keys(), ...hidden]))) {
    const changes = new Map<string, string | null>()
    const measure = now.measures.get(at)
    if (before.measures.get(at) !== measure) changes.set(now.name, measure === undefined ? null : String(measure))
    if (before.hidden.has(at) !== now.hidden.has(at)) changes.set('hide', now.hidden.has(at) ? 'true' : null)
    if (changes.size > 0) found.set(at, changes)
  }
  return found
}

const membersOf = (changes: LineChanges): readonly string[] =>
  [...changes].flatMap(([name, raw]) => (raw === null ? [] : [`"${name}": ${raw}`]))

const newCells = (cells: ReadonlyMap<number, string | undefined>): string =>
  `{${[...cells].flatMap(([column, raw]) => (raw === undefined ? [] : [`"${column}": ${raw}`])).join(', ')}}`

const newRow = (cells: ReadonlyMap<number, string | undefined>, beside: LineChanges): string =>
  `{${[`"cells": ${newCells(cells)}`, ...membersOf(beside)].join(', ')}}`
