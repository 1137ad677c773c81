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

export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const fieldsOf = <Row>(rows: EntitySchema<Row>): readonly string[] => Object.keys(rows.meta.properties)
