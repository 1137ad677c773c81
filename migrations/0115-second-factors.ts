import { Migration } from '@mikro-orm/migrations'

/** Accounts may require a second factor at each login. The data to verify it is in a document of the account. */
export class AddSecondFactors extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column has_second_factor boolean not null default false')
  }
}
