import { readWorkbook } from '../read-workbook.ts'
import { sheetJson } from '../sheet-json.ts'
import { readXlsx } from './read-xlsx.ts'
import { cellsTooLong, xlsxFiles } from './write-xlsx.ts'
import { BrokenZip, zipped } from './zip.ts'

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Larger ones exceed a browser's memory. */
const MOST_BYTES = 20 * 1024 * 1024

/** A content as an Excel file. */
export async function xlsxOf(content: string): Promise<Blob> {
  return new Blob([await zipped(xlsxFiles(readWorkbook(content)))], { type: MEDIA_TYPE })
}

/** The cells whose texts were truncated in the Excel file. */
export const textsTooLong = (content: string): readonly string[] => cellsTooLong(readWorkbook(content))

/** The sheets of an Excel file as the content of a page. @throws BrokenZip, TooLargeWorkbook */
export async function contentOfXlsx(file: Blob): Promise<string> {
  if (file.size > MOST_BYTES) throw new BrokenZip('it is too large')
  const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()))
  if (sheets.length === 0) throw new BrokenZip('it has no sheets')
  return JSON.stringify(sheets.map(sheetJson))
}
