import type { Item } from '../item/item.ts'
import type { Grant } from '../member/membership.ts'
import type { PageLock } from '../page/lock.ts'
import type { Page } from '../page/page.ts'
import type { Paging, Slice } from '../paging.ts'
import type { Team, TeamMember } from '../team/team.ts'

/** Everything a door needs to decide, each in one statement. Only `core/access` may use it. */
export interface AccessReader {
  /** `userId` null for visitors. */
  ofItem(itemId: number, userId: number | null): Promise<WholeItemFacts | null>
  /** Pages in the recycle bin as well. */
  ofPage(pageId: number, userId: number | null): Promise<PageFacts | null>
  /** What decides who may read them, and nothing of what they say. */
  ofPages(pageIds: readonly number[], userId: number | null): Promise<readonly PagePlaceFacts[]>
  ofTeam(teamId: number, userId: number): Promise<TeamFacts | null>
  /** For many readings at once; those whose page or account is gone are left out. */
  ofReadings(readings: readonly Reading[]): Promise<readonly ReadingFacts[]>
  /** The items in which this person has a part without owning them, or vouches for others; ascending. */
  partsOf(userId: number): Promise<readonly number[]>
  /** What this person owns; the teams first, each by their ids. */
  ownedBy(userId: number): Promise<Owned>
  /** The same with names, in slices. */
  belongingsOf(userId: number, paging: Paging): Promise<Slice<Belonging>>
  /** An item in the bin; null for one that is live, or is none. */
  ofRecycled(itemId: number): Promise<RecycledItem | null>
  /** Items in the bin, those deleted last first. */
  ofBin(filter: BinFilter, paging: Paging): Promise<Slice<RecycledItem>>
  /** The items in the bin that this person owns; ascending. */
  recycledOf(userId: number): Promise<readonly number[]>
  /** Everybody's items, the newest first. */
  ofSite(filter: SiteItemFilter, paging: Paging): Promise<Slice<ListedSiteItem>>
}
export interface Owned {
  readonly teamIds: readonly number[]
  readonly itemIds: readonly number[]
}
/** Something that cannot be without an owner. */
export interface Belonging {
  readonly kind: 'team' | 'item'
  readonly id: number
  readonly name: string
}
/** Parts of texts without regard to case; '' for any. */
export interface SiteItemFilter {
  readonly itemName: string
  readonly ownerName: string
}
export interface SiteItem {
  readonly item: Item
  readonly ownerUsername: string
}
/** With what a list of items shows beside. */
export interface ListedSiteItem extends SiteItem {
  /** The last time its settings or a page of it changed. */
  readonly changedAt: Date
  /** People with a role in it, the owner aside. */
  readonly memberCount: number
  /** Of texts with their versions, and of files. */
  readonly bytes: number
}
export interface BinFilter extends SiteItemFilter {
  /** Only what this person owns and has deleted; null for everything. */
  readonly deletedByOwnerId: number | null
}
/** A deleted item that can still be brought back. */
export interface RecycledItem extends SiteItem {
  /** May be gone. */
  readonly deletedById: number
  /** '' when the account is gone. */
  readonly deletedByUsername: string
  readonly deletedAt: Date
  /** Without those in its own recycle bin. */
  readonly pageCount: number
}
/** Somebody looking at a page. */
export interface Reading {
  readonly pageId: number
  readonly userId: number
}
export interface ReadingFacts extends ItemFacts, Reading {
  readonly isAdmin: boolean
  readonly pageTitle: string
  readonly isRecycled: boolean
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
}
export interface ItemFacts {
  readonly item: Item
  /** Every role this user has on the item, direct or through teams. */
  readonly grants: readonly Grant[]
  /** The generation of the visit password this account gave; null when none (D46). */
  readonly passedGeneration: number | null
}
export interface WholeItemFacts extends ItemFacts {
  /**
   * Differs once anything a menu of the item shows has changed: pages and catalogs with their names, places and order.
   * What was read after it is at least as new.
   */
  readonly menuRevision: string
}
export interface PagePlaceFacts extends ItemFacts {
  readonly pageId: number
  readonly isRecycled: boolean
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
}
export interface PageFacts extends ItemFacts {
  readonly page: Page
  /** Null when nobody has the page locked at this moment. */
  readonly lock: PageLock | null
  readonly authorUsername: string
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
  /** The sealed key of its link; null when it has none. */
  readonly sealedKey: string | null
  readonly attachmentCount: number
}
export interface TeamFacts {
  readonly team: Team
  /** The user's own; null when they are none of the team. */
  readonly membership: TeamMember | null
}
