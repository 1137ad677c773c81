import { cell, markdownTable, type LinkedText } from '#plugins/format-tools/api.ts'
import { linkOf } from './cell-link.ts'
import { gridOf } from './grid.ts'
import { ShownTexts } from './shown-text.ts'
import { placeOf, PLAIN, rowOf, type Cell, type Workbook } from './workbook.ts'

/** Signs of a page; what is longer is shown as far as that. */
const LONGEST = 3_000_000

const NOTHING: Cell = { text: '', style: PLAIN }

/** A workbook as markdown: a table for each sheet, with its first row as the heading. */
export function markdownOfWorkbook(workbook: Workbook): string {
  const shown = new ShownTexts(workbook)
  const parts: string[] = []
  let length = 0
  for (const [at, sheet] of workbook.sheets.entries()) {
    const { rows, columns } = gridOf(sheet)
    const lines: (string | LinkedText)[][] = []
    for (const row of rows) {
      const line = columns.map((column) => {
        const place = placeOf(row, column)
        const [text, address] = [shown.at(at, place), linkOf(sheet.cells.get(place) ?? NOTHING)]
        length += text.length + address.length + 3
        return address === '' ? text : { text, address }
      })
      if (length > LONGEST) break
      lines.push(line)
    }
    const [heads = [], ...rest] = lines
    parts.push(`## ${heading(sheet.name)}`)
    if (heads.length > 0) parts.push(markdownTable(heads, rest))
  }
  return parts.join('\n\n')
}

const heading = (name: string): string => cell(name.replaceAll(/\s+/g, ' ')).replace(/^#/, String.raw`\#`)

/** What people read in a workbook: its names and its cells, row by row; pages are found by it. */
export function searchedTextOf(workbook: Workbook): string {
  const shown = new ShownTexts(workbook)
  const lines: string[] = []
  for (const [at, { name, cells }] of workbook.sheets.entries()) {
    lines.push(name)
    let [row, line] = [-1, [] as string[]]
    for (const place of [...cells.keys()].toSorted((one, other) => one - other)) {
      if (rowOf(place) !== row) {
        lines.push(line.join(' '))
        row = rowOf(place)
        line = []
      }
      line.push(shown.at(at, place).trim())
    }
    lines.push(line.join(' '))
  }
  return lines.filter((line) => line.trim() !== '').join('\n')
}
