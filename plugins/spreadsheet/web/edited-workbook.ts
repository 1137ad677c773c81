import { apart, readWorkbook, type ReadWorkbook } from '../read-workbook.ts'
import { ShownTexts } from '../shown-text.ts'
import { isFailure, type Value } from '../formula/value.ts'
import {
  columnOf,
  extentOf,
  NOTHING_HIDDEN,
  placeOf,
  PLAIN,
  rowOf,
  SHEET_LIMITS,
  USUAL,
  type CellStyle,
} from '../workbook.ts'
import { editedSheets, writtenWorkbook, type CellOrigin, type EditedCell, type EditedSheet } from '../write-workbook.ts'
import { hindranceOf, type Hindrance } from './hindrance.ts'
import type { ChangedSheet, SheetLayout, TypedCell } from './frame-messages.ts'

/** A sheet as sent to the frame. */
export interface GivenSheet extends Omit<SheetLayout, 'widths' | 'heights' | 'hidden'> {
  readonly cells: readonly GivenCell[]
  readonly widths: readonly (readonly [number, number])[]
  readonly heights: readonly (readonly [number, number])[]
  readonly hidden: { readonly isSheet: boolean; readonly rows: readonly number[]; readonly columns: readonly number[] }
  readonly rowCount: number
  readonly columnCount: number
}
export interface GivenCell {
  readonly row: number
  readonly column: number
  readonly text: string
  /** Its result, and how that is displayed. */
  readonly value: string | number | boolean | null
  readonly shown: string
  readonly style: CellStyle
  readonly origin: number | null
}

const SPAN = SHEET_LIMITS.rows * SHEET_LIMITS.columns
const numberOf = ({ sheet, place }: CellOrigin): number => sheet * SPAN + place
const originOf = (number: number): CellOrigin => ({ sheet: Math.floor(number / SPAN), place: number % SPAN })

/** The frame's id of a sheet. */
const idOf = (at: number): string => `given-${at}`

/** The sheets of a content, changed by the frame. */
export class EditedWorkbook {
  readonly #read: ReadWorkbook
  #sheets: Map<string, HeldSheet>
  #order: readonly string[]
  #typed: TypedCell | null = null
  /** Null until it is requested after a change. */
  #content: string | null

  constructor(content: string) {
    this.#read = readWorkbook(content)
    const sheets = editedSheets(this.#read)
    this.#sheets = new Map(sheets.map((sheet, at) => [idOf(at), heldSheet(sheet)]))
    this.#order = sheets.map((_, at) => idOf(at))
    this.#content = content
  }

  get hindrance(): Hindrance | null {
    return hindranceOf(this.#read)
  }

  /** The current sheets, for a frame that starts with them. */
  given(): readonly GivenSheet[] {
    const sheets = this.#current()
    this.#typed = null
    this.#sheets = new Map(sheets.map((sheet, at) => [idOf(at), heldSheet(sheet)]))
    this.#order = sheets.map((_, at) => idOf(at))
    const shown = new ShownTexts({ sheets })
    return sheets.map(({ name, cells, merges, widths, heights, frozen, hidden }, sheet) => {
      const extent = extentOf({ cells, merges })
      return {
        ...{ name, merges, frozen, widths: [...widths], heights: [...heights] },
        hidden: { isSheet: hidden.isSheet, rows: [...hidden.rows], columns: [...hidden.columns] },
        rowCount: Math.max(USUAL.rows, extent.rows),
        columnCount: Math.max(USUAL.columns, extent.columns),
        cells: [...cells].map(([place, { text, style, origin }]) => ({
          ...{ row: rowOf(place), column: columnOf(place), text, style },
          value: plain(shown.value(sheet, place)),
          shown: shown.at(sheet, place),
          origin: origin && numberOf(origin),
        })),
      }
    })
  }

  /** False when nothing changed. */
  take(changed: readonly ChangedSheet[], order: readonly string[]): boolean {
    let isDifferent = order.join('\n') !== this.#order.join('\n')
    for (const sheet of changed) {
      if (sheet.cells.length === 0 && !sheet.layout) continue
      const before = this.#sheets.get(sheet.id) ?? heldSheet(NEW_SHEET)
      this.#sheets.set(
        sheet.id,
        changedSheet(before, sheet, (from) => this.#linkAt(from)),
      )
      isDifferent = true
    }
    this.#order = order
    if (isDifferent) this.#content = null
    return isDifferent
  }

  /** The same as `take` for a cell that is still being typed: the text in its editor counts as its content. */
  type(typed: TypedCell | null): boolean {
    if (JSON.stringify(typed) === JSON.stringify(this.#typed)) return false
    this.#typed = typed
    this.#content = null
    return true
  }

  content(): string {
    this.#content ??= writtenWorkbook(this.#read, this.#current())
    return this.#content
  }

  #linkAt({ sheet, place }: CellOrigin): string {
    return this.#read.sheets[sheet]?.cells.get(place)?.link ?? ''
  }

  #current(): readonly EditedSheet[] {
    return this.#order.flatMap((id) => {
      const sheet = this.#sheets.get(id)
      return sheet ? [this.#typed?.id === id ? withTyped(sheet, this.#typed) : sheet] : []
    })
  }
}

function withTyped(sheet: HeldSheet, { row, column, text }: TypedCell): EditedSheet {
  const place = placeOf(row, column)
  const cell = sheet.cells.get(place) ?? { text: '', style: PLAIN, origin: null }
  if (cell.text === text) return sheet
  return {
    ...sheet,
    cells: new Map(sheet.cells).set(place, { ...cell, text }),
    touched: new Set(sheet.touched).add(place),
  }
}

const plain = (value: Value): GivenCell['value'] =>
  isFailure(value) ? (value.failure === '' ? null : value.failure) : value

/** A sheet that takes the changes of its cells: a large one is not copied for each of them. */
interface HeldSheet extends EditedSheet {
  readonly cells: Map<number, EditedCell>
  readonly touched: Set<number>
}

const heldSheet = (sheet: EditedSheet): HeldSheet => ({
  ...sheet,
  cells: new Map(sheet.cells),
  touched: new Set(sheet.touched),
})

const NEW_SHEET: EditedSheet = {
  origin: null,
  name: 'Sheet',
  cells: new Map(),
  merges: [],
  widths: new Map(),
  heights: new Map(),
  frozen: { rows: 0, columns: 0 },
  hidden: NOTHING_HIDDEN,
}

/** `linkAt` tells the link of a cell as it was read: the frame knows nothing of links. */
function changedSheet(
  sheet: HeldSheet,
  { cells: changed, layout }: ChangedSheet,
  linkAt: (from: CellOrigin) => string,
): HeldSheet {
  const { cells, touched } = sheet
  for (const { row, column, text, style, origin } of changed) {
    const place = placeOf(row, column)
    touched.add(place)
    if (style === null) cells.delete(place)
    else {
      const from = origin === null ? null : originOf(origin)
      const link = from && text !== '' ? linkAt(from) : ''
      cells.set(place, { text, style, origin: from, ...(link && { link }) })
    }
  }
  return layout ? { ...sheet, ...layout, merges: apart(layout.merges) } : sheet
}
