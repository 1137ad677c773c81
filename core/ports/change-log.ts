import type { ChangeEntry } from '../change-log/entry.ts'
import type { New } from '../new.ts'
import type { Paging, Slice } from '../paging.ts'

export type AuthoredChange = ChangeEntry & { readonly actorUsername: string; readonly actorName: string }

/** What was changed in each item, by whom. */
export interface ChangeLog<ItemId = number> {
  /** An entry with a stretch takes the place of the same one in the same stretch. */
  append(entries: readonly New<ChangeEntry>[]): Promise<void>
  /** Newest first, as if there were only `most`; names are '' for programs and for accounts that are gone. */
  readonly ofItem: (itemId: ItemId, paging: Paging, most: number) => Promise<Slice<AuthoredChange>>
  /** Keeps the newest `most` of each item, and none of items that are gone. @returns how many were removed */
  prune(most: number): Promise<number>
}
