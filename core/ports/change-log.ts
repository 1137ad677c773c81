import type { ChangeEntry } from '../change-log/entry.ts'
import type { New } from '../new.ts'
import type { Paging, Slice } from '../paging.ts'

export type AuthoredChange = ChangeEntry & { readonly actorUsername: string; readonly actorName: string }

/** When a page was last saved, and by whom. */
export interface LatestPage {
  readonly pageId: number
  readonly at: Date
  readonly username: string
}

/** What was changed in each item, and by whom. */
export interface ChangeLog<ItemId = number> {
  /** An entry with a stretch replaces the same entry of that stretch. */
  append(entries: readonly New<ChangeEntry>[]): Promise<void>
  /** Newest first, at most `most` in total; names are '' for programs and deleted accounts. */
  readonly ofItem: (itemId: ItemId, paging: Paging, most: number) => Promise<Slice<AuthoredChange>>
  /**
   * The pages of these items last saved by other users, each once, newest first; without page names, because doors
   * decide who may read them. `username` is '' for programs and deleted accounts.
   */
  latestPages(itemIds: readonly number[], exceptUserId: number, count: number): Promise<readonly LatestPage[]>
  /** Keeps the newest `most` entries of each item, and none of deleted items. @returns how many were removed */
  prune(most: number): Promise<number>
}
