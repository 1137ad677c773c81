import { Migration } from '@mikro-orm/migrations'

/** What was changed in each item, by whom. */
export class AddChangeLog extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // No reference to the item: it would lock the item's row with every save of a page. Whoever deletes an item deletes its
  // log, and what a save at the same moment leaves is swept away.
  `create table change_log (
    id bigint generated always as identity primary key,
    item_id integer not null,
    at timestamptz not null,
    actor_id integer not null,
    action text not null,
    object text not null,
    object_id integer not null,
    object_name text not null,
    details jsonb not null,
    stretch integer
  ) with (fillfactor = 90)`,
  `create index change_log_item on change_log (item_id, at desc, id desc)`,
  `create unique index change_log_stretch on change_log (item_id, object_id, actor_id, stretch, action, object)
    where stretch is not null`,
]
