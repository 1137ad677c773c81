import { Migration } from '@mikro-orm/migrations'

/** Who waits for a page that somebody else writes in, and since when its holder writes nothing. */
export class AskForLocks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Null for locks of before, and of programs that do not say when they wrote last.
  'alter table page add column lock_active_at timestamptz',
  `create table page_lock_request (
    page_id integer not null references page on delete cascade,
    user_id integer not null references "user" on delete cascade,
    asked_at timestamptz not null,
    declined_at timestamptz,
    primary key (page_id, user_id)
  )`,
  'create index page_lock_request_user on page_lock_request (user_id)',
]
