import type { Team, TeamGrant, TeamItem, TeamMember } from '../team/team.ts'
import type { New } from '../new.ts'
import type { Paging, Slice } from '../paging.ts'

/** A team as shown in somebody's list. */
export interface ListedTeam {
  readonly team: Team
  readonly memberCount: number
  readonly itemCount: number
  /** The caller's own membership; null for an owner who is not a member. */
  readonly membership: TeamMember | null
}

/** A binding with the item's columns in a list of the team's items. */
export interface BoundItem extends TeamItem {
  readonly itemName: string
  readonly itemOwnerId: number
}

/** A binding with its columns in a list of the item's teams. */
export interface BoundTeam extends TeamItem {
  readonly teamName: string
  readonly boundByUsername: string
}

/** A team in a list of all teams, where names are not unique. */
export interface NamedTeam {
  readonly id: number
  readonly name: string
  readonly ownerUsername: string
}

export interface GrantedPairs {
  readonly teamId: number
  readonly itemIds: readonly number[]
  readonly userIds: readonly number[]
}

export interface Teams<ItemId = number, TeamId = number, AccountId = number> {
  byId(id: number): Promise<Team | null>
  /** The existing ones, ordered by name. */
  named(ids: readonly number[]): Promise<readonly NamedTeam[]>
  /** Teams of the site whose name contains the text, ordered by name. */
  search(text: string, paging: Paging): Promise<Slice<NamedTeam>>
  /** Teams the user owns or is a member of, oldest first. */
  readonly ofUser: (userId: AccountId) => Promise<readonly ListedTeam[]>
  insert(team: New<Team>): Promise<Team>
  update(team: Team): Promise<void>
  /** Deletes the team with its members, bindings and grants. */
  delete(id: number): Promise<void>
  /** Waits for concurrent changes of this team and blocks them until the end of the transaction. */
  lock(id: number): Promise<void>

  /** In the order in which they were added. */
  readonly membersOf: (teamId: TeamId) => Promise<readonly TeamMember[]>
  memberById(id: number): Promise<TeamMember | null>
  /** Inserts members, or changes the role of existing ones, in this order; no user may be given twice. */
  putMembers(members: readonly New<TeamMember>[]): Promise<readonly TeamMember[]>
  /** Removes the membership and all grants that depend on it. */
  removeMember(id: number): Promise<void>

  /** The items bound to the team, in the order in which they were bound. */
  readonly itemsOf: (teamId: TeamId) => Promise<readonly BoundItem[]>
  /** The bindings of an item, with the names of the teams and of those who vouch for them. */
  readonly teamsOn: (itemId: ItemId) => Promise<readonly BoundTeam[]>
  bindingById(id: number): Promise<TeamItem | null>
  /** Binds items, returning the existing binding for those bound already, in this order; no item may be given twice. */
  bindAll(bindings: readonly New<TeamItem>[]): Promise<readonly TeamItem[]>
  /** Removes the binding and all grants that depend on it. */
  unbind(id: number): Promise<void>

  /** Of one team, by member. */
  readonly grantsOn: (teamId: TeamId, itemId: number) => Promise<readonly TeamGrant[]>
  /** Of all teams. */
  readonly grantsOnItem: (itemId: ItemId) => Promise<ReadonlyArray<TeamGrant & { readonly teamName: string }>>
  grantById(id: number): Promise<TeamGrant | null>
  /**
   * Inserts grants, or replaces role and catalog for the same team, item and user. Items no longer bound to the team
   * and people no longer in it are skipped.
   */
  putGrants(grants: readonly New<TeamGrant>[]): Promise<void>
  /** Like `putGrants`, with the same right for each of these people in each of these items of one team. */
  grantToAll(pairs: GrantedPairs, right: Omit<New<TeamGrant>, 'teamId' | 'itemId' | 'userId'>): Promise<void>
  /** Removes the user's rights in the item that come through teams; memberships in the teams stay (D71). */
  endGrants(itemId: number, userId: number): Promise<void>
  /** The items somebody manages through the team, by id. */
  readonly managedThrough: (teamId: TeamId) => Promise<readonly number[]>
  /** Replaces one person by another as the one who vouches in the item, except for their own rights. */
  vouchInstead(itemId: number, change: { readonly from: number; readonly by: number }): Promise<void>
}
