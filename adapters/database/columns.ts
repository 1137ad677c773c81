import type { EntitySchema } from '@mikro-orm/core'

/**
 * The columns of a table for a select list, named as the row's fields: `p.item_id as "itemId"`.
 * With a prefix, for a second table in one statement: `i.owner_id as "item.ownerId"`.
 */
export const columnsOf = <Row>(rows: EntitySchema<Row>, alias: string, prefix = ''): string =>
  fieldsOf(rows)
    .map((field) => `${alias}.${columnOf(field)} as "${prefix}${field}"`)
    .join(', ')

/** Takes a row of a table out of a wider one whose columns were given a prefix. */
export function rowTaker<Row>(rows: EntitySchema<Row>, prefix: string): (wide: object) => Row {
  const pairs = fieldsOf(rows).map((field) => [field, `${prefix}${field}`] as const)
  return (wide) => {
    const from = wide as Record<string, unknown>
    const row: Record<string, unknown> = {}
    for (const [field, column] of pairs) row[field] = from[column]
    return row as Row
  }
}

/** A row as one JSON object, without some of its fields; `jsonRowReader` reads it. */
export const jsonOf = <Row>(rows: EntitySchema<Row>, alias: string, without: readonly (keyof Row)[] = []): string => {
  const left = fieldsOf(rows).filter((field) => !without.includes(field as keyof Row))
  return `json_build_object(${left.map((field) => `'${field}', ${alias}.${columnOf(field)}`).join(', ')})`
}

/** Reads what `jsonOf` made of a row. */
export function jsonRowReader<Row>(rows: EntitySchema<Row>): (json: Readonly<Record<string, unknown>>) => Row {
  const properties = rows.meta.properties as Readonly<Record<string, { readonly type: string }>>
  const fields = Object.entries(properties).map(([field, { type }]) => ({
    field,
    isInstant: type === 'datetime',
  }))
  return (json) => {
    const row: Record<string, unknown> = {}
    for (const { field, isInstant } of fields) {
      const value = json[field]
      row[field] = isInstant && typeof value === 'string' ? new Date(value) : value
    }
    return row as Row
  }
}

export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const fieldsOf = <Row>(rows: EntitySchema<Row>): readonly string[] => Object.keys(rows.meta.properties)

/** Takes one field of many rows, as `unnest` wants them. */
export const fieldOfAll =
  <T>(rows: readonly T[]) =>
  <K extends keyof T>(field: K): readonly T[K][] =>
    rows.map((row) => row[field])
