import type { Person } from '../account/user.ts'
import type { Paging, Slice } from '../paging.ts'

/**
 * Members of the store's ports that operations and plugins get. They find what a door has opened, and what the plugin
 * keeps itself; nothing of them changes what others have, because no right would be asked for.
 */
export interface OpenMembers {
  readonly items: 'byDomain' | 'ofUser' | 'ofUserNamed' | 'inGroup'
  readonly members: 'ofItem'
  readonly teams: 'ofUser' | 'membersOf' | 'itemsOf' | 'teamsOn' | 'grantsOn' | 'grantsOnItem' | 'managedThrough'
  readonly vouchedMemberships: 'ofUser' | 'ofTeam' | 'find' | 'people'
  readonly catalogs: 'ofItem' | 'itemOf'
  readonly pages: 'headsOf' | 'countIn' | 'ofItem' | 'byIds' | 'idOf' | 'recycledIn'
  readonly locks: 'ofItem' | 'idleMs' | 'requests'
  readonly attachments: 'ofPage' | 'usedBy'
  readonly versions: 'headsOf' | 'newestTexts' | 'ofPage' | 'byId'
  readonly search: 'find' | 'idsIn'
  readonly settings: 'hold' | 'read' | 'write'
  readonly documents: 'collection'
  readonly jobs: 'enqueue'
  readonly textBytes: 'ofItem' | 'byAuthor' | 'hold'
  readonly space: 'quotaOf' | 'fileBytesOf'
  readonly changes: 'ofItem' | 'latestPages'
}

/** Finds people, and changes nothing of theirs. */
export interface OpenUsers {
  byId(id: number): Promise<Person | null>
  byEmail(email: string): Promise<Person | null>
  byIds(ids: readonly number[]): Promise<readonly Person[]>
  byUsernames(usernames: readonly string[]): Promise<readonly Person[]>
  search(text: string, paging: Paging): Promise<Slice<Person>>
  sharingWith(userId: number, count: number): Promise<readonly Person[]>
  countAll(): Promise<number>
  countAdmins(): Promise<number>
  admins(): Promise<readonly Person[]>
  /** How much would be left without an owner. */
  holdingsOf(id: number): Promise<Holdings>
}
export interface Holdings {
  readonly items: number
  readonly teams: number
}
