import type { Teams } from '#core/ports/teams.ts'
import type { Team, TeamGrant, TeamItem, TeamMember } from '#core/team/team.ts'
import { integer, text } from './column-types.ts'
import { allOrNull, columnsOf, fieldOfAll, joinedRowTaker, prefixed } from './columns.ts'
import { isLive } from './live-items.ts'
import {
  TeamGrantRows,
  TeamItemRows,
  TeamMemberRows,
  TeamRows,
  type TeamGrantRow,
  type TeamItemRow,
  type TeamMemberRow,
  type TeamRow,
} from './rows.ts'
import { containing } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

const ofUser = statement(
  'teams.ofUser',
  `select ${columnsOf(TeamRows, 't')}, ${columnsOf(TeamMemberRows, 'own', 'own.')},
     (select count(*)::integer from team_member m where m.team_id = t.id) as "memberCount",
     (select count(*)::integer from team_item i where i.team_id = t.id and ${isLive('i.item_id')}) as "itemCount"
   from team t left join team_member own on own.team_id = t.id and own.user_id = $1
   where t.owner_id = $1 or own.id is not null
   order by t.id`,
  {
    ...TeamRows.columns,
    ...prefixed(allOrNull(TeamMemberRows.columns), 'own.'),
    memberCount: integer,
    itemCount: integer,
  },
)
const NAMED = { id: integer, name: text, ownerUsername: text }
const named = statement(
  'teams.named',
  `select t.id, t.name, u.username as "ownerUsername" from team t join "user" u on u.id = t.owner_id
   where t.id = any ($1::integer[]) order by lower(t.name), t.id`,
  NAMED,
)
const found = statement(
  'teams.search',
  `select t.id, t.name, u.username as "ownerUsername" from team t join "user" u on u.id = t.owner_id
   where t.name ilike any ($1::text[]) order by lower(t.name), t.id limit $2 offset $3`,
  NAMED,
)
const countFound = statement(
  'teams.countFound',
  'select count(*)::integer as count from team where name ilike any ($1::text[])',
  {
    count: integer,
  },
)
const lock = statement('teams.lock', 'select from team where id = $1 for update')
const putMembers = statement(
  'teams.putMembers',
  `insert into team_member as m (team_id, user_id, role, added_at)
   select team_id, user_id, role, added_at
   from unnest($1::integer[], $2::integer[], $3::text[], $4::timestamptz[])
     with ordinality wanted (team_id, user_id, role, added_at, place)
   order by place
   on conflict (team_id, user_id) do update set role = excluded.role
   returning ${columnsOf(TeamMemberRows, 'm')}`,
  TeamMemberRows.columns,
)
// The update without changes makes the statement return the existing binding.
const bindAll = statement(
  'teams.bindAll',
  `insert into team_item as i (team_id, item_id, bound_by, added_at)
   select team_id, item_id, bound_by, added_at
   from unnest($1::integer[], $2::integer[], $3::integer[], $4::timestamptz[])
     with ordinality wanted (team_id, item_id, bound_by, added_at, place)
   order by place
   on conflict (team_id, item_id) do update set added_at = i.added_at
   returning ${columnsOf(TeamItemRows, 'i')}`,
  TeamItemRows.columns,
)
const itemsOf = statement(
  'teams.itemsOf',
  `select ${columnsOf(TeamItemRows, 'b')}, i.name as "itemName", i.owner_id as "itemOwnerId"
   from team_item b join item i on i.id = b.item_id where b.team_id = $1 and ${isLive('i.id')} order by b.id`,
  { ...TeamItemRows.columns, itemName: text, itemOwnerId: integer },
)
const bindingById = statement(
  'teams.bindingById',
  `select ${columnsOf(TeamItemRows, 'b')} from team_item b where b.id = $1 and ${isLive('b.item_id')}`,
  TeamItemRows.columns,
)
const grantById = statement(
  'teams.grantById',
  `select ${columnsOf(TeamGrantRows, 'g')} from team_grant g where g.id = $1 and ${isLive('g.item_id')}`,
  TeamGrantRows.columns,
)
const boundTo = statement(
  'teams.boundTo',
  `select ${columnsOf(TeamItemRows, 'i')}, t.name as "teamName", u.username as "boundByUsername"
   from team_item i join team t on t.id = i.team_id join "user" u on u.id = i.bound_by
   where i.item_id = $1 order by i.id`,
  { ...TeamItemRows.columns, teamName: text, boundByUsername: text },
)
const managedThrough = statement(
  'teams.managedThrough',
  `select distinct g.item_id as "itemId" from team_grant g
   where g.team_id = $1 and g.role = 'manager' and ${isLive('g.item_id')} order by g.item_id`,
  { itemId: integer },
)
// Two tables, one statement: bindings first, so that two concurrent calls lock in the same order.
const vouchInstead = statement(
  'teams.vouchInstead',
  `with bindings as (
     update team_item set bound_by = $3 where item_id = $1 and bound_by = $2
   )
   update team_grant set given_by = $3 where item_id = $1 and given_by = $2 and user_id <> $3`,
)
const grantsOnItem = statement(
  'teams.grantsOnItem',
  `select ${columnsOf(TeamGrantRows, 'g')}, t.name as "teamName"
   from team_grant g join team t on t.id = g.team_id where g.item_id = $1 order by g.team_id, g.id`,
  { ...TeamGrantRows.columns, teamName: text },
)
// Bindings and memberships are locked, or skipped if they are gone: items can be deleted without locking their teams.
const putGrants = statement(
  'teams.putGrants',
  `insert into team_grant (team_id, item_id, user_id, role, catalog_id, given_by, added_at)
   select wanted.team_id, wanted.item_id, wanted.user_id, wanted.role, wanted.catalog_id, wanted.given_by, wanted.added_at
   from unnest($1::integer[], $2::integer[], $3::integer[], $4::text[], $5::integer[], $6::integer[], $7::timestamptz[])
     with ordinality wanted (team_id, item_id, user_id, role, catalog_id, given_by, added_at, place)
   join team_item bound on bound.team_id = wanted.team_id and bound.item_id = wanted.item_id
   join team_member own on own.team_id = wanted.team_id and own.user_id = wanted.user_id
   order by place for key share of bound, own
   on conflict (team_id, item_id, user_id)
   do update set role = excluded.role, catalog_id = excluded.catalog_id, given_by = excluded.given_by`,
)
// Up to 200,000 pairs at once: they are built in the database, and each binding and membership is locked once per
// statement, not once per pair.
const grantToAll = statement(
  'teams.grantToAll',
  `with bound as materialized (
     select item_id from team_item where team_id = $1 and item_id = any ($2::integer[]) order by id for key share
   ), own as materialized (
     select user_id from team_member where team_id = $1 and user_id = any ($3::integer[]) order by id for key share
   )
   insert into team_grant (team_id, item_id, user_id, role, catalog_id, given_by, added_at)
   select $1, bound.item_id, own.user_id, $4, $5, $6, $7 from bound cross join own
   on conflict (team_id, item_id, user_id)
   do update set role = excluded.role, catalog_id = excluded.catalog_id, given_by = excluded.given_by`,
)

/** A statement must finish well before the statement timeout, on a busy machine too. */
const GRANTS_AT_ONCE = 20_000

/** Null for an owner who is not a member. */
const ownRowOf = joinedRowTaker(TeamMemberRows, 'own.')
const ORDERED = { orderBy: { id: 'asc' } } as const

export const teamsOn = (session: Session): Teams => ({
  async byId(id) {
    const row = await session.orm().findOne(TeamRows, { id })
    return row && toTeam(row)
  },
  named: (ids) => session.all(named, [ids]),
  async search(given, { page, count }) {
    const pattern = containing(given)
    const list = await session.all(found, [pattern, count, (page - 1) * count])
    return { list, total: (await session.first(countFound, [pattern]))?.count ?? 0 }
  },
  async ofUser(userId) {
    return (await session.all(ofUser, [userId])).map((row) => {
      const own = ownRowOf(row)
      return {
        team: toTeam(row),
        memberCount: row.memberCount,
        itemCount: row.itemCount,
        membership: own && toMember(own),
      }
    })
  },
  async insert(team) {
    return { ...team, id: Number(await session.orm().insert(TeamRows, { ...team })) }
  },
  async update({ id, name, ownerId }) {
    await session.orm().nativeUpdate(TeamRows, { id }, { name, ownerId })
  },
  async delete(id) {
    await session.orm().nativeDelete(TeamRows, { id })
  },
  async lock(id) {
    await session.run(lock, [id])
  },

  async membersOf(teamId) {
    return (await session.orm().find(TeamMemberRows, { teamId }, ORDERED)).map(toMember)
  },
  async memberById(id) {
    const row = await session.orm().findOne(TeamMemberRows, { id })
    return row && toMember(row)
  },
  async putMembers(members) {
    if (members.length === 0) return []
    const column = fieldOfAll(members)
    const values = [column('teamId'), column('userId'), column('role'), column('addedAt')]
    return (await session.all(putMembers, values)).map(toMember)
  },
  async removeMember(id) {
    await session.orm().nativeDelete(TeamMemberRows, { id })
  },

  async itemsOf(teamId) {
    return (await session.all(itemsOf, [teamId])).map((row) => ({
      ...toBinding(row),
      itemName: row.itemName,
      itemOwnerId: row.itemOwnerId,
    }))
  },
  async teamsOn(itemId) {
    return (await session.all(boundTo, [itemId])).map((row) => ({
      ...toBinding(row),
      teamName: row.teamName,
      boundByUsername: row.boundByUsername,
    }))
  },
  async bindingById(id) {
    const row = await session.first(bindingById, [id])
    return row && toBinding(row)
  },
  async bindAll(bindings) {
    if (bindings.length === 0) return []
    const column = fieldOfAll(bindings)
    const values = [column('teamId'), column('itemId'), column('boundBy'), column('addedAt')]
    return (await session.all(bindAll, values)).map(toBinding)
  },
  async unbind(id) {
    await session.orm().nativeDelete(TeamItemRows, { id })
  },

  async grantsOn(teamId, itemId) {
    return (await session.orm().find(TeamGrantRows, { teamId, itemId }, ORDERED)).map(toGrant)
  },
  async grantsOnItem(itemId) {
    return (await session.all(grantsOnItem, [itemId])).map((row) => ({ ...toGrant(row), teamName: row.teamName }))
  },
  async grantById(id) {
    const row = await session.first(grantById, [id])
    return row && toGrant(row)
  },
  async putGrants(grants) {
    if (grants.length === 0) return
    const column = fieldOfAll(grants)
    await session.run(putGrants, [
      column('teamId'),
      column('itemId'),
      column('userId'),
      column('role'),
      column('catalogId'),
      column('givenBy'),
      column('addedAt'),
    ])
  },
  async grantToAll({ teamId, itemIds, userIds }, { role, catalogId, givenBy, addedAt }) {
    if (userIds.length === 0) return
    const itemsAtOnce = Math.max(1, Math.floor(GRANTS_AT_ONCE / userIds.length))
    for (let from = 0; from < itemIds.length; from += itemsAtOnce) {
      const items = itemIds.slice(from, from + itemsAtOnce)
      await session.run(grantToAll, [teamId, items, userIds, role, catalogId, givenBy, addedAt])
    }
  },
  async endGrants(itemId, userId) {
    await session.orm().nativeDelete(TeamGrantRows, { itemId, userId })
  },
  async managedThrough(teamId) {
    return (await session.all(managedThrough, [teamId])).map(({ itemId }) => itemId)
  },
  async vouchInstead(itemId, { from, by }) {
    await session.run(vouchInstead, [itemId, from, by])
  },
})

export const toTeam = ({ id, name, ownerId, createdAt }: TeamRow): Team => ({ id, name, ownerId, createdAt })
export const toMember = ({ id, teamId, userId, role, addedAt }: TeamMemberRow): TeamMember => ({
  id,
  teamId,
  userId,
  role,
  addedAt,
})
const toBinding = ({ id, teamId, itemId, boundBy, addedAt }: TeamItemRow): TeamItem => ({
  id,
  teamId,
  itemId,
  boundBy,
  addedAt,
})
const toGrant = ({ id, teamId, itemId, userId, role, catalogId, givenBy, addedAt }: TeamGrantRow): TeamGrant => ({
  id,
  teamId,
  itemId,
  userId,
  role,
  catalogId,
  givenBy,
  addedAt,
})
