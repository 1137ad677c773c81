/** Characters that start a formula in spreadsheets, the last four in East Asian ones; they may be part of a name. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const NUMBER = /^[-+]?\d+(?:\.\d+)?$/

// Without this mark, spreadsheets assume the system's legacy encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** A table as comma-separated values (RFC 4180), in which every text stays text. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => line(row.map(cell))).join('')

/** The same for the clipboard: without the byte order mark, and numbers stay numbers. */
export const copiedCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => line(row.map((text) => (NUMBER.test(text) ? text : cell(text))))).join('')

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
