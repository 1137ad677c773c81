import { Migration } from '@mikro-orm/migrations'

/** Storages that the settings of the site named before, sealed with their secrets, as long as anything lies in them. */
export class KeepFormerStorages extends Migration {
  override up(): void {
    this.addSql(`create table former_storage (
      name text primary key,
      sealed text not null,
      left_at timestamptz not null
    )`)
  }
}
