/** Parses cells as copied by spreadsheets: tabs between cells, and quotes around cells with line breaks. */
export function rowsOfText(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  const separator = text.includes('\t') ? '\t' : ','
  for (let at = 0; at < text.length;) {
    const { value, end } = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, separator)
    rows.at(-1)?.push(value)
    if (text[end] === separator) at = end + 1
    else {
      at = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
      if (at < text.length) rows.push([])
    }
  }
  return rows
}

interface ReadCell {
  readonly value: string
  readonly end: number
}

function plainCell(text: string, at: number, separator: string): ReadCell {
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(at, end), end }
}

function quotedCell(text: string, at: number): ReadCell {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '"' && text[end + 1] === '"') end += 1
    else if (text[end] === '"') return { value: text.slice(at + 1, end).replaceAll('""', '"'), end: end + 1 }
  }
  return { value: text.slice(at + 1), end: text.length }
}
