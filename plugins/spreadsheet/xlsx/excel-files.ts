import { readWorkbook } from '../read-workbook.ts'
import { sheetJson } from '../sheet-json.ts'
import type { Loss } from './losses.ts'
import { readXlsx } from './read-xlsx.ts'
import { cellsTooLong, xlsxFiles } from './write-xlsx.ts'
import { BrokenZip, zipped } from './zip.ts'

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Larger ones exceed a browser's memory. */
const MOST_BYTES = 20 * 1024 * 1024

/** An Excel file with a password, or of the time before `.xlsx`: both are in the same kind of container. */
export class ClosedWorkbook extends Error {}

const CONTAINER = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** A content as an Excel file. */
export async function xlsxOf(content: string): Promise<Blob> {
  return new Blob([await zipped(xlsxFiles(readWorkbook(content)))], { type: MEDIA_TYPE })
}

/** The cells whose texts were truncated in the Excel file. */
export const textsTooLong = (content: string): readonly string[] => cellsTooLong(readWorkbook(content))

export interface ImportedSheets {
  readonly content: string
  /** What of the file is not in it. */
  readonly losses: readonly (readonly [Loss, number])[]
}

/** The sheets of an Excel file as the content of a page. @throws BrokenZip, ClosedWorkbook, TooLargeWorkbook */
export async function contentOfXlsx(file: Blob): Promise<ImportedSheets> {
  if (file.size > MOST_BYTES) throw new BrokenZip('it is too large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (CONTAINER.every((byte, at) => bytes[at] === byte)) throw new ClosedWorkbook()
  const { sheets, losses } = await readXlsx(bytes)
  if (sheets.length === 0) throw new BrokenZip('it has no sheets')
  return { content: JSON.stringify(sheets.map(sheetJson)), losses: losses.found() }
}
