/** Rows of plain texts as a markdown table. No row has more cells than there are headers. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]): string =>
    `| ${heads.map((_, at) => cellOf(cells[at] ?? '')).join(' | ')} |`
  return [lineOf(heads), `| ${heads.map(() => '---').join(' | ')} |`, ...rows.map(lineOf)].join('\n')
}

/** Escapes text for a cell, whatever characters it contains. */
const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\`*_[\]<>|~$]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, '<br>')
