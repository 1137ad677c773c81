import type { Language } from '#core/plugin.ts'
import { SHEET_LIMITS } from '../workbook.ts'
import { ClosedWorkbook, contentOfXlsx } from './excel-files.ts'
import { lossNotes } from './loss-notes.ts'
import { TooLargeWorkbook } from './read-xlsx.ts'
import { BrokenZip } from './zip.ts'

/** With the problem in the language of the person. */
export class UnreadableSheets extends Error {}

interface SheetsOfExcel {
  /** As JSON. */
  readonly content: string
  /** What of the file is not in it. */
  readonly notes: readonly string[]
}

const { sheets, cells, rows } = SHEET_LIMITS
const SAID = {
  en: {
    broken: 'it is no readable Excel file, or too large for sheets',
    closed: 'it has a password, or is in the old .xls format; save it as .xlsx without a password first',
    large: `it has more than ${sheets} sheets, ${cells.toLocaleString('en')} cells or ${rows.toLocaleString('en')} rows in a sheet, or too much text`,
  },
  'zh-cn': {
    broken: '不是可读取的 Excel 文件，或对电子表格而言过大',
    closed: '文件设有密码，或为旧版 .xls 格式，请先另存为不带密码的 .xlsx 文件',
    large: `工作表超过 ${sheets} 个、单元格超过 ${cells.toLocaleString('en')} 个，或单个工作表超过 ${rows.toLocaleString('en')} 行，或文字过多`,
  },
} as const

/** @throws UnreadableSheets */
export async function sheetsOfExcel(bytes: Uint8Array<ArrayBuffer>, language: Language): Promise<SheetsOfExcel> {
  try {
    const { content, losses } = await contentOfXlsx(new Blob([bytes]))
    return { content, notes: lossNotes(losses, language) }
  } catch (cause) {
    const said = SAID[language]
    const isLarge = cause instanceof TooLargeWorkbook
    const problem = isLarge ? said.large : cause instanceof ClosedWorkbook ? said.closed : said.broken
    if (!isLarge && !(cause instanceof ClosedWorkbook) && !(cause instanceof BrokenZip)) throw cause
    throw Object.assign(new UnreadableSheets(problem), { cause })
  }
}
