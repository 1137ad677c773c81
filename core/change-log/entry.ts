import type { MemberRole } from '../member/membership.ts'

/** What was done. Kept in the database by name: never rename one. */
export const CHANGE_ACTIONS = [
  'create',
  'update',
  'delete',
  'copy',
  'move',
  'sort',
  /** A former version became the present one. */
  'restore',
  /** Back from the recycle bin. */
  'recover',
  'comment',
  'archive',
  'transfer',
  'bind',
  'unbind',
  'join',
  'leave',
  'share',
  'unshare',
  'resetKey',
  /** A manager took the lock of a page from somebody. */
  'breakLock',
  /** A file was brought into the item. */
  'import',
  'undoImport',
] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** What it was done to. Kept in the database by name: never rename one. */
export const CHANGE_OBJECTS = ['item', 'page', 'catalog', 'member', 'team', 'template', 'attachment'] as const
export type ChangeObject = (typeof CHANGE_OBJECTS)[number]

/** Parts of an item's settings. */
export const ITEM_ASPECTS = [
  'name',
  'description',
  'domain',
  'madePrivate',
  'madeOpen',
  'visitPassword',
  'madeMembersOnly',
] as const
export type ItemAspect = (typeof ITEM_ASPECTS)[number]

/** What a person would add to the telling, as codes, numbers, and names as they were then. */
export interface ChangeDetails {
  /** What the object was called before. */
  readonly oldName?: string
  /** The catalog something went to, or a role is limited to; '' for the root of the item. */
  readonly catalogName?: string
  readonly role?: MemberRole
  readonly oldRole?: MemberRole
  /** The username of the person it is about, when that is not the object. */
  readonly person?: string
  readonly teamName?: string
  /** The page a file was attached to or taken off. */
  readonly pageTitle?: string
  /** What lay in the object and shared its fate. */
  readonly catalogs?: number
  readonly pages?: number
  /** From or to another item. */
  readonly isAcross?: true
  readonly aspects?: readonly ItemAspect[]
}

/** One change of an item as a person would tell it: codes and names of that time, never a sentence. */
export interface ChangeEntry {
  readonly id: number
  readonly itemId: number
  readonly at: Date
  /** `NOBODY` for a program with the item's own token. */
  readonly actorId: number
  readonly action: ChangeAction
  readonly object: ChangeObject
  /** A member's is the user's id. */
  readonly objectId: number
  /** '' for the item itself when only its content was sorted. */
  readonly objectName: string
  readonly details: ChangeDetails
  /**
   * Entries that differ in nothing but time and name are one when their stretches are the same: ten saves in ten minutes
   * are one piece of work. Null for those that stand alone.
   */
  readonly stretch: number | null
}

/** An entry as the table of events gives it. */
export interface ChangeDraft extends Pick<ChangeEntry, 'itemId' | 'action' | 'object' | 'objectId' | 'objectName'> {
  readonly details?: ChangeDetails
  /** One of a number of such changes, which are told as one. */
  readonly isRepeated?: true
}
