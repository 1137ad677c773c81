import type { Paging, Slice } from '../paging.ts'

/** Whose usage is meant: what somebody has written and uploaded, or what an item contains. */
export interface SpaceOwner {
  readonly kind: 'person' | 'item'
  readonly id: number
}

/** Quotas in MB: 0 for no limit, null to use the site settings. */
export interface Quota {
  readonly textMegabytes: number | null
  readonly fileMegabytes: number | null
}

export interface UsedSpace extends Quota {
  readonly id: number
  /** A username, or the name of an item. */
  readonly name: string
  /** The display name of the person, or the username of the item's owner. */
  readonly detail: string
  readonly files: number
  readonly fileBytes: number
  readonly textBytes: number
}

/** How much space texts and files use, and their quotas. Items in the recycle bin count for nobody. */
export interface Space {
  quotaOf(owner: SpaceOwner): Promise<Quota>
  setQuota(owner: SpaceOwner, quota: Quota): Promise<void>
  /** Bytes of the files somebody has uploaded, or that pages of an item use. */
  fileBytesOf(owner: SpaceOwner): Promise<number>
  /** Waits for and acquires the lock on the owner's files, held until the end of the transaction. */
  holdFiles(owner: SpaceOwner): Promise<void>
  /** People or items with this text in their names, largest usage first. */
  used(kind: SpaceOwner['kind'], name: string, paging: Paging): Promise<Slice<UsedSpace>>
}
