import type { Attachment, AttachmentKind, NewAttachment, PageAttachment } from '../attachment/attachment.ts'
import type { FormerStorage, NewFormerStorage } from '../attachment/former-storage.ts'
import type { BlobPlace, FileVisits } from './files.ts'
import type { Paging, Slice } from '../paging.ts'

export interface AttachmentFilter {
  /** Null for everybody's. */
  readonly ownerId: number | null
  /** Part of the owner's username; '' for any. */
  readonly ownerName: string
  /** Part of the name; '' for any. */
  readonly displayName: string
  readonly kind: AttachmentKind | 'all'
}

/** A file with one of the pages that use it. */
export interface FileOfPage extends Attachment {
  readonly pageId: number
  /** People attached it; the page's text alone names it otherwise. */
  readonly isAttached: boolean
}

export interface FilesInStorage {
  /** The name of the storage. */
  readonly storage: string
  readonly files: number
  readonly bytes: number
  /** Blobs that no file refers to and that have not been removed yet. */
  readonly strays: number
}

export interface Attachments<ItemId = number, PageId = number> {
  /** With the pages it is bound to. */
  byToken(token: string): Promise<{ readonly attachment: Attachment; readonly pageIds: readonly number[] } | null>
  byId(id: number): Promise<Attachment | null>
  /** What people attached to the page, in that order; files only its text names are not among them. */
  readonly ofPage: (pageId: PageId) => Promise<readonly PageAttachment[]>
  /** What those of the pages use that are live pages of the item, in the order in which it came to them. */
  readonly usedBy: (itemId: ItemId, pageIds: readonly number[]) => Promise<readonly FileOfPage[]>
  /** Newest first; `ownerUsername` is '' when the account is gone. */
  search(filter: AttachmentFilter, paging: Paging): Promise<Slice<Attachment & { readonly ownerUsername: string }>>
  /** Bytes kept for one owner, or for all (null). */
  usedBytes(ownerId: number | null): Promise<number>
  /** Bytes of the owner's files that came after that. */
  bytesSince(ownerId: number, since: Date): Promise<number>
  /** Bytes served of the owner's files in a month, `YYYY-MM`. */
  trafficOf(ownerId: number, month: string): Promise<number>

  /**
   * Adds the attachment, and attaches it to the page unless that is null; its blob is no stray any more.
   * @returns null, with nothing written, when the page is not live
   */
  insert(attachment: NewAttachment, pageId: number | null): Promise<Attachment | null>
  /** Attaches the file to the page, unless it is. */
  attach(id: number, pageId: number, at: Date): Promise<void>
  /** Notes that the page's text names the files with these tokens: those of the owner, and those the page uses already. */
  bindNamed(pageId: number, ownerId: number, tokens: readonly string[], at: Date): Promise<void>
  /** Binds what is bound to a page to its copy as well. */
  copyBindings(copies: readonly { readonly pageId: number; readonly copyId: number }[], at: Date): Promise<void>
  /** Takes the file off the page; the page's text may still name it. @returns false when it was not attached */
  detach(id: number, pageId: number): Promise<boolean>
  /** Deletes the file if it is the owner's and no page uses it. */
  deleteUnused(id: number, ownerId: number): Promise<boolean>
  /** The pages that use the file; no further one comes to use it until the end of the transaction. */
  holdPagesOf(id: number): Promise<readonly number[]>
  /** Deletes it from everywhere; its blob becomes a stray at once. */
  delete(id: number): Promise<void>

  /** Writes down where a blob is about to be put, which is a stray from `dueAt` on unless an attachment is made of it. */
  expectBlob(place: BlobPlace, dueAt: Date): Promise<void>
  /** Keys of strays in one storage, those that are due longest first. */
  strayBlobs(storage: string, now: Date, most: number): Promise<readonly string[]>
  forgetBlob(place: BlobPlace): Promise<void>

  /** Of these keys in one storage, those that no attachment and no note of a stray names. */
  unknownKeys(storage: string, keys: readonly string[]): Promise<readonly string[]>
  /** Has the sweep remove a blob that no attachment refers to. @returns false when one does */
  leaveToSweep(place: BlobPlace): Promise<boolean>
  /** All there are, by id, so many above that one. */
  above(after: number, most: number): Promise<readonly Attachment[]>

  /** How much lies in each storage in which anything does. */
  inStorages(): Promise<readonly FilesInStorage[]>

  /** Files that lie in other storages, by id, so many above that one. */
  elsewhere(storage: string, from: { readonly after: number; readonly most: number }): Promise<readonly Attachment[]>
  /**
   * Says that a file lies in another place, where its blob is still expected; the former place becomes a stray.
   * @returns false, with nothing written, when the file is not where it was, or its blob is a stray by now
   */
  relocate(
    from: Pick<Attachment, 'id'> & BlobPlace,
    to: BlobPlace,
    when: { readonly now: Date; readonly formerDueAt: Date },
  ): Promise<boolean>

  /** The newest first. */
  formerStorages(): Promise<readonly FormerStorage[]>
  keepStorage(storage: NewFormerStorage): Promise<void>
  forgetStorages(ids: readonly number[]): Promise<void>
  /** Forgets those in which nothing lies, strays included, and to which no file has gone since then. */
  forgetEmptyStorages(leftBefore: Date): Promise<void>

  /** Adds to visits and to the month's traffic of the owners. */
  addVisits(visits: readonly FileVisits[], month: string): Promise<void>
}
