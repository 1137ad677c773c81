import { expect, it } from 'vitest'
import { LEAST_TABLES, madeShowdoc } from '#tests/support/showdoc.ts'
import { limitIn, limitsOf } from './limits.ts'
import { membersIn, teamRightsIn } from './members.ts'
import { ShowdocDatabase } from './showdoc-database.ts'

it.each([
  ['the one as a member counts before that by a team since there are lists', ", cat_ids text default ''", [21], [22]],
  ['the one by a team counts first before there were lists', '', [22], [22]],
])('of two limits of a person in an item %s', async (_, lists, ofBoth, ofTeam) => {
  const { file } = await madeShowdoc(`${LEAST_TABLES}
    create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int${lists});
    create table team_item_member (id integer primary key, team_id int, item_id int, member_uid int, member_group_id int,
      cat_id int${lists});
    insert into item_member (item_id, uid, member_group_id, cat_id) values (7, 3, 0, 21), (7, 4, 0, 0), (7, 3, 0, 29), (7, 5, 0, 0);
    insert into team_item_member (team_id, item_id, member_uid, member_group_id, cat_id)
      values (1, 7, 3, 1, 22), (1, 7, 4, 1, 22), (2, 7, 4, 1, 23), (1, 7, 5, 1, 0), (2, 7, 5, 1, 24);`)
  const database = new ShowdocDatabase(file)
  const limits = limitsOf(database, membersIn(database), teamRightsIn(database))
  database.close()

  expect([3, 4, 5].map((userId) => limitIn(limits, { itemId: 7, userId }))).toEqual([ofBoth, ofTeam, null])
})
