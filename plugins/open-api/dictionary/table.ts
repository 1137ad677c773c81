/** A table or a view of a database, as described on its page. */
export interface Table {
  readonly name: string
  readonly comment: string
  readonly columns: readonly Column[]
  readonly indexes: readonly Index[]
  readonly references: readonly Reference[]
}
export interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** As in the database; '' for none. */
  readonly defaultValue: string
  readonly isPrimary: boolean
  readonly comment: string
}
export interface Index {
  readonly name: string
  readonly columns: string
  readonly isUnique: boolean
}
/** A foreign key. */
export interface Reference {
  readonly columns: readonly string[]
  readonly table: string
  readonly targets: readonly string[]
}
