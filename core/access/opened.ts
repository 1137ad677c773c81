import type { Item } from '../item/item.ts'
import type { PageLock } from '../page/lock.ts'
import type { OpenItemId, OpenMenuKey, OpenPageId } from '../opened-id.ts'
import type { Page } from '../page/page.ts'
import { visibleCatalogs, type Access } from './access.ts'

/** An item returned by a door. */
export type OpenedItem = Item & { readonly id: OpenItemId }
/** A page returned by a door. */
export type OpenedPage = Page & { readonly id: OpenPageId }

export interface OpenItem {
  readonly item: OpenedItem
  readonly access: Access
}
export interface OpenWholeItem extends OpenItem {
  /** Changes whenever anything shown in the item's menu has changed. */
  readonly menuRevision: string
}
export interface OpenPage extends OpenItem {
  readonly page: OpenedPage
  /** Null when nobody has the page locked. */
  readonly lock: PageLock | null
  /** As shown to the caller, see {@link authorShown}. */
  readonly authorUsername: string
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
  /** The sealed key of its link; null when it has none that works, and for plugins. */
  readonly sealedKey: string | null
  /** When the link stops working by itself; null for never, without a link that works, and for plugins. */
  readonly linkEndsAt: Date | null
  /** Files people attached to the page; images in its text do not count. */
  readonly attachmentCount: number
}

/** Shared by all callers who see the same catalogs of the item. */
export const menuKeyOf = ({ item, access }: OpenItem): OpenMenuKey =>
  `${item.id}:${
    visibleCatalogs(access)
      ?.toSorted((a, b) => a - b)
      .join() ?? 'all'
  }` as OpenMenuKey
