/**
 * How much text is kept: pages with their versions, in the recycle bin as well, and what plugins keep for somebody and say
 * that it counts. Counted by the database with every write, in the transaction of the write.
 */
export interface TextBytes {
  ofItem(itemId: number): Promise<number>
  /** What this person wrote, in whatever item. */
  byAuthor(authorId: number): Promise<number>
  /** Waits until nobody else holds what is counted for it, and holds it until the end of the transaction. */
  hold(counted: TextOwner): Promise<void>
}

export type TextOwner =
  { readonly kind: 'item'; readonly id: number } | { readonly kind: 'author'; readonly id: number }

/** What is remembered of a count for a moment. */
export interface KnownTextBytes {
  readonly bytes: number
  /** 0 for none. */
  readonly limit: number
  /** When it was read, in milliseconds since 1970. */
  readonly readAt: number
}
