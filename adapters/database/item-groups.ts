import type { ItemGroup } from '#core/item-group/item-group.ts'
import type { ItemGroups } from '#core/ports/item-groups.ts'
import { integers, type RowOf } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { IN_LIST } from './listed-items.ts'
import { ItemGroupItemRows, ItemGroupRows } from './rows.ts'
import { statement, type Session } from './session.ts'

const GROUP = { ...ItemGroupRows.columns, itemIds: integers }

const ofUser = statement(
  'itemGroups.ofUser',
  `with listed as (${IN_LIST})
   select ${columnsOf(ItemGroupRows, 'g')},
     coalesce(array_agg(kept.item_id order by kept.place) filter (where kept.item_id is not null), '{}') as "itemIds"
   from item_group g
   left join (item_group_item kept join listed on listed.item_id = kept.item_id) on kept.group_id = g.id
   where g.user_id = $1 group by g.id order by g.sort_order, g.id`,
  GROUP,
)
const lock = statement('itemGroups.lock', 'select from item_group where user_id = $1 and id = $2 for update')
const putItems = statement(
  'itemGroups.putItems',
  `insert into item_group_item (group_id, item_id, place)
   select $2, wanted.id, wanted.place from unnest($3::integer[]) with ordinality wanted (id, place)
   where wanted.id in (${IN_LIST})
   on conflict do nothing`,
)
const dropPositions = statement(
  'itemGroups.dropPositions',
  `delete from item_position where user_id = (select user_id from item_group where id = $1) and group_id = $1
     and item_id not in (select item_id from item_group_item where group_id = $1)`,
)
const setOrder = statement(
  'itemGroups.setOrder',
  `update item_group g set sort_order = wanted.position
   from unnest($2::integer[], $3::integer[]) wanted (id, position) where g.id = wanted.id and g.user_id = $1`,
)

export const itemGroupsOn = (session: Session): ItemGroups => ({
  async ofUser(userId) {
    return (await session.all(ofUser, [userId])).map(toGroup)
  },
  insert: ({ userId, name, itemIds, order }) =>
    session.together(async (together) => {
      const id = Number(await together.orm().insert(ItemGroupRows, { userId, name, sortOrder: order }))
      await together.run(putItems, [userId, id, itemIds])
      return id
    }),
  async lock(userId, id) {
    return (await session.first(lock, [userId, id])) !== null
  },
  update: ({ id, userId, name, itemIds }) =>
    session.together(async (together) => {
      if (name !== undefined) await together.orm().nativeUpdate(ItemGroupRows, { id, userId }, { name })
      if (itemIds === undefined) return
      await together.orm().nativeDelete(ItemGroupItemRows, { groupId: id })
      await together.run(putItems, [userId, id, itemIds])
      await together.run(dropPositions, [id])
    }),
  delete: (id) =>
    session.together(async (together) => {
      await together.orm().nativeDelete(ItemGroupItemRows, { groupId: id })
      await together.run(dropPositions, [id])
      await together.orm().nativeDelete(ItemGroupRows, { id })
    }),
  setOrder: (userId, positions) => session.run(setOrder, [userId, [...positions.keys()], [...positions.values()]]),
})

const toGroup = ({ id, userId, name, itemIds, sortOrder }: RowOf<typeof GROUP>): ItemGroup => ({
  id,
  userId,
  name,
  itemIds,
  order: sortOrder,
})
