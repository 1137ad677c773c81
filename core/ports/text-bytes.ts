/**
 * How much text is stored: pages with their versions, including the recycle bin, and documents of plugins that count
 * against a person's quota. The database counts within the transaction of each write.
 */
export interface TextBytes {
  ofItem(itemId: number): Promise<number>
  /** Texts written by this person, in all items. */
  byAuthor(authorId: number): Promise<number>
  /** Waits for and acquires the lock on this count, held until the end of the transaction. */
  hold(counted: TextOwner): Promise<void>
}

export type TextOwner =
  { readonly kind: 'item'; readonly id: number } | { readonly kind: 'author'; readonly id: number }

/** A cached count. */
export interface KnownTextBytes {
  readonly bytes: number
  /** 0 for none. */
  readonly limit: number
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number
}
