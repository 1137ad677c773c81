import { Migration } from '@mikro-orm/migrations'

/** Administrators can set passwords that are only valid for choosing another one. */
export class HavePasswordsChanged extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column must_change_password boolean not null default false')
  }
}
