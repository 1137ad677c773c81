import type { Paging, Slice } from '../paging.ts'

/** Whose space is meant: what somebody has written and uploaded, or what lies in an item. */
export interface SpaceOwner {
  readonly kind: 'person' | 'item'
  readonly id: number
}

/** How much there may be, in MB: 0 for no limit, null where the settings of the site decide. */
export interface Quota {
  readonly textMegabytes: number | null
  readonly fileMegabytes: number | null
}

export interface UsedSpace extends Quota {
  readonly id: number
  /** A username, or the name of an item. */
  readonly name: string
  /** The name of the person, or the username of the item's owner. */
  readonly detail: string
  readonly files: number
  readonly fileBytes: number
  readonly textBytes: number
}

/** How much room texts and files take, and may take. What lies in the bin of items counts for nobody. */
export interface Space {
  quotaOf(owner: SpaceOwner): Promise<Quota>
  setQuota(owner: SpaceOwner, quota: Quota): Promise<void>
  /** Bytes of the files somebody has uploaded, or that pages of an item use. */
  fileBytesOf(owner: SpaceOwner): Promise<number>
  /** Waits until nobody else holds the owner's files, and holds them until the end of the transaction. */
  holdFiles(owner: SpaceOwner): Promise<void>
  /** People, or items, with a part of this in their names, those who use most first. */
  used(kind: SpaceOwner['kind'], name: string, paging: Paging): Promise<Slice<UsedSpace>>
}
