import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import type { Migration } from '#core/plugin.ts'
import { memoryDatabase } from '#tests/support/database.ts'
import { emptyServerDatabase, newServerDatabase, POSTGRES_URL } from './postgres.ts'

const TABLE = 'create table notes_note (id integer generated always as identity primary key, item_id integer)'
const OWN = 'its own is what is named notes_* in the schema of the product'

/** Statements and what is said of them. */
const FOREIGN: readonly (readonly [string, string, string])[] = [
  ['a table of the core', 'alter table item add column note text', 'changes the table item'],
  ['a quoted name', 'alter table "item" add column "note" text', 'changes the table item'],
  ['a name with its schema', 'drop table public.page_draft', 'drops the table page_draft'],
  ['comments between the words', 'drop /* x */ table -- y\n page_draft', 'drops the table page_draft'],
  ['a statement after its own', `${TABLE}; drop table page_draft`, 'drops the table page_draft'],
  ['a new name', 'alter table page_draft rename to notes_lock', 'changes the table page_draft'],
  ['a new name of a column', 'alter table item rename column name to title', 'changes the table item'],
  ['a name that takes another table', `${TABLE}; alter table notes_note rename to other`, 'creates the table other'],
  ['a table for nobody', 'create table other_note (id integer)', 'creates the table other_note'],
  ['a block of code', `do $$ begin execute 'drop table ' || 'page_draft'; end $$`, 'drops the table page_draft'],
  [
    'a function that does it',
    `create function notes_go() returns void language plpgsql as $$ begin drop table page_draft; end $$; select notes_go()`,
    'drops the table page_draft',
  ],
  [
    'a trigger that does it when the transaction ends',
    `${TABLE}; create function notes_go() returns trigger language plpgsql as $$ begin drop table page_draft; return null; end $$;
     create constraint trigger notes_late after insert on notes_note deferrable initially deferred
       for each row execute function notes_go();
     insert into notes_note (item_id) values (1)`,
    'drops the table page_draft',
  ],
  [
    'a function of the core',
    `create or replace function search_is_in_time(began timestamptz) returns boolean language sql as 'select true'`,
    'changes the function search_is_in_time',
  ],
  [
    'a function for nobody',
    `create function go() returns integer language sql as 'select 1'`,
    'creates the function go',
  ],
  ['an index of another table', 'create index notes_index on item (name)', 'changes the table item'],
  ['an index of the core', 'drop index member_user', 'changes the table member'],
  [
    'a trigger on another table',
    `create function notes_go() returns trigger language plpgsql as $$ begin return null; end $$;
     create trigger notes_trigger after insert on item for each row execute function notes_go()`,
    'changes the table item',
  ],
  ['a trigger switched off', 'alter table audit disable trigger all', 'changes the table audit'],
  [
    'a rule of another table',
    'create rule notes_rule as on delete to item do instead nothing',
    'changes the table item',
  ],
  ['a constraint of another table', 'alter table item drop constraint item_pkey cascade', 'changes the table'],
  ['rows of another table', 'update migration set name = name', 'changes the rows of the table migration'],
  ['all rows of another table', 'truncate page_draft', 'changes the table page_draft'],
  ['the heir of another table', 'create table notes_item () inherits (item)', 'changes the table item'],
  [
    'a schema',
    'create schema notes_more; create table notes_more.notes_note (id integer)',
    'creates the schema notes_more',
  ],
  ['a type', `create type mood as enum ('good')`, 'creates the type mood'],
  ['a sequence', 'alter sequence item_id_seq restart with 100', 'changes the sequence item_id_seq'],
  ['the path of names', 'set search_path to pg_catalog', 'changes the setting search_path'],
  ['a table in the place of another', 'create temporary table item (id integer)', 'creates the table item'],
  [
    'a cast',
    `create function notes_cast(text) returns integer language sql as 'select 1'; create cast (text as integer) with function notes_cast(text)`,
    'creates the cast',
  ],
]

describe.each([
  ['embedded', memoryDatabase],
  ['PostgreSQL', emptyServerDatabase],
] as const)('on %s', (engine, open) => {
  describe.skipIf(engine === 'PostgreSQL' && POSTGRES_URL === undefined)('a migration of a plugin', () => {
    let database: OpenDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database.close())

    let run = 0
    const migrate = (sql: string, plugin = 'notes'): Promise<void> => {
      const migration: Migration = { name: `${String((run += 1)).padStart(4, '0')}-test`, sql }
      return database.migratePlugin(plugin, [migration])
    }

    it.each(FOREIGN)('is undone when it changes %s', async (_, sql, said) => {
      const before = await database.schema.isOfThisVersion()

      await expect(migrate(sql)).rejects.toThrow(said)

      // What it did is undone, so that the same is refused in the same words.
      await expect(migrate(sql)).rejects.toThrow(OWN)
      expect(await database.schema.isOfThisVersion()).toBe(before)
    })

    it.each(['commit', 'end', 'rollback', 'begin', 'savepoint here', `prepare transaction 'late'`])(
      'cannot end its transaction by %s',
      async (statement) => {
        const sql = `drop table page_draft; ${statement}; select 1`

        await expect(migrate(sql)).rejects.toThrow('begins or ends a transaction, in which the product runs it')

        await database.script('select from page_draft')
      },
    )

    it('may do with its own whatever it likes, and refer to what belongs to the core', async () => {
      await migrate(`${TABLE};
        alter table notes_note add foreign key (item_id) references item (id) on delete cascade;
        create index notes_note_item on notes_note (item_id);
        create type notes_mood as enum ('good', 'bad');
        alter table notes_note add column mood notes_mood, add column at timestamptz default now();
        create table "notes_more" as select id from item;
        create view notes_view as select name from item;
        create function notes_go() returns trigger language plpgsql as $migration$ begin return new; end $migration$;
        create trigger notes_trigger before insert on notes_note for each row execute function notes_go();
        insert into notes_note (mood) values ('good') -- and no semicolon`)
      await migrate(`alter table notes_note rename to notes_remark; drop view notes_view; truncate notes_more;
        delete from document where collection = 'notes.note'`)
      await migrate('drop table notes_remark, notes_more; drop function notes_go; drop type notes_mood')
    })

    it('has a hyphen in its id written as an underscore, or quoted', async () => {
      await migrate('create table my_notes_a (id integer); create table "my-notes_b" (id integer)', 'my-notes')

      const said = 'changes the table my_notes_a; its own is what is named my_* in the schema'
      await expect(migrate('alter table my_notes_a add column b text', 'my')).rejects.toThrow(said)
      await expect(migrate('drop table "my-notes_b"', 'my')).rejects.toThrow('drops the table my-notes_b')
      await migrate('drop table my_notes_a, "my-notes_b"', 'my-notes')
    })

    it('has no part in what the core happens to name like it', async () => {
      await expect(migrate('drop table page_draft', 'page')).rejects.toThrow('drops the table page_draft')
      await migrate('create table page_color (id integer); drop table page_color', 'page')
    })
  })
})

describe.skipIf(POSTGRES_URL === undefined)('on PostgreSQL, a migration of a plugin', () => {
  it('has its own in a schema whose name has capitals, too', async () => {
    const { url, drop } = await newServerDatabase()
    await using ends = new AsyncDisposableStack()
    ends.defer(drop)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('create schema "Docs"')
    await client.end()
    const options = `options=${encodeURIComponent('-c search_path="Docs"')}`
    const database = await openDatabase({ location: { kind: 'postgres', url: `${url}?${options}` } })
    ends.defer(() => database.close())

    await database.migratePlugin('notes', [{ name: '0001-test', sql: TABLE }])

    await expect(
      database.migratePlugin('notes', [{ name: '0002-test', sql: 'drop table page_draft' }]),
    ).rejects.toThrow('drops the table page_draft')
  })

  /** Runs a migration, and work of another connection after it has begun and before it goes on to `sql`. */
  const withOther = async (sql: string, work: (other: Client) => Promise<unknown>) => {
    const database = await emptyServerDatabase()
    await using ends = new AsyncDisposableStack()
    ends.defer(() => database.close())
    const other = new Client({ connectionString: database.url })
    await other.connect()
    ends.defer(() => other.end())
    await other.query(`insert into document (collection, at, data) values ('notes.note', now(), '{}')`)
    await other.query('select pg_advisory_lock(2)')

    // Without waiting in a lock, for which the time is short.
    const waiting = `do $$ begin perform pg_advisory_xact_lock(1);
      while not pg_try_advisory_xact_lock(2) loop perform pg_sleep(0.01); end loop; end $$`
    const done = database.migratePlugin('notes', [{ name: '0001-test', sql: `${waiting}; ${sql}` }])
    done.catch(() => undefined)
    const held = `select from pg_locks where locktype = 'advisory' and objid = 1 and database =
      (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await other.query(held)).rowCount, { timeout: 60_000, interval: 20 }).toBe(1)
    await work(other)
    await other.query('select pg_advisory_unlock(2)')

    await done
    return (await other.query<{ readonly data: unknown }>('select data from notes_note')).rows
  }

  it('is not blamed for what others create and drop meanwhile', async () => {
    const rows = await withOther('create table notes_note (data jsonb)', (other) =>
      other.query('create table of_somebody (id integer); drop table page_draft; update item set name = name'),
    )

    expect(rows).toEqual([])
  })

  it('is run anew when others have changed the same documents meanwhile', async () => {
    const moved = `create table notes_note (data jsonb);
      with moved as (delete from document where collection = 'notes.note' returning data)
      insert into notes_note select data from moved`

    const rows = await withOther(moved, (other) => other.query(`update document set data = '{"is": "newer"}'`))

    expect(rows).toEqual([{ data: { is: 'newer' } }])
  })
})
