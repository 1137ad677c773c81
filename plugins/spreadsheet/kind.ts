import type { PageKind } from '#core/plugin.ts'
import { SHEETS_KIND } from './kind-id.ts'
import { comparedLines } from './compared.ts'
import { markdownOfWorkbook, searchedTextOf } from './markdown.ts'
import { mergedWorkbooks } from './merge/merged-workbooks.ts'
import { isSheets, readWorkbook } from './read-workbook.ts'
import { emptySheets } from './sheet-json.ts'

/** Pages that hold sheets of cells, as JSON (spec §3). */
export const pageKind: PageKind = {
  id: SHEETS_KIND,
  module: import.meta.url,
  itemTypes: ['table'],
  recognises: isSheets,
  empty: emptySheets,
  textOf: (content) => searchedTextOf(readWorkbook(content)),
  render: (content, { language, isBeginning = false }) =>
    markdownOfWorkbook(readWorkbook(content), isBeginning ? language : null),
  compare: (before, after) => ({ before: comparedLines(before), after: comparedLines(after) }),
  merge: mergedWorkbooks,
}
