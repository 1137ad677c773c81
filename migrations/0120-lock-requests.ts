import { Migration } from '@mikro-orm/migrations'

/** Who is waiting for a page locked by somebody else, and since when its holder has been inactive. */
export class AskForLocks extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Null for older locks, and for programs that do not report their activity.
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
