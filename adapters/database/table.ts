import { BigIntType, EntitySchema } from '@mikro-orm/core'
import type { Columns, ColumnType, RowOf } from './column-types.ts'

/** A table as an ORM entity, with the column declarations that statements use. */
export type Table<C extends Columns> = EntitySchema<RowOf<C>> & { readonly columns: C }
export type RowIn<T extends { readonly columns: Columns }> = RowOf<T['columns']>

/**
 * `key` lists the fields of the primary key; an `id` is assigned by the database. Fields map to columns: `itemId`,
 * `item_id`.
 */
export function table<C extends Columns>(name: string, key: readonly (keyof C & string)[], columns: C): Table<C> {
  const properties = Object.entries(columns).map(([field, { type, isNullable }]) => [
    field,
    {
      type: ORM_TYPES[type] ?? type,
      nullable: isNullable,
      ...(key.includes(field) && { primary: true, autoincrement: field === 'id' }),
    },
  ])
  // The ORM requires typed properties per field, which an object built from a list cannot provide.
  const schema = new EntitySchema<RowOf<C>>({
    name,
    tableName: name,
    properties: Object.fromEntries(properties) as never,
  })
  return Object.assign(schema, { columns })
}

const ORM_TYPES: Partial<Record<ColumnType, string | BigIntType<'string'>>> = {
  'timestamp with time zone': 'datetime',
  jsonb: 'json',
  bigint: new BigIntType('string'),
}
