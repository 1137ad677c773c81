import type { Document } from './documents.ts'
import type { SearchScope } from './search-scope.ts'

/** Documents of pages by their texts (`NewDocument.searchedText`). */
export interface DocumentSearch<ItemId = number, AccountId = number> {
  /**
   * Those of a collection that contain every word (any substring, case-insensitive), newest first, on live pages. Rights
   * are checked within the statement, as for pages.
   */
  readonly find: (
    collection: string,
    words: readonly string[],
    scope: SearchScope<ItemId, AccountId>,
    part: DocumentPart,
  ) => Promise<FoundPart>
}
export interface DocumentPart {
  /** How many are looked at; not all of them need contain the words. */
  readonly count: number
  /** Only those behind this place; null for the newest. */
  readonly after: DocumentPlace | null
  /** Items that are left out. */
  readonly exceptItems: readonly number[]
}
/** Where a part ends. */
export interface DocumentPlace {
  /** To the microsecond. */
  readonly at: string
  readonly id: number
}
export interface FoundPart {
  readonly documents: readonly Document<object>[]
  /** Null when there are no more. */
  readonly end: DocumentPlace | null
}
