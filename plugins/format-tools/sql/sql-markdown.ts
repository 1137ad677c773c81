import { cell, markdownTable } from '../markdown-table.ts'
import type { Column } from './columns.ts'
import type { Table } from './tables.ts'

export interface SqlWords {
  readonly column: string
  readonly type: string
  readonly nullable: string
  readonly defaultValue: string
  readonly key: string
  readonly comment: string
  readonly yes: string
  readonly no: string
}

/** One heading and one table for each; '' for none. */
export const sqlMarkdown = (tables: readonly Table[], words: SqlWords): string =>
  tables.map((table) => sectionOf(table, words)).join('\n')

function sectionOf({ name, comment, columns }: Table, words: SqlWords): string {
  const headings = [words.column, words.type, words.nullable, words.defaultValue, words.key, words.comment]
  const rows = columns.map((column) => rowOf(column, words))
  const introduction = comment === '' ? '' : `${cell(comment)}\n\n`
  return `### ${cell(name)}\n\n${introduction}${markdownTable(headings, rows)}\n`
}

function rowOf({ name, type, isNullable, defaultValue, keys, comment }: Column, { yes, no }: SqlWords): string[] {
  return [name, type, isNullable ? yes : no, defaultValue, keys.join(', '), comment]
}
