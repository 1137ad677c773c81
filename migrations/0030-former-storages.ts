import { Migration } from '@mikro-orm/migrations'

/** Storages formerly named in the site settings, sealed with their secrets, as long as they contain anything. */
export class KeepFormerStorages extends Migration {
  override up(): void {
    this.addSql(`create table former_storage (
      name text primary key,
      sealed text not null,
      left_at timestamptz not null
    )`)
  }
}
