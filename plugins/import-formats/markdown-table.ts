/** Rows of plain texts as a table of markdown. Each row has at most as many cells as there are heads. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lineOf = (cells: readonly string[]): string =>
    `| ${heads.map((_, at) => cellOf(cells[at] ?? '')).join(' | ')} |`
  return [lineOf(heads), `| ${heads.map(() => '---').join(' | ')} |`, ...rows.map(lineOf)].join('\n')
}

/** Text that a cell shows as it is, whatever signs are in it. */
const cellOf = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\\`*_[\]<>|~$]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, '<br>')
