export interface TextLine {
  readonly kind: 'line'
  /** From 1. */
  readonly number: number
  readonly text: string
}
/** A markdown table. */
export interface TextTable {
  readonly kind: 'table'
  /** Of its first line. */
  readonly number: number
  readonly lines: readonly string[]
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
export type Piece = TextLine | TextTable

const FENCE = /^ {0,3}(`{3,}|~{3,})/
// Nowhere may two repeated parts take the same signs: it would take time by the square of a long line.
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*(\|[ \t]*)?$/

/** A text as lines and tables. */
export function piecesOf(text: string): readonly Piece[] {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const pieces: Piece[] = []
  let fence: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const mark = FENCE.exec(line)?.[1]
    if (fence === null && mark !== undefined) fence = mark
    else if (fence !== null && mark?.startsWith(fence)) fence = null
    const table = fence === null ? tableAt(lines, at) : null
    pieces.push(table ?? { kind: 'line', number: at + 1, text: line })
    if (table) at += table.lines.length - 1
  }
  return pieces
}

/** The texts of a row's cells. Read sign by sign: a line may have as many cells as signs. */
export function cellsOf(line: string): readonly string[] {
  const row = line.trim()
  const cells: string[] = []
  let begin = row.startsWith('|') ? 1 : 0
  for (let at = row.indexOf('|', begin); at >= 0; at = row.indexOf('|', at + 1)) {
    if (row[at - 1] === '\\') continue
    cells.push(cellIn(row.slice(begin, at)))
    begin = at + 1
  }
  if (begin < row.length || cells.length === 0) cells.push(cellIn(row.slice(begin)))
  return cells
}
const cellIn = (text: string): string => (text === '' ? '' : text.trim().replaceAll('\\|', '|'))

function tableAt(lines: readonly string[], at: number): TextTable | null {
  const [first = '', second = ''] = lines.slice(at, at + 2)
  if (!first.includes('|') || !second.includes('-') || !DELIMITERS.test(second)) return null
  const head = cellsOf(first)
  if (cellsOf(second).length !== head.length) return null
  let end = at + 2
  while (end < lines.length && lines[end]?.includes('|')) end += 1
  const own = lines.slice(at, end)
  return { kind: 'table', number: at + 1, lines: own, head, rows: own.slice(2).map(cellsOf) }
}
