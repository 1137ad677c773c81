import type { Item } from '../item/item.ts'
import type { Grant } from '../member/membership.ts'
import type { PageLock } from '../page/lock.ts'
import type { Page } from '../page/page.ts'
import type { Paging, Slice } from '../paging.ts'
import type { Team, TeamMember } from '../team/team.ts'

/** Everything a door needs to decide, each in one statement. Only for `core/access`. */
export interface AccessReader {
  /** `userId` is null for visitors. */
  ofItem(itemId: number, userId: number | null): Promise<WholeItemFacts | null>
  /** Includes pages in the recycle bin. */
  ofPage(pageId: number, userId: number | null): Promise<PageFacts | null>
  /** The data that decides who may read these pages, without their content. */
  ofPages(pageIds: readonly number[], userId: number | null): Promise<readonly PagePlaceFacts[]>
  ofTeam(teamId: number, userId: number): Promise<TeamFacts | null>
  /** For many readings at once; those whose page or account no longer exists are left out. */
  ofReadings(readings: readonly Reading[]): Promise<readonly ReadingFacts[]>
  /** The items in which this person has a role without being the owner, or vouches for others; ascending. */
  partsOf(userId: number): Promise<readonly number[]>
  /** What this person owns: teams first, each group sorted by id. */
  ownedBy(userId: number): Promise<Owned>
  /** The same with names, in pages. */
  belongingsOf(userId: number, paging: Paging): Promise<Slice<Belonging>>
  /** An item in the bin; null for a live or missing one. */
  ofRecycled(itemId: number): Promise<RecycledItem | null>
  /** Items in the bin, most recently deleted first. */
  ofBin(filter: BinFilter, paging: Paging): Promise<Slice<RecycledItem>>
  /** The items in the bin that this person owns; ascending. */
  recycledOf(userId: number): Promise<readonly number[]>
  /** All items, newest first. */
  ofSite(filter: SiteItemFilter, paging: Paging): Promise<Slice<ListedSiteItem>>
}
export interface Owned {
  readonly teamIds: readonly number[]
  readonly itemIds: readonly number[]
}
/** Something that must have an owner. */
export interface Belonging {
  readonly kind: 'team' | 'item'
  readonly id: number
  readonly name: string
}
/** Filters by part of the text, case-insensitive; '' for any. */
export interface SiteItemFilter {
  readonly itemName: string
  readonly ownerName: string
}
export interface SiteItem {
  readonly item: Item
  readonly ownerUsername: string
}
/** With the additional columns of an item list. */
export interface ListedSiteItem extends SiteItem {
  /** The last change of its settings or pages. */
  readonly changedAt: Date
  /** People with a role in it, except the owner. */
  readonly memberCount: number
  /** Size of texts with their versions, and of files. */
  readonly bytes: number
}
export interface BinFilter extends SiteItemFilter {
  /** Only what this person owns and deleted; null for everything. */
  readonly deletedByOwnerId: number | null
}
/** A deleted item that can still be restored. */
export interface RecycledItem extends SiteItem {
  /** The account may be deleted. */
  readonly deletedById: number
  /** '' when the account is gone. */
  readonly deletedByUsername: string
  readonly deletedAt: Date
  /** Not counting those in the item's own recycle bin. */
  readonly pageCount: number
}
/** A person reading a page. */
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
  /** The generation of the visit password this account has given; null when none (D46). */
  readonly passedGeneration: number | null
}
export interface WholeItemFacts extends ItemFacts {
  /**
   * Changes whenever anything shown in the item's menu has changed: pages and catalogs with their names, places and
   * order. Data read after it is at least as recent.
   */
  readonly menuRevision: string
}
export interface PagePlaceFacts extends ItemFacts {
  readonly pageId: number
  readonly pageTitle: string
  readonly isRecycled: boolean
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
}
export interface PageFacts extends ItemFacts {
  readonly page: Page
  /** Null when nobody currently has the page locked. */
  readonly lock: PageLock | null
  readonly authorUsername: string
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
  /** The sealed key of its link; null when it has none. */
  readonly sealedKey: string | null
  /** When the link stops working by itself, or did; null for never. */
  readonly linkEndsAt: Date | null
  readonly attachmentCount: number
}
export interface TeamFacts {
  readonly team: Team
  /** The user's own role; null when the user is not in the team. */
  readonly membership: TeamMember | null
}
