import { Migration } from '@mikro-orm/migrations'

/** The changes of each item, with their authors. */
export class AddChangeLog extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Without a reference to the item, which would lock the item's row at every save of a page. Deleting an item deletes
  // its log, and rows left by concurrent saves are swept.
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
