/** Begins a formula in spreadsheets, the last four in those of East Asia; people could have put it into a name. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

const NUMBER = /^[-+]?\d+(?:\.\d+)?$/

// Spreadsheets take a file without this mark for one in the machine's old encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** A table as comma-separated values (RFC 4180), in which every text stays text. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => line(row.map(cell))).join('')

/** The same for the clipboard: without the mark of a file, and a number stays one. */
export const copiedCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => line(row.map((text) => (NUMBER.test(text) ? text : cell(text))))).join('')

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
