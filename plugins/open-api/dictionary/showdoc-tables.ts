import { DomainError } from '#core/plugin.ts'
import { MOST_TABLES } from './schema-lines.ts'
import type { Index, Table } from './table.ts'

/**
 * The texts that ShowDoc's script sends: lines of tab-separated cells, with the names of the cells in the first one.
 */
export interface ShowDocTables {
  /** Name and comment of each table. */
  readonly tableInfo: string
  /** Table, column, default, whether it may be null, type, comment. */
  readonly tableDetail: string
  /** Table, index, column, and 0 if values are unique. */
  readonly tableIndex: string
}

/** @throws DomainError databaseEmpty | tooMany */
export function tablesInShowDoc({ tableInfo, tableDetail, tableIndex }: ShowDocTables): readonly Table[] {
  const columns = Map.groupBy(rowsIn(tableDetail), ([table = '']) => table)
  const indexes = Map.groupBy(rowsIn(tableIndex), ([table = '']) => table)
  const comments = new Map(rowsIn(tableInfo).map(([table = '', comment = '']) => [table, comment]))
  const names = [...new Set([...comments.keys(), ...columns.keys()])].filter((name) => name !== '')
  if (names.length === 0) throw new DomainError('databaseEmpty')
  if (names.length > MOST_TABLES) throw new DomainError('tooMany', { limit: MOST_TABLES })
  return names.map((name): Table => {
    return {
      name,
      comment: comments.get(name) ?? '',
      columns: (columns.get(name) ?? []).map(
        ([, column = '', defaultValue = '', nullable = '', type = '', comment = '']) => {
          const isNullable = nullable.toUpperCase() !== 'NO'
          return { name: column, type, isNullable, defaultValue: valueIn(defaultValue), isPrimary: false, comment }
        },
      ),
      indexes: indexesIn(indexes.get(name) ?? []),
      references: [],
    }
  })
}

const rowsIn = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t').map((cell) => cell.trim()))

/** MySQL's client prints missing values as `NULL`. */
const valueIn = (cell: string): string => (cell === 'NULL' ? '' : cell)

function indexesIn(rows: readonly (readonly string[])[]): readonly Index[] {
  const byName = Map.groupBy(rows, ([, name = '']) => name)
  return [...byName].map(([name, lines]) => ({
    name,
    columns: lines.map(([, , column = '']) => column).join(', '),
    isUnique: lines[0]?.[3] === '0',
  }))
}
