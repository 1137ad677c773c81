import { Migration } from '@mikro-orm/migrations'

/** Records who is in a team because an outside authority says so, and when it was last asked. */
export class KeepVouchedMemberships extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table vouched_membership (
    user_id integer not null references "user" on delete cascade,
    method_id text not null,
    team_id integer not null references team on delete cascade,
    member_id integer references team_member on delete set null,
    primary key (user_id, method_id, team_id)
  )`,
  'create index vouched_membership_team on vouched_membership (team_id)',
  'create index vouched_membership_member on vouched_membership (member_id)',
  'alter table user_identity add column teams_said_at timestamptz',
]
