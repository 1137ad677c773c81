import type { Item } from '../item/item.ts'
import type { PageLock } from '../page/lock.ts'
import type { OpenItemId, OpenPageId } from '../opened-id.ts'
import type { Page } from '../page/page.ts'
import type { Access } from './access.ts'

/** An item whose door was opened. */
export type OpenedItem = Item & { readonly id: OpenItemId }
/** A page whose door was opened. */
export type OpenedPage = Page & { readonly id: OpenPageId }

export interface OpenItem {
  readonly item: OpenedItem
  readonly access: Access
}
export interface OpenWholeItem extends OpenItem {
  /** Differs once anything a menu of the item shows has changed. */
  readonly menuRevision: string
}
export interface OpenPage extends OpenItem {
  readonly page: OpenedPage
  /** Null when nobody has the page locked. */
  readonly lock: PageLock | null
  /** Of the person who saved last; '' when the account is gone. */
  readonly authorUsername: string
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
  /** The sealed key of its link; null when it has none. */
  readonly sealedKey: string | null
  /** What people attached to it; images its text shows do not count. */
  readonly attachmentCount: number
}
