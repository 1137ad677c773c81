import { Migration } from '@mikro-orm/migrations'

/** Records of which file a blob is the copy that a move has left: it can be read until it is deleted. */
export class KnowCopiesOfMovedFiles extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  'alter table stray_blob add column copy_of integer',
  'create index stray_blob_copy_of on stray_blob (copy_of) where copy_of is not null',
]
