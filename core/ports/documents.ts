import type { Paging, Slice } from '../paging.ts'

/** Records of plugins without tables of their own. A document is deleted with the item, page or user it belongs to. */
export interface Documents {
  collection<T extends object>(name: string): Collection<T>
}
export interface Belonging {
  readonly itemId?: number | undefined
  readonly pageId?: number | undefined
  readonly userId?: number | undefined
}
export interface Document<T> {
  readonly id: number
  readonly key: string | null
  readonly itemId: number | null
  readonly pageId: number | null
  readonly userId: number | null
  readonly at: Date
  readonly data: T
}
export interface NewDocument<T> extends Belonging {
  readonly key?: string
  readonly at: Date
  readonly data: T
  /**
   * Counted against the text quotas (`TextBytes`) of the item it belongs to, and of `authorId`, or of the person it
   * belongs to; 0 when left out.
   */
  readonly bytes?: number
  /** Who wrote it, where it must stay when that account is deleted. */
  readonly authorId?: number
  /**
   * By this text, up to its first 20,000 characters, search sources find a document of a page (`SearchGround.found`).
   * None when left out or ''.
   */
  readonly searchedText?: string
}
export interface DocumentFilter<T> extends Belonging {
  /** Compares fields of `data` for equality: with these, or with one of several sets of them. */
  readonly where?: Partial<T> | readonly Partial<T>[]
  /** Of these fields of `data`, those that a document has are exactly this, or a number within bounds; it may lack any. */
  readonly within?: {
    readonly [F in keyof T]?: { readonly is?: T[F]; readonly atMost?: number; readonly above?: number }
  }
}
export interface Collection<T extends object> {
  byId(id: number): Promise<Document<T> | null>
  byKey(key: string): Promise<Document<T> | null>
  byKeys(keys: readonly string[]): Promise<readonly Document<T>[]>
  /** With a key that already exists in the collection, replaces that document. */
  put(document: NewDocument<T>): Promise<Document<T>>
  /** The same for many at once; keys must differ. */
  putAll(documents: readonly (NewDocument<T> & { readonly key: string })[]): Promise<void>
  /**
   * @param bytes what it counts from now on, if that changes
   * @param searchedText by what it is found from now on, if that changes; '' for nothing
   */
  update(id: number, change: Partial<T>, bytes?: number, searchedText?: string): Promise<void>
  /** Newest first. `total` counts all matches, which takes longer the more there are. */
  find(filter: DocumentFilter<T>, paging?: Paging): Promise<Slice<Document<T>>>
  /** The newest `count` of them; with a user or without any filter, equally fast for large collections. */
  newest(filter: DocumentFilter<T>, count: number): Promise<readonly Document<T>[]>
  count(filter: DocumentFilter<T>): Promise<number>
  bytesOf(userId: number): Promise<number>
  /** Makes one person's documents those of another, with what they count. @returns how many */
  giveAll(from: number, to: number): Promise<number>
  /** Of all its documents, read at one moment, the oldest id first. */
  ids(): Promise<readonly number[]>
  /** @returns whether it was there; false for one of two that delete it at once */
  delete(id: number): Promise<boolean>
  /** Deletes the documents with these keys; missing ones are ignored. */
  deleteKeys(keys: readonly string[]): Promise<void>
  /** Deletes all documents before a time whose `data` has these fields. */
  deleteBefore(moment: Date, where?: Partial<T>): Promise<void>
  /** Keeps each person's newest `count` documents. @returns what was deleted */
  keepNewest(count: number): Promise<readonly Pick<Document<T>, 'id' | 'key'>[]>
}
