import { z } from 'zod'
import { DomainError } from '#core/plugin.ts'
import type { Column, Index, Reference, Table } from './table.ts'

/** The most tables that may be sent at once. */
export const MOST_TABLES = 2_000
const MOST_LINES = 200_000

const words = z
  .union([z.string(), z.number(), z.null()])
  .default('')
  .transform((value) => (value === null ? '' : String(value)))
const flag = z
  .union([z.boolean(), z.number()])
  .default(false)
  .transform((value) => value === true || value === 1)
const name = words.refine((value) => value !== '')

/** A line sent by `octavo-db.sh`. The parts of a table come in the order in which they are shown. */
const Line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), table: name, comment: words }),
  z.object({
    ...{ kind: z.literal('column'), table: name, name, type: words, nullable: flag, default: words },
    ...{ primary: flag, comment: words },
  }),
  z.object({ kind: z.literal('index'), table: name, name: words, column: words, unique: flag }),
  z.object({
    kind: z.literal('reference'),
    table: name,
    name: words,
    column: words,
    target: name,
    target_column: words,
  }),
])

interface Building {
  comment: string
  readonly columns: Column[]
  /** By name; one line for each of their columns. */
  readonly indexes: Map<string, { readonly columns: string[]; isUnique: boolean }>
  readonly references: Map<string, { readonly columns: string[]; readonly table: string; readonly targets: string[] }>
}

/**
 * The tables described by a script, one JSON object per line. @throws DomainError databaseBroken with the number of the
 * line; databaseEmpty | tooMany
 */
export function tablesInLines(text: string): readonly Table[] {
  const tables = new Map<string, Building>()
  let number = 0
  for (const line of text.split('\n')) {
    number += 1
    if (number > MOST_LINES) throw new DomainError('tooMany', { limit: MOST_LINES })
    if (line.trim() === '') continue
    const read = readLine(line, number)
    const table = tables.get(read.table) ?? { comment: '', columns: [], indexes: new Map(), references: new Map() }
    tables.set(read.table, table)
    if (tables.size > MOST_TABLES) throw new DomainError('tooMany', { limit: MOST_TABLES })
    add(table, read)
  }
  if (tables.size === 0) throw new DomainError('databaseEmpty')
  return [...tables].map(([tableName, { comment, columns, indexes, references }]): Table => {
    return {
      ...{ name: tableName, comment, columns },
      indexes: [...indexes].map(([indexName, index]): Index => {
        return { name: indexName, columns: index.columns.join(', '), isUnique: index.isUnique }
      }),
      references: [...references.values()].map((reference): Reference => reference),
    }
  })
}

function readLine(line: string, number: number): z.output<typeof Line> {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    throw new DomainError('databaseBroken', { line: number })
  }
}

function add(table: Building, line: z.output<typeof Line>): void {
  if (line.kind === 'table') table.comment = line.comment
  else if (line.kind === 'column') {
    const { name: columnName, type, nullable: isNullable, default: defaultValue, primary: isPrimary, comment } = line
    table.columns.push({ name: columnName, type, isNullable, defaultValue, isPrimary, comment })
  } else if (line.kind === 'index') {
    const index = table.indexes.get(line.name) ?? { columns: [], isUnique: line.unique }
    index.columns.push(line.column)
    table.indexes.set(line.name, index)
  } else {
    const reference = table.references.get(line.name) ?? { columns: [], table: line.target, targets: [] }
    reference.columns.push(line.column)
    if (line.target_column !== '') reference.targets.push(line.target_column)
    table.references.set(line.name, reference)
  }
}
