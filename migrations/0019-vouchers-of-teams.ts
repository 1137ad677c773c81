import { Migration } from '@mikro-orm/migrations'

/**
 * Who bound a team to an item, and who gave a right through it: neither outlives that person's own rights in the item.
 */
export class KeepVouchersOfTeams extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `alter table team_item add column bound_by integer references "user" on delete cascade`,
  // It is unknown who made existing bindings; the owner of the item is recorded for them.
  `update team_item b set bound_by = i.owner_id from item i where i.id = b.item_id`,
  `alter table team_item alter column bound_by set not null`,
  `alter table team_grant add column given_by integer references "user" on delete set null`,
  `update team_grant g set given_by = i.owner_id from item i where i.id = g.item_id`,
  // For the deletion of an account.
  `create index team_item_bound_by on team_item (bound_by)`,
  `create index team_grant_given_by on team_grant (given_by) where given_by is not null`,
  `create index team_grant_manager on team_grant (team_id, item_id) where role = 'manager'`,
]
