import type { Grant } from '#core/access/access.ts'
import type { Item } from '#core/item/item.ts'
import type { Items, New } from '#core/ports/store.ts'
import { columnsOf } from './columns.ts'
import { refusing } from './refusals.ts'
import { ItemRows, type ItemRow } from './rows.ts'
import { statement, type Session } from './session.ts'

interface ListedRow extends ItemRow {
  readonly position: number | null
  readonly grants: readonly Grant[]
}

const byDomain = statement<{ id: number }>('items.byDomain', 'select id from item where lower(domain) = lower($1)')

const ofUser = statement<ListedRow>(
  'items.ofUser',
  `select ${columnsOf(ItemRows, 'i')}, p.position, coalesce(g.grants, '[]') as grants
   from item i
   left join (
     select item_id, json_agg(json_build_object('role', role, 'catalogId', catalog_id)) as grants
     from item_grant where user_id = $1 group by item_id
   ) g on g.item_id = i.id
   left join item_position p on p.user_id = $1 and p.group_id = 0 and p.item_id = i.id
   where i.owner_id = $1 or g.item_id is not null
   order by p.position nulls last, i.created_at desc, i.id desc`,
)

// Positions of items that are gone meanwhile are left out.
const clearPositions = statement(
  'items.clearPositions',
  'delete from item_position where user_id = $1 and group_id = $2',
)
const insertPositions = statement(
  'items.insertPositions',
  `insert into item_position (user_id, group_id, item_id, position)
   select $1, $2, wanted.id, wanted.position
   from unnest($3::integer[], $4::integer[]) wanted (id, position) join item i on i.id = wanted.id
   on conflict (user_id, group_id, item_id) do update set position = excluded.position`,
)

const lock = statement('items.lock', 'select from item where id = $1 for update')

const rememberPass = statement(
  'items.rememberPass',
  `insert into visit_pass (user_id, item_id, generation) values ($1, $2, $3)
   on conflict (user_id, item_id) do update set generation = excluded.generation`,
)

const TAKEN = { item_domain_unique: 'domainTaken' } as const

export const itemsOn = (session: Session): Items => ({
  async byDomain(domain) {
    return (await session.first(byDomain, [domain]))?.id ?? null
  },
  async ofUser(userId) {
    const rows = await session.all(ofUser, [userId])
    return rows.map((row) => ({ item: toItem(row), position: row.position, grants: row.grants }))
  },
  setPositions: (userId, groupId, positions) =>
    session.together(async (together) => {
      await together.run(clearPositions, [userId, groupId])
      await together.run(insertPositions, [userId, groupId, [...positions.keys()], [...positions.values()]])
    }),
  insert: (item) =>
    refusing(TAKEN, async () => ({ ...item, id: Number(await session.orm().insert(ItemRows, rowOf(item))) })),
  update: (item) =>
    refusing(TAKEN, async () => {
      await session.orm().nativeUpdate(ItemRows, { id: item.id }, rowOf(item))
    }),
  async delete(id) {
    await session.orm().nativeDelete(ItemRows, { id })
  },
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
  visitGeneration: row.visitGeneration,
  isArchived: row.isArchived,
  globalParams: row.globalParams,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

const rowOf = (item: New<Item>): Omit<ItemRow, 'id'> => ({
  name: item.name,
  description: item.description,
  domain: item.domain,
  type: item.type,
  ownerId: item.ownerId,
  visitPasswordSealed: item.visitPassword?.sealed ?? null,
  visitPasswordDigest: item.visitPassword?.digest ?? null,
  visitGeneration: item.visitGeneration,
  isArchived: item.isArchived,
  globalParams: item.globalParams,
  createdAt: item.createdAt,
  updatedAt: item.updatedAt,
})
