import { linkTarget } from './link-address.ts'

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

/** A text that may lead to an address. */
export interface LinkedText {
  readonly text: string
  /** '' for a text without a link. */
  readonly address: string
}

const written = (part: string | LinkedText): string => {
  if (typeof part === 'string') return cell(part)
  const text = cell(part.text)
  return text === '' || part.address === '' ? text : `[${text}](${linkTarget(part.address)})`
}

/** A markdown table of plain texts and links; short rows are padded. */
export function markdownTable(
  headings: readonly (string | LinkedText)[],
  rows: readonly (readonly (string | LinkedText)[])[],
): string {
  const filled = rows.map((row) => headings.map((_, index) => written(row[index] ?? '')))
  return [line(headings.map(written)), line(headings.map(() => '---')), ...filled.map(line)].join('\n')
}
