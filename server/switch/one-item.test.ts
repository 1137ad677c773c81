import { expect, it, onTestFinished } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { openShowdoc } from './look.ts'
import { usersIn } from './users.ts'

it('brings with one item only the people who have a part in it, and not all who have ever logged in', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table user_token (id integer primary key, uid integer, token text);
    create table user_ai_token (id integer primary key, uid integer, token text, allowed_items text);
    create table item_member (item_member_id integer primary key, item_id integer, uid integer);
    insert into user values (1, 'root', ''), (2, 'ann', ''), (3, 'tom', ''), (4, 'eve', ''), (5, 'max', '');
    insert into item values (7, 'Orders', 2), (8, 'Stock', 4);
    insert into item_member values (1, 7, 3), (2, 8, 5);
    insert into user_token values (1, 1, 'a'), (2, 2, 'b'), (3, 4, 'c'), (4, 5, 'd');
    insert into user_ai_token values (1, 4, 'e', '[7]');`)

  const { database, look, close } = await openShowdoc(folder, 7)
  onTestFinished(close)

  expect(usersIn(database).map(({ username }) => username)).toEqual(['root', 'ann', 'tom'])
  const rows = new Map(look.tables.map(({ name, rows: count }) => [name, count]))
  expect([rows.get('user_token'), rows.get('user_ai_token')]).toEqual([0, 0])
})

it('brings nothing of others with one item where rows have no numbers', async () => {
  const { folder } = await madeShowdoc(`${LEAST_TABLES}
    create table item_member (item_member_id integer primary key, item_id integer, uid integer);
    create table team (id integer primary key, team_name text, uid integer);
    create table team_item (id integer primary key, team_id integer, item_id integer);
    create table team_member (id integer primary key, team_id integer, member_uid integer);
    create table template (id integer primary key, uid integer, template_title text);
    create table template_item (id integer primary key, template_id integer, item_id integer);
    create table page_lock (id integer primary key, page_id integer, lock_uid integer, uid integer);
    insert into user values (1, 'root', ''), (2, 'ann', ''), (3, 'tom', ''), (4, 'eve', '');
    insert into item values (7, 'Orders', 2), (8, 'Stock', 4);
    insert into item_member values (1, 7, null);
    insert into team values (1, 'Of nobody', 3), (2, 'Of the item', 2);
    insert into team_item values (1, null, 7), (2, 2, 7);
    insert into team_member values (1, null, 3), (2, 2, null), (3, 1, 3);
    insert into template values (1, 3, 'Own');
    insert into template_item values (1, null, 7);
    insert into page_lock values (1, null, 3, 3);`)

  const { database, look, close } = await openShowdoc(folder, 7)
  onTestFinished(close)

  expect(usersIn(database).map(({ username }) => username)).toEqual(['root', 'ann'])
  const rows = new Map(look.tables.map(({ name, rows: count }) => [name, count]))
  expect(['team', 'team_member', 'template', 'page_lock'].map((name) => rows.get(name) ?? 0)).toEqual([1, 1, 0, 0])
})
