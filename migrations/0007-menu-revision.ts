import { Migration } from '@mikro-orm/migrations'

/** Counts the changes to what an item's menu shows, so that an unchanged menu can be recognised without reading it. */
export class CountMenuChanges extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

// A menu shows live pages and catalogs: their names, places and order.
const SHOWN_OF_PAGE = ['item_id', 'catalog_id', 'title', 'sort_order', 'deleted_at is null']
const SHOWN_OF_CATALOG = ['item_id', 'parent_id', 'name', 'level', 'sort_order']
const differs = (shown: readonly string[]): string => {
  const of = (row: string): string => `(${shown.map((column) => `${row}.${column}`).join(', ')})`
  return `${of('old')} is distinct from ${of('new')}`
}

// Counting is deferred to the end of the transaction: the row of the counter is locked last, so nobody who holds it
// waits for a page or an item.
const counted = (table: string, kind: string, condition = 'true'): string =>
  `create constraint trigger ${table}_menu_${kind} after ${kind} on ${table} deferrable initially deferred
    for each row when (${condition}) execute function count_menu_change()`

const STATEMENTS = [
  // With one counter per item, its saves would wait for each other to be flushed to disk. So there are several, by
  // connection; the revision is their sum. Without a reference to the item, whose row is locked by those who change its
  // tree.
  `create table menu_revision (
    item_id integer not null,
    part smallint not null,
    changes integer not null,
    counted_in xid8 not null,
    primary key (item_id, part)
  ) with (fillfactor = 50)`,
  // A transaction counts once, however much it changes.
  `create function add_menu_change(changed_item integer) returns void language sql as $$
    insert into menu_revision as m (item_id, part, changes, counted_in)
    select id, pg_backend_pid() % 16, 1, pg_current_xact_id() from item where id = changed_item
    on conflict (item_id, part) do update set changes = m.changes + 1, counted_in = excluded.counted_in
    where m.counted_in <> excluded.counted_in
  $$`,
  `create function count_menu_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform add_menu_change(new.item_id);
      else
        perform add_menu_change(old.item_id);
        if tg_op = 'UPDATE' and new.item_id <> old.item_id then perform add_menu_change(new.item_id); end if;
      end if;
      return null;
    end
  $$`,
  counted('page', 'insert', 'new.deleted_at is null'),
  counted('page', 'update', differs(SHOWN_OF_PAGE)),
  counted('page', 'delete', 'old.deleted_at is null'),
  counted('catalog', 'insert'),
  counted('catalog', 'update', differs(SHOWN_OF_CATALOG)),
  counted('catalog', 'delete'),
  `create function forget_menu_revision() returns trigger language plpgsql as $$
    begin
      delete from menu_revision where item_id = old.id;
      return null;
    end
  $$`,
  `create trigger item_menu_forgotten after delete on item for each row execute function forget_menu_revision()`,
]
