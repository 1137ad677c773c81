import { Migration } from '@mikro-orm/migrations'

/** Who writes in a page, and until when nobody else may. */
export class AddPageLocks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // In the row of the page itself: the statement that writes a page decides by its lock as it is at the moment of writing,
  // after a wait for others too, which it could not with a row of another table. The holder may be gone, so no reference to
  // the user.
  `alter table page
    add column lock_user_id integer,
    add column lock_tab text,
    add column lock_until timestamptz,
    add constraint page_lock_whole check (
      (lock_user_id is null) = (lock_until is null) and (lock_user_id is null) = (lock_tab is null)
    )`,
  `create index page_locked on page (item_id) where lock_user_id is not null`,
]
