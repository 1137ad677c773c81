import type { Team, TeamGrant, TeamItem, TeamMember } from '../team/team.ts'
import type { New } from '../new.ts'

/** How a team appears in somebody's list. */
export interface ListedTeam {
  readonly team: Team
  readonly memberCount: number
  readonly itemCount: number
  /** The caller's own membership; null for an owner who is not a member. */
  readonly membership: TeamMember | null
}

/** A binding with what a list of the team's items says of the item. */
export interface BoundItem extends TeamItem {
  readonly itemName: string
  readonly itemOwnerId: number
}

/** A binding with what a list of the item's teams says of it. */
export interface BoundTeam extends TeamItem {
  readonly teamName: string
  readonly boundByUsername: string
}

export interface GrantedPairs {
  readonly teamId: number
  readonly itemIds: readonly number[]
  readonly userIds: readonly number[]
}

export interface Teams {
  byId(id: number): Promise<Team | null>
  /** Teams the user owns or is a member of, oldest first. */
  ofUser(userId: number): Promise<readonly ListedTeam[]>
  insert(team: New<Team>): Promise<Team>
  update(team: Team): Promise<void>
  /** Removes the team with its members, bindings and grants. */
  delete(id: number): Promise<void>
  /** Waits for other changes of this team and holds them off until the end of the transaction. */
  lock(id: number): Promise<void>

  /** In the order in which they came. */
  membersOf(teamId: number): Promise<readonly TeamMember[]>
  memberById(id: number): Promise<TeamMember | null>
  /** Inserts, or changes the role of users who are members already; nobody may be named twice. In this order. */
  putMembers(members: readonly New<TeamMember>[]): Promise<readonly TeamMember[]>
  /** Ends the membership and every grant that hangs on it. */
  removeMember(id: number): Promise<void>

  /** The items bound to the team, in the order in which they were. */
  itemsOf(teamId: number): Promise<readonly BoundItem[]>
  /** The bindings of an item, with the names of the teams and of those who vouch for them. */
  teamsOn(itemId: number): Promise<readonly BoundTeam[]>
  bindingById(id: number): Promise<TeamItem | null>
  /** Binds; for what is bound already, gives the binding there is. No item may be named twice. In this order. */
  bindAll(bindings: readonly New<TeamItem>[]): Promise<readonly TeamItem[]>
  /** Ends the binding and every grant that hangs on it. */
  unbind(id: number): Promise<void>

  /** Of one team, by member. */
  grantsOn(teamId: number, itemId: number): Promise<readonly TeamGrant[]>
  /** Of all teams. */
  grantsOnItem(itemId: number): Promise<ReadonlyArray<TeamGrant & { readonly teamName: string }>>
  grantById(id: number): Promise<TeamGrant | null>
  /**
   * Inserts, or replaces role and catalog of the same team, item and user. Left out are items that are not bound to the
   * team and people who are not in it: they may have gone away just now.
   */
  putGrants(grants: readonly New<TeamGrant>[]): Promise<void>
  /** Like `putGrants` with the same right for each of these people in each of these items of one team. */
  grantToAll(pairs: GrantedPairs, right: Omit<New<TeamGrant>, 'teamId' | 'itemId' | 'userId'>): Promise<void>
  /** Ends what the user may do in the item through teams; the team memberships stay (D71). */
  endGrants(itemId: number, userId: number): Promise<void>
  /** The items that somebody manages by the team, by their ids. */
  managedThrough(teamId: number): Promise<readonly number[]>
  /** Whatever one person vouches for in the item, another one vouches for from now on, but for what they have themselves. */
  vouchInstead(itemId: number, change: { readonly from: number; readonly by: number }): Promise<void>
}
