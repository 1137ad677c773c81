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
