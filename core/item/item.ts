import { isPersonalDomain } from '../addresses.ts'
import { DomainError } from '../errors.ts'
import type { New } from '../new.ts'

export const ITEM_TYPES = { regular: 1, single: 2, runapi: 3, table: 4 } as const
export type ItemType = keyof typeof ITEM_TYPES

/** The visit password of a private item: shown to managers, checked for visitors (threats T9). */
export interface VisitPassword {
  /** The password, encrypted with the item's id as associated data. */
  readonly sealed: string
  /** Keyed digest of the password, for checking. */
  readonly digest: string
}

export interface GlobalParams {
  readonly query: readonly unknown[]
  readonly body: readonly unknown[]
  readonly header: readonly unknown[]
}

/** A project: a tree of catalogs and pages. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly description: string
  /** The personal domain: letters and digits, not digits only; null when the item has none. */
  readonly domain: string | null
  readonly type: ItemType
  readonly ownerId: number
  /**
   * Null exactly when the item is open; plugins see nothing more of it, and reading its parts fails. For a members-only
   * item it is a password nobody knows.
   */
  readonly visitPassword: VisitPassword | null
  /**
   * No password gives access. Such an item still has one, so that code that forgets to check this flag fails closed.
   */
  readonly isMembersOnly: boolean
  /** Increased with every change of the visit password; a pass is valid for one generation only (D46, T9). */
  readonly visitGeneration: number
  /** Never false again once true. */
  readonly isArchived: boolean
  readonly globalParams: GlobalParams
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Whether items of this type have exactly one page, and no catalogs. */
export const consistsOfOnePage = (type: ItemType): boolean => type === 'single' || type === 'table'

export const NO_GLOBAL_PARAMS: GlobalParams = { query: [], body: [], header: [] }

/** What managers may change of an item, except the visit password. */
export interface ItemSettings {
  readonly name: string
  readonly description: string
  /** As entered; '' for none. */
  readonly domain: string
}

/** open: anyone with the address · password: members, and anyone with the password · members: members only. */
export const VISIBILITIES = ['open', 'password', 'members'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const isPrivate = (item: Pick<Item, 'visitPassword'>): boolean => item.visitPassword !== null

export const visibilityOf = (item: Pick<Item, 'visitPassword' | 'isMembersOnly'>): Visibility =>
  isPrivate(item) ? (item.isMembersOnly ? 'members' : 'password') : 'open'

/**
 * The item as plugins see it: that it has a visit password, but nothing of it. Reading its parts fails, so that such an
 * item is not written either.
 */
export const itemSeen = <T extends Pick<Item, 'visitPassword'>>(item: T): T =>
  item.visitPassword === null ? item : { ...item, visitPassword: UNSEEN }

function unseen(): never {
  throw new Error('plugins get nothing of the visit password of an item')
}
// Not enumerable: an item can still be copied, or written as JSON.
const UNSEEN = Object.freeze(
  Object.defineProperties({}, { sealed: { get: unseen }, digest: { get: unseen } }),
) as VisitPassword

/** The personal domain from user input. @throws DomainError illegalDomain */
export function domainOf(typed: string): string | null {
  if (typed === '') return null
  if (!isPersonalDomain(typed)) throw new DomainError('illegalDomain')
  return typed
}

/** A new, open item without content. @throws DomainError illegalDomain | invalidInput (no name) */
export const newItem = (settings: ItemSettings, type: ItemType, ownerId: number, now: Date): New<Item> => ({
  ...settled(settings),
  type,
  ownerId,
  visitPassword: null,
  isMembersOnly: false,
  visitGeneration: 0,
  isArchived: false,
  globalParams: NO_GLOBAL_PARAMS,
  createdAt: now,
  updatedAt: now,
})

/** The item with changed settings. @throws DomainError illegalDomain | invalidInput (no name) */
export const withSettings = (item: Item, settings: ItemSettings, now: Date): Item => ({
  ...item,
  ...settled(settings),
  updatedAt: now,
})

/** The item with this visit password, or opened with null. Any change invalidates existing passes. */
export function withVisitPassword(item: Item, visitPassword: VisitPassword | null): Item {
  if (!item.isMembersOnly && item.visitPassword?.digest === visitPassword?.digest) return item
  return { ...item, visitPassword, isMembersOnly: false, visitGeneration: item.visitGeneration + 1 }
}

/** The item closed to everybody without a role in it; `unknown` is a password that nobody is given. */
export const forMembersOnly = (item: Item, unknown: VisitPassword): Item =>
  item.isMembersOnly ? item : { ...withVisitPassword(item, unknown), isMembersOnly: true }

/**
 * Whether the only difference is that existing passes became invalid and no new ones are given without the new
 * password.
 */
export const isOnlyClosed = (before: Item, after: Item): boolean =>
  isPrivate(after) &&
  (after.isMembersOnly || !before.isMembersOnly) &&
  after.visitGeneration !== before.visitGeneration &&
  after.name === before.name &&
  after.description === before.description &&
  after.domain === before.domain

/** The archived item, permanently (D14). */
export const archived = (item: Item, now: Date): Item => ({ ...item, isArchived: true, updatedAt: now })

function settled({ name, description, domain }: ItemSettings): Pick<Item, 'name' | 'description' | 'domain'> {
  if (name.trim() === '') throw new DomainError('invalidInput', { field: 'itemName' })
  return { name: name.trim(), description, domain: domainOf(domain) }
}
