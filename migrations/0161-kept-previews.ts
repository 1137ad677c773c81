import { Migration } from '@mikro-orm/migrations'

/** People choose whether the preview of long pages stays on. */
export class KeepPreviews extends Migration {
  override up(): void {
    this.addSql('alter table "user" add column keeps_preview boolean not null default false')
  }
}
