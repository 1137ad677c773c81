/** The sheets of a page, as far as its content can be read (spec §3: sheets with names and rows of cells with text). */
export interface Workbook {
  readonly sheets: readonly Sheet[]
}
export interface Sheet {
  readonly name: string
  /** By `placeOf`, in no particular order; missing cells are empty. */
  readonly cells: ReadonlyMap<number, Cell>
  /** They do not overlap, and each has more than one cell. */
  readonly merges: readonly Area[]
  /** In pixels, by column and by row; missing ones have the default size. */
  readonly widths: Measures
  readonly heights: Measures
  /** The rows and columns that stay when the sheet is scrolled. */
  readonly frozen: { readonly rows: number; readonly columns: number }
  readonly hidden: Hidden
}
export type Measures = ReadonlyMap<number, number>

/** What of a sheet is stored and calculated with, and not shown to readers. */
export interface Hidden {
  /** All of it. */
  readonly isSheet: boolean
  readonly rows: ReadonlySet<number>
  readonly columns: ReadonlySet<number>
}
export const NOTHING_HIDDEN: Hidden = { isSheet: false, rows: new Set(), columns: new Set() }

export interface Cell {
  /** As typed: a formula begins with `=`. */
  readonly text: string
  readonly style: CellStyle
  /** The address the cell leads to, which its text need not show; missing for none. */
  readonly link?: string
}
/** The style of a cell; false, '' and null are the defaults. */
export interface CellStyle {
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isStruck: boolean
  readonly wraps: boolean
  /** As `#1a2b3c`. */
  readonly color: string
  readonly background: string
  readonly align: '' | 'left' | 'center' | 'right'
  readonly verticalAlign: '' | 'top' | 'middle' | 'bottom'
  /** In points. */
  readonly fontSize: number | null
  readonly fontName: string
  /** The format of its number: a name known to other programs, or a pattern such as `#,##0.00`. */
  readonly format: string
  /** As `bordersText` writes them. */
  readonly borders: string
}
/** From the upper left cell to the lower right one, both inclusive. */
export interface Area {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

export const PLAIN: CellStyle = {
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  wraps: false,
  color: '',
  background: '',
  align: '',
  verticalAlign: '',
  fontSize: null,
  fontName: '',
  format: '',
  borders: '',
}

/** Anything beyond these limits stays in the content, and is neither shown nor edited (threats X4). */
export const SHEET_LIMITS = {
  sheets: 500,
  /** Of all sheets together. */
  cells: 200_000,
  rows: 100_000,
  /** The same as in Excel. */
  columns: 16_384,
  /** Of the text result of a formula. */
  resultLength: 32_767,
  nameLength: 100,
  merges: 10_000,
  /** Of all merges of a sheet together. */
  mergedCells: 50_000,
  styles: 10_000,
  /** Of a sheet; Excel opens no more. */
  links: 65_530,
} as const

/** Of a new sheet (spec §9). */
export const USUAL = { rows: 500, columns: 26, rowHeight: 25, columnWidth: 100 } as const

/** The key of a cell; keys sort in reading order. */
export const placeOf = (row: number, column: number): number => row * SHEET_LIMITS.columns + column
export const rowOf = (place: number): number => Math.floor(place / SHEET_LIMITS.columns)
export const columnOf = (place: number): number => place % SHEET_LIMITS.columns

export const isWithin = (row: number, column: number): boolean =>
  Number.isInteger(row) &&
  Number.isInteger(column) &&
  row >= 0 &&
  column >= 0 &&
  row < SHEET_LIMITS.rows &&
  column < SHEET_LIMITS.columns

export const isSameStyle = (one: CellStyle, other: CellStyle): boolean =>
  one === other || (Object.keys(PLAIN) as (keyof CellStyle)[]).every((field) => one[field] === other[field])

/** The sheets that readers see, with their positions; all of them when each is hidden, as programs show at least one. */
export function shownSheets<Kind extends Sheet>(sheets: readonly Kind[]): readonly (readonly [number, Kind])[] {
  const all = [...sheets.entries()]
  const shown = all.filter(([, { hidden }]) => !hidden.isSheet)
  return shown.length > 0 ? shown : all
}

/** How many rows and columns are needed to show all cells of a sheet. */
export function extentOf({ cells, merges }: Pick<Sheet, 'cells' | 'merges'>): { rows: number; columns: number } {
  let [rows, columns] = [0, 0]
  for (const place of cells.keys()) {
    rows = Math.max(rows, rowOf(place) + 1)
    columns = Math.max(columns, columnOf(place) + 1)
  }
  for (const { top, left, bottom, right } of merges) {
    if (!cells.has(placeOf(top, left))) continue
    rows = Math.max(rows, bottom + 1)
    columns = Math.max(columns, right + 1)
  }
  return { rows, columns }
}
