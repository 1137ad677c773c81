import { NO_GLOBALS, type GlobalParameters } from './api-document.ts'

export const GLOBAL_TABLES = ['header', 'query', 'body'] as const
type Row = Readonly<Record<string, unknown>>
type Changed = { [Table in (typeof GLOBAL_TABLES)[number]]?: Row[] }

/** The common parameters as a text whose rows can be edited like those of a document. */
export const writtenGlobals = (globals: GlobalParameters): string => {
  const { header, query, body } = { ...NO_GLOBALS, ...globals }
  return JSON.stringify({ header, query, body })
}

/** The lists that differ, so that two people can change two of them. Rows without a name are omitted. */
export function changedGlobals(before: string, after: string): Changed {
  const [was, is] = [JSON.parse(before) as GlobalParameters, JSON.parse(after) as GlobalParameters]
  const changed: Changed = {}
  for (const table of GLOBAL_TABLES)
    if (JSON.stringify(was[table]) !== JSON.stringify(is[table])) changed[table] = is[table].flatMap(rowOf)
  return changed
}

/** Other programs also accept a name alone as a row. */
function rowOf(entry: unknown): Row[] {
  if (typeof entry === 'string') return entry.trim() === '' ? [] : [{ name: entry }]
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return []
  const { name } = entry as Row
  return typeof name === 'string' && name.trim() === '' ? [] : [entry as Row]
}
