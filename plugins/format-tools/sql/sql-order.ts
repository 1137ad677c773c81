import type { SqlWords } from './sql-markdown.ts'

/** A script for the thread that parses it. */
export interface SqlOrder {
  readonly sql: string
  readonly words: SqlWords
}
