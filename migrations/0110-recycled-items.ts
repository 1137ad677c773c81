import { Migration } from '@mikro-orm/migrations'

/** Deleted items stay in a recycle bin with everything that belongs to them, until they are restored or expire. */
export class KeepDeletedItems extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const liveOnly = (item: string): string =>
  `not exists (select from recycled_item binned where binned.item_id = ${item})`

const STATEMENTS = [
  // The account of the person who deleted it may be deleted, so there is no reference to the user. Meanwhile the item
  // has no domain: others may take it.
  `create table recycled_item (
    item_id integer primary key references item on delete cascade,
    deleted_by_id integer not null,
    deleted_at timestamptz not null,
    domain text
  )`,
  `create index recycled_item_at on recycled_item (deleted_at)`,
  // Nobody has a role in items in the recycle bin. The roles themselves are kept, and apply again after a restore.
  `create or replace view item_grant as
    select m.item_id, m.user_id, m.role, m.catalog_id, null::integer as team_id
    from member m left join catalog c on c.id = m.catalog_id
    where (m.catalog_id is null or c.parent_id is null) and ${liveOnly('m.item_id')}
    union all
    select g.item_id, g.user_id, g.role, g.catalog_id, g.team_id
    from team_grant g left join catalog c on c.id = g.catalog_id
    where (g.catalog_id is null or c.parent_id is null) and ${liveOnly('g.item_id')}`,
]
