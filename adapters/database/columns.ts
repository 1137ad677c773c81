import type { EntitySchema } from '@mikro-orm/core'
import { orNull, type Column, type Columns, type RowOf } from './column-types.ts'
import type { Table } from './table.ts'

/**
 * The columns of a table for a select list, named as the row's fields: `p.item_id as "itemId"`.
 * With a prefix, for a second table in one statement: `i.owner_id as "item.ownerId"`.
 */
export const columnsOf = <Row>(rows: EntitySchema<Row>, alias: string, prefix = ''): string =>
  fieldsOf(rows)
    .map((field) => `${alias}.${columnOf(field)} as "${prefix}${field}"`)
    .join(', ')

type Prefixed<C extends Columns, Prefix extends string> = {
  readonly [F in keyof C & string as `${Prefix}${F}`]: C[F]
}
type AllOrNull<C extends Columns> = {
  readonly [F in keyof C]: C[F] extends Column<infer Value> ? Column<Value | null> : never
}

/** Columns under the names `columnsOf` gives them with this prefix. */
export const prefixed = <C extends Columns, Prefix extends string>(columns: C, prefix: Prefix): Prefixed<C, Prefix> =>
  mapped(columns, (field, column) => [`${prefix}${field}`, column]) as Prefixed<C, Prefix>

/** The columns of the far side of an outer join. */
export const allOrNull = <C extends Columns>(columns: C): AllOrNull<C> =>
  mapped(columns, (field, column) => [field, orNull(column)]) as AllOrNull<C>

const mapped = (
  columns: Columns,
  change: (field: string, column: Column<unknown>) => readonly [string, Column<unknown>],
): Columns => Object.fromEntries(Object.entries(columns).map(([field, column]) => change(field, column)))

/** Extracts a table's row from a wider one whose columns have a prefix. */
export function rowTaker<C extends Columns, Prefix extends string>(
  { columns }: Table<C>,
  prefix: Prefix,
): (wide: RowOf<Prefixed<C, Prefix>>) => RowOf<C> {
  const take = takerOf(columns, prefix)
  return (wide) => take(wide) as RowOf<C>
}

/** The same for the far side of an outer join: null where there was no row. */
export function joinedRowTaker<C extends Columns & { readonly id: Column<number> }, Prefix extends string>(
  { columns }: Table<C>,
  prefix: Prefix,
): (wide: RowOf<Prefixed<AllOrNull<C>, Prefix>>) => RowOf<C> | null {
  const take = takerOf(columns, prefix)
  return (wide) => {
    const row = take(wide)
    return row['id'] === null ? null : (row as RowOf<C>)
  }
}

function takerOf(columns: Columns, prefix: string): (wide: object) => Record<string, unknown> {
  const pairs = Object.keys(columns).map((field) => [field, `${prefix}${field}`] as const)
  return (wide) => {
    const from = wide as Record<string, unknown>
    const row: Record<string, unknown> = {}
    for (const [field, column] of pairs) row[field] = from[column]
    return row
  }
}

/** A row as one JSON object, without some of its fields; `jsonRowReader` reads it. */
export const jsonOf = <Row>(rows: EntitySchema<Row>, alias: string, without: readonly (keyof Row)[] = []): string => {
  const left = fieldsOf(rows).filter((field) => !without.includes(field as keyof Row))
  return `json_build_object(${left.map((field) => `'${field}', ${alias}.${columnOf(field)}`).join(', ')})`
}

/**
 * Reads what `jsonOf` made of a row. The object itself becomes the row, because building another one of thirty fields
 * takes several times as long.
 */
export function jsonRowReader<Row>(rows: EntitySchema<Row>): (json: Record<string, unknown>) => Row {
  const properties = rows.meta.properties as Readonly<Record<string, { readonly type: string }>>
  const instants = Object.keys(properties).filter((field) => properties[field]?.type === 'datetime')
  return (json) => {
    for (const field of instants) {
      const value = json[field]
      if (typeof value === 'string') json[field] = new Date(value)
    }
    return json as Row
  }
}

export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const fieldsOf = <Row>(rows: EntitySchema<Row>): readonly string[] => Object.keys(rows.meta.properties)

/** Takes one field of many rows, in the form `unnest` needs. */
export const fieldOfAll =
  <T>(rows: readonly T[]) =>
  <K extends keyof T>(field: K): readonly T[K][] =>
    rows.map((row) => row[field])
