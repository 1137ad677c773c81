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
  /** Null exactly when the item is open. */
  readonly visitPassword: VisitPassword | null
  /** Raised with every change of the visit password; a pass is good for one generation only (D46, T9). */
  readonly visitGeneration: number
  /** Never becomes false again. */
  readonly isArchived: boolean
  readonly globalParams: GlobalParams
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const isPrivate = (item: Pick<Item, 'visitPassword'>): boolean => item.visitPassword !== null
