import { Migration } from '@mikro-orm/migrations'

/** Links for reading a page may end by themselves. */
export class EndPageLinks extends Migration {
  override up(): void {
    // Null for one that lasts until somebody ends it.
    this.addSql('alter table page_link add column ends_at timestamptz')
  }
}
