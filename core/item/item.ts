import { isPersonalDomain } from '../addresses.ts'
import { DomainError } from '../errors.ts'
import type { New } from '../new.ts'

export const ITEM_TYPES = { regular: 1, single: 2, runapi: 3, table: 4 } as const
export type ItemType = keyof typeof ITEM_TYPES

/** The visit password of a private item: shown to managers, checked for visitors (threats T9). */
export interface VisitPassword {
  /** The password itself, encrypted with the item's id as additional data. */
  readonly sealed: string
  /** Keyed digest of the password, for checking. */
  readonly digest: string
}

export interface GlobalParams {
  readonly query: readonly unknown[]
  readonly body: readonly unknown[]
  readonly header: readonly unknown[]
}

/** A project: catalogs and pages that belong together. */
export interface Item {
  readonly id: number
  readonly name: string
  readonly description: string
  /** The personal domain: letters and digits, not digits only; null when the item has none. */
  readonly domain: string | null
  readonly type: ItemType
  readonly ownerId: number
  /** Null exactly when the item is open; of an item for members only it is one that nobody knows. */
  readonly visitPassword: VisitPassword | null
  /** No password lets anybody in. Such an item keeps one, so that whatever forgets to look here stays closed. */
  readonly isMembersOnly: boolean
  /** Raised with every change of the visit password; a pass is good for one generation only (D46, T9). */
  readonly visitGeneration: number
  /** Never becomes false again. */
  readonly isArchived: boolean
  readonly globalParams: GlobalParams
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** What managers may change of an item, the visit password apart. */
export interface ItemSettings {
  readonly name: string
  readonly description: string
  /** As typed; empty for none. */
  readonly domain: string
}

/** open: whoever has the address · password: besides those with a part in it, who knows the password · members: nobody else. */
export const VISIBILITIES = ['open', 'password', 'members'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const isPrivate = (item: Pick<Item, 'visitPassword'>): boolean => item.visitPassword !== null

export const visibilityOf = (item: Pick<Item, 'visitPassword' | 'isMembersOnly'>): Visibility =>
  isPrivate(item) ? (item.isMembersOnly ? 'members' : 'password') : 'open'

/** The personal domain from what was typed. @throws DomainError illegalDomain */
export function domainOf(typed: string): string | null {
  if (typed === '') return null
  if (!isPersonalDomain(typed)) throw new DomainError('illegalDomain')
  return typed
}

/** An open, empty item. @throws DomainError illegalDomain | invalidInput (no name) */
export const newItem = (settings: ItemSettings, type: ItemType, ownerId: number, now: Date): New<Item> => ({
  ...settled(settings),
  type,
  ownerId,
  visitPassword: null,
  isMembersOnly: false,
  visitGeneration: 0,
  isArchived: false,
  globalParams: { query: [], body: [], header: [] },
  createdAt: now,
  updatedAt: now,
})

/** The item with other settings. @throws DomainError illegalDomain | invalidInput (no name) */
export const withSettings = (item: Item, settings: ItemSettings, now: Date): Item => ({
  ...item,
  ...settled(settings),
  updatedAt: now,
})

/** The item closed with this password, or opened with null. Any change ends the passes given so far. */
export function withVisitPassword(item: Item, visitPassword: VisitPassword | null): Item {
  if (!item.isMembersOnly && item.visitPassword?.digest === visitPassword?.digest) return item
  return { ...item, visitPassword, isMembersOnly: false, visitGeneration: item.visitGeneration + 1 }
}

/** The item closed to everybody without a part in it; `unknown` is a password that nobody is told. */
export const forMembersOnly = (item: Item, unknown: VisitPassword): Item =>
  item.isMembersOnly ? item : { ...withVisitPassword(item, unknown), isMembersOnly: true }

/** Whether the item differs in nothing but that passes given so far are over, and that nobody comes in without a new one. */
export const isOnlyClosed = (before: Item, after: Item): boolean =>
  isPrivate(after) &&
  (after.isMembersOnly || !before.isMembersOnly) &&
  after.visitGeneration !== before.visitGeneration &&
  after.name === before.name &&
  after.description === before.description &&
  after.domain === before.domain

/** The item as it stays from now on: there is no way back (D14). */
export const archived = (item: Item, now: Date): Item => ({ ...item, isArchived: true, updatedAt: now })

function settled({ name, description, domain }: ItemSettings): Pick<Item, 'name' | 'description' | 'domain'> {
  if (name.trim() === '') throw new DomainError('invalidInput', { field: 'itemName' })
  return { name: name.trim(), description, domain: domainOf(domain) }
}
