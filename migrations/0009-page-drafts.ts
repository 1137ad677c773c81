import { Migration } from '@mikro-orm/migrations'

/** Unsaved texts, kept for their authors until they are saved. */
export class AddPageDrafts extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // A page may move to another item, so only drafts of new pages refer to their item.
  `create table page_draft (
    user_id integer not null references "user" on delete cascade,
    id text not null,
    page_id integer references page on delete cascade,
    item_id integer references item on delete cascade,
    title text not null,
    content text not null,
    catalog_id integer not null,
    base_revision integer,
    kept_at timestamptz not null,
    primary key (user_id, id),
    check ((page_id is null) <> (item_id is null))
  )`,
  `create index page_draft_page on page_draft (page_id, user_id)`,
  `create index page_draft_item on page_draft (item_id, user_id)`,
]
