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

/**
 * One table made of several with the same columns, given as XML: the rows of each follow those of the one before. Each
 * part is compressed before the next one is taken.
 */
export function joinedTable(tables: Iterable<string>): readonly CompressedBlocks[] {
  const parts: CompressedBlocks[] = []
  for (const xml of tables) {
    const grid = xml.indexOf(GRID_END)
    const end = xml.lastIndexOf(TABLE_END)
    if (grid < 0 || end < grid) throw new Error('a table in a Word document has no grid or no end')
    parts.push(new CompressedBlocks(xml.slice(parts.length === 0 ? 0 : grid + GRID_END.length, end)))
  }
  return [...parts, new CompressedBlocks(TABLE_END)]
}
