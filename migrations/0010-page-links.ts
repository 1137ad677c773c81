import { Migration } from '@mikro-orm/migrations'

/** Links for reading a page without any right in its item, and the catalogs of versions. */
export class AddPageLinks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table page_link (
    page_id integer primary key references page on delete cascade,
    sealed text not null,
    digest text not null,
    made_by_id integer not null,
    made_at timestamptz not null,
    constraint page_link_digest_unique unique (digest)
  )`,
  // Without a reference: a version outlives the catalog of its page.
  `alter table page_version add column catalog_id integer`,
  // Former catalogs are unknown; the history must not show moves that may not have happened.
  `update page_version v set catalog_id = p.catalog_id from page p where p.id = v.page_id`,
]
