import { linkTarget, type LinkedText } from '#plugins/format-tools/api.ts'

/** A cell without anything. */
export const NOTHING: LinkedText = { text: '', address: '' }

/** Rows of plain texts as a markdown table. No row has more cells than there are headers. */
export const markdownTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  table(heads.map(cellOf), rows, cellOf)

/** The same with cells that may be links. */
export const tableOfCells = (heads: readonly LinkedText[], rows: readonly (readonly LinkedText[])[]): string =>
  table(heads.map(linkedCell), rows, linkedCell)

function table<Kind>(
  heads: readonly string[],
  rows: readonly (readonly Kind[])[],
  written: (cell: Kind) => string,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const filled = rows.map((row) =>
    line(
      heads.map((_, at) => {
        const cell = row[at]
        return cell === undefined ? '' : written(cell)
      }),
    ),
  )
  return [line(heads), line(heads.map(() => '---')), ...filled].join('\n')
}

/** Escapes text for a cell, whatever characters it contains. */
export const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\`*_[\]<>|~$]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, '<br>')

function linkedCell({ text, address }: LinkedText): string {
  const written = cellOf(text)
  if (address === '' || written === '') return written
  return `[${written}](${linkTarget(address)})`
}
