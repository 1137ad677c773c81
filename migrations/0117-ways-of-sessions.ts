import { Migration } from '@mikro-orm/migrations'

/** A logout leads to the site by which its session began. */
export class RememberWaysOfSessions extends Migration {
  override up(): void {
    this.addSql('alter table login add column method_id text')
  }
}
