import type { MemberRole } from '../member/membership.ts'

/** Actions. The names are stored in the database: never rename one. */
export const CHANGE_ACTIONS = [
  'create',
  'update',
  'delete',
  'copy',
  'move',
  'sort',
  /** A former version was restored. */
  'restore',
  /** Restored from the recycle bin. */
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
  /** A manager took over the lock of a page. */
  'breakLock',
  /** A file was imported into the item. */
  'import',
  'undoImport',
] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** Types of objects. The names are stored in the database: never rename one. */
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

/** Additional details, as codes, numbers, and names at that time. */
export interface ChangeDetails {
  /** The object's previous name. */
  readonly oldName?: string
  /** The target catalog, or the catalog a role is limited to; '' for the root of the item. */
  readonly catalogName?: string
  readonly role?: MemberRole
  readonly oldRole?: MemberRole
  /** The username of the person concerned, if that is not the object. */
  readonly person?: string
  readonly teamName?: string
  /** The page a file was attached to or detached from. */
  readonly pageTitle?: string
  /** Contents of the object that were affected too. */
  readonly catalogs?: number
  readonly pages?: number
  /** From or to another item. */
  readonly isAcross?: true
  readonly aspects?: readonly ItemAspect[]
}

/** One change of an item, as a person would describe it: codes and names at that time, never a sentence. */
export interface ChangeEntry {
  readonly id: number
  readonly itemId: number
  readonly at: Date
  /** `NOBODY` for a program with the item's own token. */
  readonly actorId: number
  readonly action: ChangeAction
  readonly object: ChangeObject
  /** For a member, the user's id. */
  readonly objectId: number
  /** '' for the item itself when only its content was sorted. */
  readonly objectName: string
  readonly details: ChangeDetails
  /**
   * Entries that differ only in time and name are merged when their stretches are equal: ten saves in ten minutes are
   * shown as one. Null for entries that are never merged.
   */
  readonly stretch: number | null
}

/** An entry derived from the table of events. */
export interface ChangeDraft extends Pick<ChangeEntry, 'itemId' | 'action' | 'object' | 'objectId' | 'objectName'> {
  readonly details?: ChangeDetails
  /** One of several such changes that are shown as one. */
  readonly isRepeated?: true
}
