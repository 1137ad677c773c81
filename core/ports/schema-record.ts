/** Which changes of its tables a database has gone through. */
export interface SchemaRecord {
  /** Whether they are those this version knows, all of them and no others: a newer server may share the database. */
  isOfThisVersion(): Promise<boolean>
}
