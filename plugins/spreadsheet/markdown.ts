import { cell, markdownTable, type LinkedText } from '#plugins/format-tools/api.ts'
import type { Language } from '#core/plugin.ts'
import { outsideLink } from './cell-link.ts'
import { gridOf } from './grid.ts'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { ShownTexts } from './shown-text.ts'
import { columnOf, placeOf, PLAIN, rowOf, shownSheets, type Cell, type Workbook } from './workbook.ts'

/** Signs of a page; what is longer is shown as far as that. */
const LONGEST = 3_000_000

const NOTHING: Cell = { text: '', style: PLAIN }

const TEXTS = { en, 'zh-cn': zhCn }

/** Cells of the beginning of a workbook. */
const MOST_OF_BEGINNING = 5_000

/**
 * A workbook as markdown: a table for each sheet, with its first row as the heading. @param beginningIn the language in
 * which the tables say how many of their rows they have, when only the beginning of a large workbook is wanted; null for
 * all of it
 */
export function markdownOfWorkbook(workbook: Workbook, beginningIn: Language | null = null): string {
  const shown = new ShownTexts(workbook)
  const parts: string[] = []
  let length = 0
  let cellsLeft = beginningIn === null ? Infinity : MOST_OF_BEGINNING
  for (const [at, sheet] of shownSheets(workbook.sheets)) {
    const { rows, columns } = gridOf(sheet)
    const lines: LinkedText[][] = []
    const wanted = rows.slice(0, Math.max(1, Math.floor(cellsLeft / columns.length)))
    for (const row of wanted) {
      const line = columns.map((column) => {
        const place = placeOf(row, column)
        const [text, address] = [shown.at(at, place), outsideLink(sheet.cells.get(place) ?? NOTHING)]
        length += text.length + address.length + 3
        return { text, address }
      })
      if (length > LONGEST) break
      lines.push(line)
    }
    cellsLeft -= wanted.length * columns.length
    const [heads = [], ...rest] = lines
    parts.push(`## ${heading(sheet.name)}`)
    if (heads.length > 0) parts.push(markdownTable(heads, rest))
    if (beginningIn !== null && lines.length < rows.length)
      parts.push(
        TEXTS[beginningIn].rowsShown.replace('{{shown}}', String(lines.length)).replace('{{all}}', String(rows.length)),
      )
  }
  return parts.join('\n\n')
}

const heading = (name: string): string => cell(name.replaceAll(/\s+/g, ' ')).replace(/^#/, String.raw`\#`)

/** What readers see of a workbook: its names and its cells, row by row; pages are found by it. */
export function searchedTextOf(workbook: Workbook): string {
  const shown = new ShownTexts(workbook)
  const lines: string[] = []
  for (const [at, { name, cells, hidden }] of shownSheets(workbook.sheets)) {
    lines.push(name)
    let [row, line] = [-1, [] as string[]]
    for (const place of [...cells.keys()].toSorted((one, other) => one - other)) {
      if (hidden.rows.has(rowOf(place)) || hidden.columns.has(columnOf(place))) continue
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
