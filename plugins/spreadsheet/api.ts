export { SHEETS_KIND } from './kind-id.ts'
/** For other plugins: the sheets of an Excel file as the content of a page. */
export { sheetsOfExcel, UnreadableSheets } from './xlsx/sheets-of-excel.ts'
/** For those that read parts of such a file themselves. */
export { followXml, RefusedXml, type XmlHandler } from './xlsx/follow-xml.ts'
/** What other plugins leave out of an Excel file, in the same words. */
export { lossNotes } from './xlsx/loss-notes.ts'
export { countDrawn, Losses } from './xlsx/losses.ts'
