import type { ReadWorkbook } from '../read-workbook.ts'
import { extentOf, USUAL, type Sheet } from '../workbook.ts'

/** Why the frame cannot show everything, so that something would be lost. */
export type Hindrance = 'unreadable' | 'tooLarge'

/** Null when the frame can show everything. */
export function hindranceOf({ sheets, isWhole, isCut }: ReadWorkbook): Hindrance | null {
  if (!isWhole || sheets.length === 0) return 'unreadable'
  return isCut || sheets.some(isTooWide) ? 'tooLarge' : null
}

/** The most cells of a sheet, including empty ones, that a browser can handle. */
const MOST_CELLS = 10_000_000

function isTooWide(sheet: Sheet): boolean {
  const { rows, columns } = extentOf(sheet)
  return Math.max(USUAL.rows, rows) * Math.max(USUAL.columns, columns) > MOST_CELLS
}
