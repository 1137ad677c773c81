import { Migration } from '@mikro-orm/migrations'

/** Which account belongs to a person of an external authority. */
export class AddIdentities extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // The row outlives its account, so that a person whose account was deleted here does not return with a new one.
  `create table user_identity (
    method_id text not null,
    external_id text not null,
    user_id integer references "user" on delete set null,
    linked_at timestamptz not null,
    primary key (method_id, external_id)
  )`,
  `create index user_identity_user on user_identity (user_id)`,
]
