/** Which schema migrations a database has run. */
export interface SchemaRecord {
  /** Whether they are exactly those of this version: a newer server may share the database. */
  isOfThisVersion(): Promise<boolean>
}
