import { Migration } from '@mikro-orm/migrations'

/** Accounts may ask for a second factor at each login. What it is checked against lies in a document of the account. */
export class AddSecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column has_second_factor boolean not null default false')
  }
}
