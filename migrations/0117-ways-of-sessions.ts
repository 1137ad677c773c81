import { Migration } from '@mikro-orm/migrations'

/** A logout redirects to the site at which the session started. */
export class RememberWaysOfSessions extends Migration {
  override up(): void {
    this.addSql('alter table login add column method_id text')
  }
}
