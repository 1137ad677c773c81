import { expect, it, onTestFinished } from 'vitest'
import { CATALOG_AND_PAGE_TABLES, TEAM_TABLES, USER_AND_ITEM_TABLES } from '#tests/support/showdoc-tables.ts'
import { siteOfMoves } from './site-of-moves.ts'

const SHOWDOC = `
  ${USER_AND_ITEM_TABLES} ${CATALOG_AND_PAGE_TABLES} ${TEAM_TABLES}
  create table item_group (id integer primary key, uid int, group_name text, item_ids text, s_number int);
  create table template (id integer primary key, uid int, template_title text, template_content text, addtime text);
  insert into user values (1, 'root', '', 1);
  insert into item (item_id, item_name, uid) values (5, 'Orders', 1);
  insert into catalog values (20, 5, 0, ' Blanks ', 1), (21, 5, 0, 'None', 2);
  insert into team (id, team_name, uid) values (1, 'Blanks ', 1), (2, 'None', 1);
  insert into item_group values (1, 1, ' Blanks', '5', 1), (2, 1, 'None', '5', 2), (3, 1, ' ', '5', 3);
  insert into template values (1, 1, ' Blanks', 'x', '1600000000'), (2, 1, 'None', 'x', '1600000000');`

it('names each row whose name loses blanks around it', async () => {
  const site = await siteOfMoves('embedded', { statements: SHOWDOC })
  onTestFinished(() => site.close(), 60_000)

  const { receipt } = await site.run()

  const trimmed = receipt.changed.filter(({ reason }) => reason === 'nameTrimmed')
  expect(trimmed.map(({ table, id }) => `${table} ${id}`).toSorted()).toEqual([
    ...['catalog 20', 'item_group 1', 'team 1', 'template 1'],
  ])
  expect((await site.run()).carried.wasDone).toBe(true)
}, 120_000)
