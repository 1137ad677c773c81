import { Migration } from '@mikro-orm/migrations'

/**
 * Where a page lay for the editor that keeps a draft of it: a page may move without a new revision, so its base does not
 * tell. Null for new pages, and for drafts of before, whose base has to do.
 */
export class KeepPlacesOfDrafts extends Migration {
  override up(): void {
    this.addSql('alter table page_draft add column base_catalog_id integer')
  }
}
