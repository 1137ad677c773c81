import { Migration } from '@mikro-orm/migrations'

/** Administrators can switch accounts off and on again. */
export class SwitchAccountsOff extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column is_switched_off boolean not null default false')
  }
}
