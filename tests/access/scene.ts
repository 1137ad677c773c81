/**
 * An item with two first-level catalogs, a page in each and one in the root, and a team that it is bound to. Somebody
 * else, the mate, is a member of both.
 */
export interface Scene {
  readonly itemId: number
  readonly ownerId: number
  readonly domain: string
  readonly visitPassword: string
  /** The catalog, the page and its version that the calls are about. */
  readonly catalogId: number
  readonly pageId: number
  readonly versionId: number
  /** The key of the page's link. */
  readonly uniqueKey: string
  readonly otherCatalogId: number
  /** The mate's comment on the page. */
  readonly commentId: number
  /** A page in the recycle bin. */
  readonly recycledId: number
  /** The mate's membership in the item. */
  readonly membershipId: number
  readonly teamId: number
  /** The mate's membership in the team. */
  readonly teamMemberId: number
  /** The binding of item and team, and what the mate may do by it. */
  readonly teamItemId: number
  readonly teamItemMemberId: number
  readonly mateUsername: string
  readonly mateId: number
  /** Somebody who has nothing to do with item and team. */
  readonly freeUsername: string
  /** An item of the caller with a catalog; of the item's owner for visitors. */
  readonly ownItemId: number
  readonly ownCatalogId: number
  /** A template of the caller; of the item's owner for visitors. */
  readonly templateId: number
  /** Attached to the page by the mate. */
  readonly fileId: number
  readonly fileToken: string
  /** A file of the caller, of the item's owner for visitors, that no page uses. */
  readonly ownFileId: number
  /** Words that occur in this item and nowhere else. All begin with `PLANTED`. */
  readonly marks: Marks
}
export interface Marks {
  readonly item: string
  readonly target: string
  readonly other: string
  readonly root: string
  readonly team: string
}
