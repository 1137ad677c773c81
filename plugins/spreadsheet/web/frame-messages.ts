import { bordersOf, bordersText } from '../borders.ts'
import { colorOf, fontNameOf, oneOf, patternOf, sizeOf } from '../cell-style.ts'
import { isWithin, SHEET_LIMITS, type Area, type CellStyle, type Hidden } from '../workbook.ts'

/** A message of the frame. It may contain anything: whatever does not have this form is ignored. */
export type FrameMessage =
  | { readonly kind: 'shown' }
  | ChangedMessage
  /** Null when no cell is being typed any more. */
  | { readonly kind: 'typing'; readonly cell: TypedCell | null }
  | { readonly kind: 'settled'; readonly id: number }
  | { readonly kind: 'save' }
  /** Escape was pressed, and the sheet itself had nothing to close. */
  | { readonly kind: 'escape' }
  /** Some results could not be calculated in time, and are shown as they were before. */
  | { readonly kind: 'late' }
  /** By keyboard, to the element before or after the frame. */
  | { readonly kind: 'leave'; readonly isBack: boolean }

export interface ChangedMessage {
  readonly kind: 'changed'
  readonly sheets: readonly ChangedSheet[]
  readonly order: readonly string[]
  /** Something was typed beyond the end of a sheet, and is not among these cells. */
  readonly isBeyond: boolean
}
export interface ChangedSheet {
  readonly id: string
  readonly cells: readonly ChangedCell[]
  /** Null when nothing of it changed. */
  readonly layout: SheetLayout | null
}
export interface ChangedCell {
  readonly row: number
  readonly column: number
  readonly text: string
  /** Null for a deleted cell. */
  readonly style: CellStyle | null
  /** The number given by the page. */
  readonly origin: number | null
}
/** The text in the editor of a cell, which is not in the cell until it is left. */
export interface TypedCell {
  /** Of the sheet. */
  readonly id: string
  readonly row: number
  readonly column: number
  readonly text: string
}
export interface SheetLayout {
  readonly name: string
  readonly merges: readonly Area[]
  readonly widths: ReadonlyMap<number, number>
  readonly heights: ReadonlyMap<number, number>
  readonly frozen: { readonly rows: number; readonly columns: number }
  readonly hidden: Hidden
}

/** A message of the frame; null for anything else. */
export function frameMessage(data: unknown): FrameMessage | null {
  const said = objectIn(data)
  switch (said['kind']) {
    case 'shown':
      return { kind: 'shown' }
    case 'save':
      return { kind: 'save' }
    case 'escape':
      return { kind: 'escape' }
    case 'late':
      return { kind: 'late' }
    case 'leave':
      return { kind: 'leave', isBack: said['isBack'] === true }
    case 'settled':
      return Number.isSafeInteger(said['id']) ? { kind: 'settled', id: Number(said['id']) } : null
    case 'typing':
      return { kind: 'typing', cell: typedCell(objectIn(said['cell'])) }
    case 'changed':
      return changedMessage(said)
    default:
      return null
  }
}

function typedCell({ id, row, column, text }: Readonly<Record<string, unknown>>): TypedCell | null {
  if (!isId(id) || typeof row !== 'number' || typeof column !== 'number' || typeof text !== 'string') return null
  return isWithin(row, column) ? { id, row, column, text } : null
}

function changedMessage(said: Readonly<Record<string, unknown>>): FrameMessage | null {
  const order = listIn(said['order']).filter(isId)
  if (order.length === 0) return null
  let isBeyond = false
  const sheets = listIn(said['sheets']).flatMap((each) => {
    const { id, cells, layout } = objectIn(each)
    if (!isId(id)) return []
    const changed = listIn(cells).flatMap((given) => {
      const cell = objectIn(given)
      isBeyond ||= isBeyondSheet(cell)
      return changedCell(cell)
    })
    return [{ id, cells: changed, layout: layout === null ? null : layoutIn(objectIn(layout)) }]
  })
  return { kind: 'changed', sheets, order, isBeyond }
}

const isBeyondSheet = ({ row, column, text }: Readonly<Record<string, unknown>>): boolean =>
  Number.isInteger(row) && Number.isInteger(column) && !isWithin(Number(row), Number(column)) && text !== ''

const isId = (value: unknown): value is string => typeof value === 'string' && value.length <= 100

function changedCell(said: Readonly<Record<string, unknown>>): readonly ChangedCell[] {
  const { row, column, text, style, origin } = said
  if (typeof row !== 'number' || typeof column !== 'number' || !isWithin(row, column) || typeof text !== 'string')
    return []
  return [
    {
      row,
      column,
      text,
      style: style === null ? null : styleIn(objectIn(style)),
      origin: Number.isSafeInteger(origin) ? Number(origin) : null,
    },
  ]
}

function styleIn(said: Readonly<Record<string, unknown>>): CellStyle {
  const word = (name: keyof CellStyle): string => (typeof said[name] === 'string' ? said[name] : '')
  const style: CellStyle = {
    isBold: said['isBold'] === true,
    isItalic: said['isItalic'] === true,
    isUnderlined: said['isUnderlined'] === true,
    isStruck: said['isStruck'] === true,
    wraps: said['wraps'] === true,
    color: colorOf(word('color')),
    background: colorOf(word('background')),
    align: oneOf(['left', 'center', 'right'], word('align')),
    verticalAlign: oneOf(['top', 'middle', 'bottom'], word('verticalAlign')),
    fontSize: sizeOf(typeof said['fontSize'] === 'number' ? said['fontSize'] : null),
    fontName: fontNameOf(word('fontName')),
    format: patternOf(word('format')),
    borders: bordersText(bordersOf(word('borders'))),
  }
  return style
}

function layoutIn(said: Readonly<Record<string, unknown>>): SheetLayout {
  const { name, merges, widths, heights, frozen } = said
  const hidden = objectIn(said['hidden'])
  const { rows, columns } = objectIn(frozen)
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.slice(0, SHEET_LIMITS.nameLength) : 'Sheet',
    merges: listIn(merges).flatMap((area) => areaIn(objectIn(area))),
    widths: measuresIn(widths, SHEET_LIMITS.columns),
    heights: measuresIn(heights, SHEET_LIMITS.rows),
    frozen: { rows: countIn(rows), columns: countIn(columns) },
    hidden: {
      isSheet: hidden['isSheet'] === true,
      rows: numbersIn(hidden['rows'], SHEET_LIMITS.rows),
      columns: numbersIn(hidden['columns'], SHEET_LIMITS.columns),
    },
  }
}

const numbersIn = (value: unknown, most: number): ReadonlySet<number> =>
  new Set(
    listIn(value).flatMap((at) => (typeof at === 'number' && Number.isInteger(at) && at >= 0 && at < most ? at : [])),
  )

const countIn = (value: unknown): number =>
  typeof value === 'number' && isWithin(value, 0) && value < 1_000 ? value : 0

function areaIn(said: Readonly<Record<string, unknown>>): readonly Area[] {
  const { top, left, bottom, right } = said
  if (![top, left, bottom, right].every((each) => typeof each === 'number')) return []
  const area = { top, left, bottom, right } as Area
  const isOne = isWithin(area.top, area.left) && isWithin(area.bottom, area.right)
  return isOne && area.bottom >= area.top && area.right >= area.left ? [area] : []
}

function measuresIn(value: unknown, most: number): ReadonlyMap<number, number> {
  const measures = new Map<number, number>()
  for (const pair of listIn(value)) {
    const [at, size] = listIn(pair)
    if (typeof at === 'number' && typeof size === 'number' && Number.isInteger(at) && at >= 0 && at < most && size >= 1)
      measures.set(at, Math.min(2_000, Math.round(size)))
  }
  return measures
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [])
