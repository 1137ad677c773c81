/** A text for a cell of a markdown table, on one line and escaped. */
export const cellOf = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*~[\]<|$]|&(?=#?\w+;)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (sign) => `\\${sign}`)

/** A text as a paragraph, escaped so that it is not a heading, list or quotation. */
export const paragraphOf = (text: string): string =>
  cellOf(text)
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\')
    .replace(/^[#>+=-]/, (sign) => `\\${sign}`)

/** The text of a cell without escapes, in the notation of any editor. */
export const plainOf = (cell: string): string =>
  cell
    .replaceAll(/<br *\/?>/gi, ' ')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The cells of a table row; null for any other line. */
export function cellsIn(line: string): readonly string[] | null {
  const row = line.trim()
  if (!row.startsWith('|')) return null
  const cells: string[] = []
  let cell = ''
  for (let at = 1; at < row.length; at += 1) {
    const sign = row.charAt(at)
    if (sign === '\\') cell += sign + row.charAt((at += 1))
    else if (sign === '|') {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return cell.trim() === '' ? cells : [...cells, cell.trim()]
}

export const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

export const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [rowOf(heads), rowOf(heads.map(() => '---')), ...rows.map(rowOf)].join('\n')
