import { CompressedBlocks } from './written-blocks.ts'

/** docx keeps hundreds of bytes for each property of each cell: a larger table is written in parts. */
const ROWS_AT_ONCE = 200

const GRID_END = '</w:tblGrid>'
const TABLE_END = '</w:tbl>'

/** Rows in parts that no cell reaches across. */
export function partsOf<Row extends { readonly isJoined: boolean }>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const parts: Row[][] = []
  let part: Row[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < ROWS_AT_ONCE || row.isJoined) continue
    parts.push(part)
    part = []
  }
  return part.length > 0 ? [...parts, part] : parts
}

/** What stands between the columns of a table, given as XML, and its end: its rows. */
export function rowsWithin(xml: string): string {
  const { from, end } = placesIn(xml)
  return xml.slice(from, end)
}

/** The same table with other rows. */
export function withRows(xml: string, rows: string): string {
  const { from, end } = placesIn(xml)
  return xml.slice(0, from) + rows + xml.slice(end)
}

function placesIn(xml: string): { readonly from: number; readonly end: number } {
  const grid = xml.indexOf(GRID_END)
  const end = xml.lastIndexOf(TABLE_END)
  if (grid < 0 || end < grid) throw new Error('a table in a Word document has no grid or no end')
  return { from: grid + GRID_END.length, end }
}

/**
 * One table made of several with the same columns, given as XML: the rows of each follow those of the one before. Each
 * part is compressed before the next one is taken.
 */
export function joinedTable(tables: Iterable<string>): readonly CompressedBlocks[] {
  const parts: CompressedBlocks[] = []
  for (const xml of tables) {
    const { from, end } = placesIn(xml)
    parts.push(new CompressedBlocks(xml.slice(parts.length === 0 ? 0 : from, end)))
  }
  return [...parts, new CompressedBlocks(TABLE_END)]
}
