import type { VouchedMemberships } from '#core/ports/vouched-memberships.ts'
import { integer, integers, text } from './column-types.ts'
import { rowTaker } from './columns.ts'
import { VouchedMembershipRows } from './rows.ts'
import { statement, type Session } from './session.ts'

const people = statement(
  'vouchedMemberships.people',
  `select v.user_id as "userId", i.external_id as "externalId", array_agg(v.team_id order by v.team_id) as "teamIds"
   from vouched_membership v join user_identity i on i.user_id = v.user_id and i.method_id = v.method_id
   where v.method_id = $1 and v.user_id > $2 and v.member_id is not null
   group by v.user_id, i.external_id order by v.user_id limit $3`,
  { userId: integer, externalId: text, teamIds: integers },
)

const vouchedOf = rowTaker(VouchedMembershipRows, '')

export const vouchedMembershipsOn = (session: Session): VouchedMemberships => ({
  async ofUser(userId, methodId) {
    const rows = await session.orm().find(VouchedMembershipRows, { userId, methodId }, { orderBy: { teamId: 'asc' } })
    return rows.map(vouchedOf)
  },
  async ofTeam(teamId) {
    const rows = await session.orm().find(VouchedMembershipRows, { teamId, memberId: { $ne: null } })
    return rows
      .map(vouchedOf)
      .flatMap(({ memberId, ...vouched }) => (memberId === null ? [] : [{ ...vouched, memberId }]))
  },
  async find(userId, methodId, teamId) {
    const row = await session.orm().findOne(VouchedMembershipRows, { userId, methodId, teamId })
    return row && vouchedOf(row)
  },
  async add(vouched) {
    await session.orm().insert(VouchedMembershipRows, { ...vouched })
  },
  async remove(userId, methodId, teamId) {
    await session.orm().nativeDelete(VouchedMembershipRows, { userId, methodId, teamId })
  },
  people: (methodId, { after, count }) => session.all(people, [methodId, after, count]),
})
