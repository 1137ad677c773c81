import { isWithin, type Area } from './workbook.ts'

/** `A` for 0, `AA` for 26. */
export function columnName(column: number): string {
  let name = ''
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1)
    name = String.fromCharCode(65 + (left % 26)) + name
  return name
}

export const addressOf = (row: number, column: number): string => `${columnName(column)}${row + 1}`

export const areaName = ({ top, left, bottom, right }: Area): string =>
  `${addressOf(top, left)}:${addressOf(bottom, right)}`

const ADDRESS = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/

/** The cell at `B3` or `$B$3`; null for what is no address, or lies beyond what a sheet may have. */
export function cellAt(address: string): { readonly row: number; readonly column: number } | null {
  const [, letters = '', digits = ''] = ADDRESS.exec(address) ?? []
  if (letters === '') return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  const [row, at] = [Number(digits) - 1, column - 1]
  return isWithin(row, at) ? { row, column: at } : null
}

/** The cells of `A1:C3`, whichever corner is named first. */
export function areaAt(text: string): Area | null {
  const [from = '', to = from, ...rest] = text.split(':')
  const [one, other] = [cellAt(from), cellAt(to)]
  if (!one || !other || rest.length > 0) return null
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  }
}
