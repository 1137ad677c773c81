import { Migration } from '@mikro-orm/migrations'

/** Administrators give passwords that are good for choosing another one alone. */
export class HavePasswordsChanged extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column must_change_password boolean not null default false')
  }
}
