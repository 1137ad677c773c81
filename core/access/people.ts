import type { Person } from '../account/user.ts'
import type { Context } from '../context.ts'
import type { OpenItem } from './opened.ts'
import { resolveAccess, type Access } from './access.ts'
import type { Grant } from '../member/membership.ts'

/** A person with a role in an item, and what it allows. */
export interface Participant {
  readonly user: Person
  readonly access: Access
}

/** What somebody may do in an item by the roles given to them, ignoring whether the item is public. */
export const accessGiven = ({ item }: Pick<OpenItem, 'item'>, user: Person, grants: readonly Grant[]): Access => {
  const actor = { kind: 'user', id: user.id, isAdmin: user.isAdmin } as const
  const access = resolveAccess({ item, actor, grants, hasPassed: false })
  return { ...access, rights: access.rights.filter(({ from }) => from !== 'openItem') }
}

/** The owner of an item, its members, people with access through teams, and site administrators; sorted by username. */
export async function participantsIn({ store }: Context, opened: OpenItem): Promise<readonly Participant[]> {
  const { id: itemId, ownerId } = opened.item
  const [memberships, teamGrants, administrators] = await Promise.all([
    store.members.ofItem(itemId),
    store.teams.grantsOnItem(itemId),
    store.users.admins(),
  ])
  const grants = Map.groupBy(
    [...memberships.map((membership) => ({ ...membership, teamId: null })), ...teamGrants],
    ({ userId }) => userId,
  )
  const others = await store.users.byIds([...new Set([ownerId, ...grants.keys()])])
  const users = new Map([...administrators, ...others].map((user) => [user.id, user]))
  return [...users.values()]
    .map((user) => ({ user, access: accessGiven(opened, user, (grants.get(user.id) ?? []).map(grantOf)) }))
    .toSorted((a, b) => a.user.username.localeCompare(b.user.username))
}

const grantOf = ({ role, catalogId, teamId }: Grant): Grant => ({ role, catalogId, teamId })
