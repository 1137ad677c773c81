import type { Attachment, AttachmentKind, NewAttachment, PageAttachment } from '../attachment/attachment.ts'
import type { FormerStorage, NewFormerStorage } from '../attachment/former-storage.ts'
import type { BlobPlace, FileVisits } from './files.ts'
import type { Paging, Slice } from '../paging.ts'

export interface AttachmentFilter {
  /** Null for all owners. */
  readonly ownerId: number | null
  /** Part of the owner's username; '' for any. */
  readonly ownerName: string
  /** Part of the name; '' for any. */
  readonly displayName: string
  readonly kind: AttachmentKind | 'all'
}

/** A file and one of the pages that use it. */
export interface FileOfPage extends Attachment {
  readonly pageId: number
  /** Attached by people; otherwise only the page's text refers to it. */
  readonly isAttached: boolean
}

export interface FilesInStorage {
  /** The name of the storage. */
  readonly storage: string
  readonly files: number
  readonly bytes: number
  /** Blobs that no file refers to and that have not been deleted yet. */
  readonly strays: number
}

export interface Attachments<ItemId = number, PageId = number> {
  /** With the pages it is bound to. */
  byToken(token: string): Promise<{ readonly attachment: Attachment; readonly pageIds: readonly number[] } | null>
  byId(id: number): Promise<Attachment | null>
  /** Files attached to the page by people, in that order, without files that only its text refers to. */
  readonly ofPage: (pageId: PageId) => Promise<readonly PageAttachment[]>
  /** The files used by those of the pages that are live pages of the item, in the order in which they were added. */
  readonly usedBy: (itemId: ItemId, pageIds: readonly number[]) => Promise<readonly FileOfPage[]>
  /** Newest first; `ownerUsername` is '' when the account is deleted. */
  search(filter: AttachmentFilter, paging: Paging): Promise<Slice<Attachment & { readonly ownerUsername: string }>>
  /** Total bytes of one owner's files, or of all files (null). */
  usedBytes(ownerId: number | null): Promise<number>
  /** Total bytes of the owner's files added after that time. */
  bytesSince(ownerId: number, since: Date): Promise<number>
  /** Traffic of the owner's files in a month, `YYYY-MM`, in bytes. */
  trafficOf(ownerId: number, month: string): Promise<number>

  /**
   * Inserts the attachment, and attaches it to the page unless that is null; its blob is no longer a stray.
   * @returns null, with nothing written, when the page is not live
   */
  insert(attachment: NewAttachment, pageId: number | null): Promise<Attachment | null>
  /** Attaches the file to the page, if it is not attached already. */
  attach(id: number, pageId: number, at: Date): Promise<void>
  /**
   * Records that the page's text refers to the files with these tokens: those of the owner, and those the page already
   * uses.
   */
  bindNamed(pageId: number, ownerId: number, tokens: readonly string[], at: Date): Promise<void>
  /** Copies the bindings of pages to their copies. */
  copyBindings(copies: readonly { readonly pageId: number; readonly copyId: number }[], at: Date): Promise<void>
  /** Detaches the file from the page; the page's text may still refer to it. @returns false when it was not attached */
  detach(id: number, pageId: number): Promise<boolean>
  /** The owner's files that no page uses, by id. */
  unusedOf(ownerId: number, paging: Paging): Promise<Slice<Attachment>>
  /** Makes somebody else the owner of those. @returns how many */
  giveUnused(from: number, to: number): Promise<number>
  /** Deletes the file if it is the owner's and no page uses it. */
  deleteUnused(id: number, ownerId: number): Promise<boolean>
  /** The pages that use the file; no other page can start using it until the end of the transaction. */
  holdPagesOf(id: number): Promise<readonly number[]>
  /** Deletes it everywhere; its blob becomes a stray immediately. */
  delete(id: number): Promise<void>

  /**
   * Records where a blob is about to be stored; it counts as a stray from `dueAt` on unless an attachment is created
   * for it.
   */
  expectBlob(place: BlobPlace, dueAt: Date): Promise<void>
  /** Keys of strays in one storage, those due longest first. */
  strayBlobs(storage: string, now: Date, most: number): Promise<readonly string[]>
  forgetBlob(place: BlobPlace): Promise<void>

  /** Which of these keys in one storage belong neither to an attachment nor to a recorded stray. */
  unknownKeys(storage: string, keys: readonly string[]): Promise<readonly string[]>
  /** Lets the sweep remove a blob that no attachment refers to. @returns false when one does */
  leaveToSweep(place: BlobPlace): Promise<boolean>
  /** The files with the next higher ids, at most `most`, sorted by id. */
  above(after: number, most: number): Promise<readonly Attachment[]>

  /** How much each non-empty storage contains. */
  inStorages(): Promise<readonly FilesInStorage[]>

  /** The same for files in other storages. */
  elsewhere(storage: string, from: { readonly after: number; readonly most: number }): Promise<readonly Attachment[]>
  /**
   * Records that a file has moved to a place where its blob is still expected; its former place becomes a stray, which
   * is known as a copy of the file.
   * @returns false, with nothing written, when the file is no longer at `from`, or its blob has already become a stray
   */
  relocate(
    from: Pick<Attachment, 'id'> & BlobPlace,
    to: BlobPlace,
    when: { readonly now: Date; readonly formerDueAt: Date },
  ): Promise<boolean>

  /** Copies of a file that moves have left and that are not due to be deleted, the latest first. */
  copiesOf(id: number, now: Date): Promise<readonly BlobPlace[]>

  /** Newest first. */
  formerStorages(): Promise<readonly FormerStorage[]>
  keepStorage(storage: NewFormerStorage): Promise<void>
  forgetStorages(ids: readonly number[]): Promise<void>
  /** Removes those that are empty, with no strays, and that received no new files since then. */
  forgetEmptyStorages(leftBefore: Date): Promise<void>

  /** Adds to the visits of files and to the owners' traffic of the month. */
  addVisits(visits: readonly FileVisits[], month: string): Promise<void>
}
