import { Migration } from '@mikro-orm/migrations'

/** Finds somebody's newest documents without reading all of them. */
export class IndexDocumentsOfPeople extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create index document_user_newest on document (user_id, collection, at desc, id desc) where user_id is not null`,
  // The new index starts with the same column.
  `drop index document_user`,
  `create index document_collection_newest on document (collection, at desc, id desc)`,
]
