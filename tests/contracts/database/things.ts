import { randomUUID } from 'node:crypto'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import type { User } from '#core/account/user.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import type { Item } from '#core/item/item.ts'
import type { Page } from '#core/page/page.ts'
import type { Store } from '#core/ports/store.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'

/** Opens an empty database; a suite opens one for all its tests and closes it. */
export type Opener = () => Promise<OpenDatabase>

export const NOW = new Date('2026-03-01T08:00:00.123Z')
export const later = (ms: number): Date => new Date(NOW.getTime() + ms)

let number = 0
const next = (): number => (number += 1)

export const aUser = (store: Store, facts: Partial<User> = {}): Promise<User> =>
  store.users.insert({
    // A process that was killed may have made users before.
    username: `user-${randomUUID().slice(0, 12)}`,
    name: '',
    email: null,
    isEmailVerified: false,
    isAdmin: false,
    isSwitchedOff: false,
    hasSecondFactor: false,
    mustChangePassword: false,
    passwordHash: null,
    registeredAt: NOW,
    lastLoginAt: null,
    ...NO_PREFERENCES,
    ...facts,
  })

export const anItem = async (store: Store, facts: Partial<Item> = {}): Promise<Item> =>
  store.items.insert({
    name: `Item ${next()}`,
    description: '',
    domain: null,
    type: 'regular',
    visitPassword: null,
    isMembersOnly: false,
    visitGeneration: 0,
    isArchived: false,
    globalParams: { query: [], body: [], header: [] },
    createdAt: NOW,
    updatedAt: NOW,
    ...facts,
    ownerId: facts.ownerId ?? (await aUser(store)).id,
  })

export const aCatalog = (store: Store, itemId: number, facts: Partial<Catalog> = {}): Promise<Catalog> =>
  store.catalogs.insert({ itemId, parentId: null, name: `Catalog ${next()}`, level: 1, order: 99, ...facts })

export const pageFacts = (itemId: number, facts: Partial<Page> = {}): Omit<Page, 'id'> => ({
  itemId,
  catalogId: null,
  title: `Page ${next()}`,
  content: 'text',
  order: 99,
  authorId: 1,
  revision: 1,
  createdAt: NOW,
  savedAt: NOW,
  deletion: null,
  ...facts,
})

export const aPage = (store: Store, itemId: number, facts: Partial<Page> = {}): Promise<Page> =>
  store.pages.insert(pageFacts(itemId, facts))

/** The page as its next save writes it. */
export const resaved = (page: Page, facts: Partial<Page> = {}): Page => ({
  ...page,
  revision: page.revision + 1,
  savedAt: later(1_000),
  ...facts,
})

/** The kind of the refusal the work ends with; null when it ends well. */
export const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Error && 'kind' in error ? error.kind : error),
  )
