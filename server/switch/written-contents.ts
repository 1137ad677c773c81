import { escaped } from '../escaped.ts'
import type { StoredContent } from './decoded.ts'
import { quoted, type ShowdocDatabase } from './showdoc-database.ts'

/** Where texts of people are in the tables of a ShowDoc. */
const PLACES = {
  page: ['page_id', 'page_content'],
  page_history: ['page_history_id', 'page_content'],
  template: ['id', 'template_content'],
} as const

export type TextTable = keyof typeof PLACES

/** Overwrites texts in the copy of a ShowDoc, by the ids of their rows, and reports doubts of what they were before. */
export function writeContents(
  database: ShowdocDatabase,
  table: TextTable,
  contents: ReadonlyMap<number, StoredContent>,
): void {
  if (contents.size === 0) return
  const [id, content] = PLACES[table]
  const key = `cast(${quoted(id)} as integer)`
  database.change((writable) => {
    // Without this index, each update would scan the whole table.
    writable.exec(`create index if not exists octavo_${table}_here on ${quoted(table)} (${key})`)
    const update = writable.prepare(`update ${quoted(table)} set ${quoted(content)} = ? where ${key} = ?`)
    // ShowDoc stores texts escaped, and is read by unescaping them once.
    for (const [row, { content: text }] of contents) update.run(escaped(text), row)
  })
  for (const [row, { doubt }] of contents)
    if (doubt !== null) database.tellDoubt({ table, id: row, column: content }, doubt)
}
