import type { Membership } from '#core/member/membership.ts'
import type { Members } from '#core/ports/store.ts'
import { columnsOf } from './columns.ts'
import { MemberRows, type MemberRow } from './rows.ts'
import { statement, type Session } from './session.ts'

const put = statement(
  'members.put',
  `insert into member as m (item_id, user_id, role, catalog_id, added_at) values ($1, $2, $3, $4, $5)
   on conflict (item_id, user_id) do update set role = excluded.role, catalog_id = excluded.catalog_id
   returning ${columnsOf(MemberRows, 'm')}`,
  MemberRows.columns,
)

export const membersOn = (session: Session): Members => ({
  async ofItem(itemId) {
    return (await session.orm().find(MemberRows, { itemId }, { orderBy: { id: 'asc' } })).map(toMembership)
  },
  async put({ itemId, userId, role, catalogId, addedAt }) {
    const row = await session.first(put, [itemId, userId, role, catalogId, addedAt])
    if (!row) throw new Error('a membership that was put is not there')
    return toMembership(row)
  },
  async remove(itemId, userId) {
    await session.orm().nativeDelete(MemberRows, { itemId, userId })
  },
})

const toMembership = (row: MemberRow): Membership => ({
  id: row.id,
  itemId: row.itemId,
  userId: row.userId,
  role: row.role,
  catalogId: row.catalogId,
  addedAt: row.addedAt,
})
