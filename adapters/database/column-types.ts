/** The column types used here, by their PostgreSQL names. */
export type ColumnType =
  'smallint' | 'integer' | 'integer[]' | 'bigint' | 'text' | 'boolean' | 'timestamp with time zone' | 'json' | 'jsonb'

/**
 * A column of a table or of a statement's rows, with its TypeScript type. `statements.test.ts` compares type and
 * nullability with the migrated database. What PostgreSQL itself cannot tell is only asserted: the shape of JSON, the
 * possible texts, and whether an expression or the far side of an outer join can be null.
 */
export interface Column<Value> {
  readonly type: ColumnType
  readonly isNullable: boolean
  /** The table allows null here, but the statement excludes such rows. */
  readonly isNarrowed?: boolean
  /** Only for the compiler. */
  readonly value?: Value
}
export type Columns = Readonly<Record<string, Column<unknown>>>

/** A row of these columns. */
export type RowOf<C extends Columns> = { readonly [F in keyof C]: C[F] extends Column<infer Value> ? Value : never }

const column = <Value>(type: ColumnType): Column<Value> => ({ type, isNullable: false })

export const smallint = column<number>('smallint')
export const integer = column<number>('integer')
export const integers = column<readonly number[]>('integer[]')
/** As text: it may exceed the safe range of a number. */
export const bigint = column<string>('bigint')
export const text = column<string>('text')
export const boolean = column<boolean>('boolean')
export const timestamptz = column<Date>('timestamp with time zone')

/** A text with a fixed set of values. */
export const textOf = <Value extends string>(): Column<Value> => column('text')
export const json = <Value>(): Column<Value> => column('json')
export const jsonb = <Value>(): Column<Value> => column('jsonb')

export const orNull = <Value>({ type }: Column<Value>): Column<Value | null> => ({ type, isNullable: true })

/** Nullable in the table, but not in these rows: the statement excludes the others. */
export const notNull = <Value>({ type }: Column<Value>): Column<Value> => ({
  type,
  isNullable: false,
  isNarrowed: true,
})
