import { Migration } from '@mikro-orm/migrations'

/**
 * The place of a page when the editor started a draft of it: a page may be moved without a new revision, so the draft's
 * base does not show it. Null for new pages, and for older drafts, for which the base is used.
 */
export class KeepPlacesOfDrafts extends Migration {
  override up(): void {
    this.addSql('alter table page_draft add column base_catalog_id integer')
  }
}
