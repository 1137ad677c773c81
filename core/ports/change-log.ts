import type { ChangeEntry } from '../change-log/entry.ts'
import type { New } from '../new.ts'
import type { Paging, Slice } from '../paging.ts'

export type AuthoredChange = ChangeEntry & { readonly actorUsername: string; readonly actorName: string }

/** When a page was written last, and by whom. */
export interface LatestPage {
  readonly pageId: number
  readonly at: Date
  readonly username: string
}

/** What was changed in each item, by whom. */
export interface ChangeLog<ItemId = number> {
  /** An entry with a stretch takes the place of the same one in the same stretch. */
  append(entries: readonly New<ChangeEntry>[]): Promise<void>
  /** Newest first, as if there were only `most`; names are '' for programs and for accounts that are gone. */
  readonly ofItem: (itemId: ItemId, paging: Paging, most: number) => Promise<Slice<AuthoredChange>>
  /**
   * The pages of these items that others than this user wrote last, each once, the newest first; names of pages are not
   * among it, because who may read them is decided by doors. `username` is '' for programs and for accounts that are gone.
   */
  latestPages(itemIds: readonly number[], exceptUserId: number, count: number): Promise<readonly LatestPage[]>
  /** Keeps the newest `most` of each item, and none of items that are gone. @returns how many were removed */
  prune(most: number): Promise<number>
}
