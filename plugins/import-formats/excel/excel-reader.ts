import { NOTHING, tableOfCells } from '../markdown-table.ts'
import { DistinctIds } from '../thread/distinct-ids.ts'
import type { FormatReader } from '../thread/reader.ts'
import { rowsOf, SheetRoom } from './sheet-rows.ts'
import { workbookIn } from './workbook.ts'

const ROWS_PER_PAGE = 1_000
const SAID = {
  en: {
    hidden: (name: string) => `The hidden sheet ${name} was left out.`,
    empty: (name: string) => `The sheet ${name} is empty.`,
  },
  'zh-cn': {
    hidden: (name: string) => `隐藏的工作表 ${name} 已忽略。`,
    empty: (name: string) => `工作表 ${name} 为空。`,
  },
} as const

/**
 * A page with a table per sheet, and several for a long sheet. Tables of markdown have no merged cells: the text of one is
 * repeated in each of its rows, so that every row says what it belongs to, and stands in its first column only.
 */
export const readExcel: FormatReader = ({ parts, name, language }, into) => {
  const workbook = workbookIn(parts, language)
  into.item({ name: name.replace(/\.\w+$/, '') })
  const room = new SheetRoom(language)
  const ids = new DistinctIds()
  let order = 0
  for (const sheet of workbook.sheets) {
    if (sheet.isHidden) {
      into.warn(SAID[language].hidden(sheet.name))
      continue
    }
    const [heads = [], ...rows] = rowsOf(sheet, workbook, language, room)
    if (heads.length === 0) into.warn(SAID[language].empty(sheet.name))
    const width = rows.reduce((most, row) => Math.max(most, row.length), heads.length)
    const columns = Array.from({ length: width }, (_, at) => heads[at] ?? NOTHING)
    for (let from = 0; from === 0 || from < rows.length; from += ROWS_PER_PAGE) {
      const isWhole = rows.length <= ROWS_PER_PAGE
      const span = `${from + 1}–${Math.min(rows.length, from + ROWS_PER_PAGE)}`
      into.page({
        id: ids.idFor(isWhole ? `sheet ${sheet.name}` : `sheet ${sheet.name} ${from + 1}`),
        catalogId: null,
        title: isWhole ? sheet.name : `${sheet.name} ${span}`,
        content: width === 0 ? '' : tableOfCells(columns, rows.slice(from, from + ROWS_PER_PAGE)),
        order: (order += 1),
      })
    }
  }
}
