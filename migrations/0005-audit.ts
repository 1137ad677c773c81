import { Migration } from '@mikro-orm/migrations'

/** The audit record: nobody can change it, and it is kept for 180 days (threats G5). */
export class AddAudit extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  // Without references: entries outlive the people and objects they name.
  `create table audit (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor_id integer,
    address text not null,
    agent_digest text not null,
    action text not null,
    object_kind text,
    object_id text,
    user_id integer,
    detail text not null,
    result text not null,
    operation text not null,
    request_id text not null,
    constraint audit_object_whole check ((object_kind is null) = (object_id is null))
  )`,
  `create index audit_at on audit (at)`,
  `create index audit_actor on audit (actor_id, id) where actor_id is not null`,
  `create index audit_action on audit (action, id)`,
  `create function keep_audit() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at < now() - interval '180 days' then
        return old;
      end if;
      raise exception 'the audit record can only be added to';
    end
  $$`,
  `create trigger audit_kept before update or delete on audit for each row execute function keep_audit()`,
  `create trigger audit_not_emptied before truncate on audit for each statement execute function keep_audit()`,
]
