import { Migration } from '@mikro-orm/migrations'

/** Who has locked a page for editing, and until when. */
export class AddPageLocks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Stored in the row of the page itself: the statement that writes a page checks the lock at the moment of writing,
  // also after waiting for others, which would not be possible with a row of another table. The holder's account may be
  // deleted, so there is no reference to the user.
  `alter table page
    add column lock_user_id integer,
    add column lock_tab text,
    add column lock_until timestamptz,
    add constraint page_lock_whole check (
      (lock_user_id is null) = (lock_until is null) and (lock_user_id is null) = (lock_tab is null)
    )`,
  `create index page_locked on page (item_id) where lock_user_id is not null`,
]
