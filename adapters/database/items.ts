import type { Item } from '#core/item/item.ts'
import type { Grant } from '#core/member/membership.ts'
import type { New } from '#core/new.ts'
import type { Items, ListedItem } from '#core/ports/store.ts'
import { integer, json, orNull, text, type RowOf } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { isLive } from './live-items.ts'
import { IN_LIST } from './listed-items.ts'
import { ChangeRows } from './record-rows.ts'
import { refusing } from './refusals.ts'
import { ItemPositionRows, ItemRows, type ItemRow } from './rows.ts'
import { statement, type Session } from './session.ts'
import { heardIn } from './title-sounds.ts'

const LISTED_ITEM = { ...ItemRows.columns, position: orNull(integer), grants: json<readonly Grant[]>() }

const byDomain = statement(
  'items.byDomain',
  `select id from item where lower(domain) = lower($1) and ${isLive('item.id')}`,
  { id: integer },
)

const LISTED = `
  select ${columnsOf(ItemRows, 'i')}, p.position, reached.grants
  from (
    select item_id, coalesce(
      json_agg(json_build_object('role', role, 'catalogId', catalog_id, 'teamId', team_id)) filter (where role is not null), '[]'
    ) as grants
    from (
      select id as item_id, null as role, null::integer as catalog_id, null::integer as team_id
      from item where owner_id = $1 and ${isLive('item.id')}
      union all
      select item_id, role, catalog_id, team_id from item_grant where user_id = $1
    ) way
    group by item_id
  ) reached
  join item i on i.id = reached.item_id`
const ORDER = 'order by p.position nulls last, i.created_at desc, i.id desc'

const ofUser = statement(
  'items.ofUser',
  `${LISTED}
   left join item_position p on p.user_id = $1 and p.group_id = 0 and p.item_id = i.id
   ${ORDER}`,
  LISTED_ITEM,
)
const inGroup = statement(
  'items.inGroup',
  `${LISTED}
   join item_group_item kept on kept.group_id = $2 and kept.item_id = i.id
   join item_group g on g.id = kept.group_id and g.user_id = $1
   left join item_position p on p.user_id = $1 and p.group_id = $2 and p.item_id = i.id
   ${ORDER}`,
  LISTED_ITEM,
)

const insertPositions = statement(
  'items.insertPositions',
  `insert into item_position (user_id, group_id, item_id, position)
   select $1, $2, wanted.id, wanted.position
   from unnest($3::integer[], $4::integer[]) wanted (id, position)
   where wanted.id in (${IN_LIST})
     and ($2 = 0 or exists (select from item_group_item where group_id = $2 and item_id = wanted.id))
   on conflict (user_id, group_id, item_id) do update set position = excluded.position`,
)

const lock = statement('items.lock', 'select from item where id = $1 for update')

const rememberPass = statement(
  'items.rememberPass',
  // Waits for a concurrent deletion of the item; then there is nothing to store.
  `with there as (select id from item where id = $2 and ${isLive('item.id')} for key share)
   insert into visit_pass (user_id, item_id, generation) select $1::integer, id, $3::integer from there
   on conflict (user_id, item_id) do update set generation = excluded.generation`,
)

// The domain becomes free for others, so it is stored separately.
const recycle = statement(
  'items.recycle',
  `with kept as (
     insert into recycled_item (item_id, deleted_by_id, deleted_at, domain)
     select id, $2::integer, $3::timestamptz, domain from item where id = $1
     on conflict (item_id) do nothing returning item_id
   )
   update item set domain = null from kept where item.id = kept.item_id`,
)
const recover = statement(
  'items.recover',
  `with back as (delete from recycled_item where item_id = $1 returning item_id, domain)
   update item i set domain = case
     when exists (select from item o where lower(o.domain) = lower(back.domain)) then null else back.domain end
   from back where i.id = back.item_id
   returning ${columnsOf(ItemRows, 'i')}, coalesce(back.domain, '') as "formerDomain"`,
  { ...ItemRows.columns, formerDomain: text },
)
const expired = statement(
  'items.expired',
  'select item_id as id from recycled_item where deleted_at < $1 order by deleted_at limit $2',
  { id: integer },
)
const endTime = statement('items.endTime', 'delete from recycled_item where item_id = $1 and deleted_at < $2')

const TAKEN = { item_domain_unique: 'domainTaken' } as const

export const itemsOn = (session: Session): Items => ({
  async byDomain(domain) {
    return (await session.first(byDomain, [domain]))?.id ?? null
  },
  async ofUser(userId) {
    return (await session.all(ofUser, [userId])).map(toListed)
  },
  async ofUserNamed(userId, words) {
    const listed = (await session.all(ofUser, [userId])).map(toListed)
    return listed.flatMap((each) => {
      const missing = words.filter((word) => !each.item.name.toLowerCase().includes(word))
      const heardAs = missing.flatMap((word) => heardIn(each.item.name, word) ?? [])
      return heardAs.length === missing.length ? [{ ...each, heardAs }] : []
    })
  },
  async inGroup(userId, groupId) {
    return (await session.all(inGroup, [userId, groupId])).map(toListed)
  },
  setPositions: (userId, groupId, positions) =>
    session.together(async (together) => {
      await together.orm().nativeDelete(ItemPositionRows, { userId, groupId })
      await together.run(insertPositions, [userId, groupId, [...positions.keys()], [...positions.values()]])
    }),
  insert: (item) =>
    refusing(TAKEN, async () => ({ ...item, id: Number(await session.orm().insert(ItemRows, itemRowOf(item))) })),
  update: (item) =>
    refusing(TAKEN, async () => {
      await session.orm().nativeUpdate(ItemRows, { id: item.id }, itemRowOf(item))
    }),
  delete: (id) =>
    session.together(async (work) => {
      await work.orm().nativeDelete(ItemRows, { id })
      await work.orm().nativeDelete(ChangeRows, { itemId: id })
    }),
  async recycle(id, byId, at) {
    await session.run(recycle, [id, byId, at])
  },
  async recover(id) {
    const row = await session.first(recover, [id])
    return row && { item: toItem(row), formerDomain: row.formerDomain }
  },
  recycledBefore: async (limit, most) => (await session.all(expired, [limit, most])).map(({ id }) => id),
  deleteRecycledBefore: (id, limit) =>
    session.together(async (work) => {
      // A concurrent restore locks it too. Only data read after the wait tells whether its time is over.
      await work.run(lock, [id])
      if ((await work.run(endTime, [id, limit])) === 0) return false
      await itemsOn(work).delete(id)
      return true
    }),
  async lock(id) {
    await session.run(lock, [id])
  },
  async rememberPass(userId, itemId, generation) {
    await session.run(rememberPass, [userId, itemId, generation])
  },
})

export const toItem = (row: ItemRow): Item => ({
  id: row.id,
  name: row.name,
  description: row.description,
  domain: row.domain,
  type: row.type,
  ownerId: row.ownerId,
  visitPassword:
    row.visitPasswordSealed === null || row.visitPasswordDigest === null
      ? null
      : { sealed: row.visitPasswordSealed, digest: row.visitPasswordDigest },
  isMembersOnly: row.isMembersOnly,
  visitGeneration: row.visitGeneration,
  isArchived: row.isArchived,
  globalParams: row.globalParams,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const toListed = (row: RowOf<typeof LISTED_ITEM>): ListedItem => ({
  item: toItem(row),
  position: row.position,
  grants: row.grants,
})

export const itemRowOf = (item: New<Item>): Omit<ItemRow, 'id'> => ({
  name: item.name,
  description: item.description,
  domain: item.domain,
  type: item.type,
  ownerId: item.ownerId,
  visitPasswordSealed: item.visitPassword?.sealed ?? null,
  visitPasswordDigest: item.visitPassword?.digest ?? null,
  isMembersOnly: item.isMembersOnly,
  visitGeneration: item.visitGeneration,
  isArchived: item.isArchived,
  globalParams: item.globalParams,
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
})
