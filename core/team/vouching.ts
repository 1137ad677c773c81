import type { Item } from '../item/item.ts'
import type { Membership } from '../member/membership.ts'
import type { TeamGrant, TeamItem } from './team.ts'

/** All sources of management rights in one item. */
export interface Managing<B extends TeamItem, G extends TeamGrant> {
  readonly ownerId: Item['ownerId']
  /** Administrator of the site. */
  readonly administratorIds: readonly number[]
  readonly members: readonly Pick<Membership, 'userId' | 'role'>[]
  readonly bindings: readonly B[]
  readonly grants: readonly G[]
}

/**
 * The bindings and management grants through teams for which nobody with the right to manage the item vouches. That
 * right may come from the person's own role, or from a team that others vouch for; people cannot vouch for each other
 * in a circle.
 */
export function unvouched<B extends TeamItem, G extends TeamGrant>({
  ownerId,
  administratorIds,
  members,
  bindings,
  grants,
}: Managing<B, G>): { readonly bindings: readonly B[]; readonly grants: readonly G[] } {
  const managers = new Set([ownerId, ...administratorIds])
  for (const { userId, role } of members) if (role === 'manager') managers.add(userId)
  const isBound = (teamId: number): boolean =>
    bindings.some((binding) => binding.teamId === teamId && managers.has(binding.boundBy))
  const isVouched = ({ teamId, givenBy }: G): boolean => givenBy !== null && managers.has(givenBy) && isBound(teamId)

  const byTeams = grants.filter(({ role }) => role === 'manager')
  for (let before = -1; before < managers.size;) {
    before = managers.size
    for (const grant of byTeams) if (isVouched(grant)) managers.add(grant.userId)
  }
  return {
    bindings: bindings.filter(({ boundBy }) => !managers.has(boundBy)),
    grants: byTeams.filter((grant) => isBound(grant.teamId) && !isVouched(grant)),
  }
}
