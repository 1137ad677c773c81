/** The database was written by a newer version of Octavo. */
export class NewerSchemaError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `this database was written by a newer Octavo (migrations ${unknown.join(', ')} are unknown here): ` +
        'start that version or a newer one, or restore a backup made before the update',
    )
    this.name = 'NewerSchemaError'
  }
}
