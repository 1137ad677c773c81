/** Escapes a text for a cell of a markdown table. */
export const cell = (text: string): string =>
  text
    .trim()
    .replace(/[\\|*`[\]~$]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\r\n?|\n/g, '<br>')

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** A markdown table of plain texts; short rows are padded. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const filled = rows.map((row) => headings.map((_, index) => cell(row[index] ?? '')))
  return [line(headings.map(cell)), line(headings.map(() => '---')), ...filled.map(line)].join('\n')
}
