import { Migration } from '@mikro-orm/migrations'

/** Items that cannot be opened by a password. */
export class CloseItemsToVisitors extends Migration {
  override up(): void {
    this.addSql('alter table item add column is_members_only boolean not null default false')
    // Such an item has a password that nobody knows, so that it also stays closed to code that ignores the column.
    this.addSql(
      `alter table item add constraint item_members_only_closed
       check (not is_members_only or visit_password_sealed is not null)`,
    )
  }
}
