import { Migration } from '@mikro-orm/migrations'

/** Records can be found by the people they concern and by the account they are about, as well as by who acted. */
export class FindPeopleInAudit extends Migration {
  override up(): void {
    this.addSql('create index audit_person on audit (user_id, id) where user_id is not null')
    this.addSql("create index audit_account on audit (object_id, id) where object_kind = 'account'")
  }
}
