import type { PageKind } from '#core/plugin.ts'
import { emptyApiDocument, isApiDocument, readApiDocument } from './api-document.ts'
import { comparedLines } from './compared.ts'
import { markdownOfDocument } from './markdown.ts'
import { mergedDocuments } from './merge.ts'
import { searchedTextOf } from './searched-text.ts'
import { toldChanges } from './told-changes.ts'

/** Pages that describe an API call as JSON (spec §3). */
export const pageKind: PageKind = {
  id: 'api-document',
  module: import.meta.url,
  itemTypes: ['runapi'],
  recognises: isApiDocument,
  empty: emptyApiDocument,
  textOf: (content) => searchedTextOf(readApiDocument(content)),
  render: (content, { language, globalParams }) =>
    markdownOfDocument(readApiDocument(content, globalParams ?? undefined), language),
  compare: (before, after) => ({ before: comparedLines(before), after: comparedLines(after) }),
  changes: (before, after, { language }) => toldChanges(before, after, language),
  merge: mergedDocuments,
}
