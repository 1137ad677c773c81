import { accountIn, accountOf, authorShown, callerIn, NOBODY } from '../actor.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { itemSeen, type Item } from '../item/item.ts'
import { productStore } from '../open-store.ts'
import { isHeldAgainst, pageLocked } from '../page/lock.ts'
import type { New } from '../new.ts'
import type { OpenAccountId } from '../opened-id.ts'
import type { ItemFacts, Reading, ReadingFacts } from '../ports/access.ts'
import { LARGEST_ID } from '../schema.ts'
import { isSeenLess } from '../seen-less.ts'
import { factsIn, sessionIn } from './facts.ts'
import { mayAddItems } from './site-rules.ts'
import type { OpenedItem, OpenedPage, OpenItem, OpenPage, OpenWholeItem } from './opened.ts'
import { accessGiven, type Participant } from './people.ts'
import {
  can,
  decide,
  resolveAccess,
  type Ability,
  type Access,
  type Decision,
  type Obstacle,
  type PageState,
  type Where,
} from './access.ts'

/**
 * The item, if the caller may do this in it. A missing item is refused exactly like one the caller cannot access
 * (threats A3).
 * @throws DomainError loginRequired | itemClosed | notAllowed
 */
export async function openItem(
  ctx: Context,
  itemId: number,
  ability: Ability,
  where: Where = 'whole',
): Promise<OpenWholeItem> {
  if (ability !== 'read') requireLogin(ctx)
  const facts = await factsIn(ctx.store).ofItem(itemId, accountIn(ctx))
  if (!facts) throw refusal(ability)
  const access = accessBy(ctx, facts)
  const decision = decide(access, ability, where)
  const item = itemFor(ctx, facts.item)
  return { item, access: admitted(access, ability, decision), menuRevision: facts.menuRevision }
}

/**
 * Like `openItem`, but blocks concurrent changes of this item's tree and settings until the end of the transaction. The
 * decision is made once, on data read after the lock was acquired; a refusal ends the transaction and releases the
 * lock.
 */
export async function openItemToChange(
  ctx: Context,
  itemId: number,
  ability: Ability,
  where: Where = 'whole',
): Promise<OpenItem> {
  if (ability !== 'read') requireLogin(ctx)
  await productStore(ctx.store).items.lock(itemId)
  return openItem(ctx, itemId, ability, where)
}

/** The item, if the caller may do this in all of it; null otherwise, for operations with a refusal of their own. */
export async function itemIfAllowed(ctx: Context, itemId: number, ability: Ability): Promise<OpenedItem | null> {
  const facts = await factsIn(ctx.store).ofItem(itemId, accountIn(ctx))
  return facts && can(accessBy(ctx, facts), ability) ? (facts.item as OpenedItem) : null
}

/** Whether the caller may read something of the item at an address. Asking is no attempt, so nothing is put on record. */
export async function isReadableAt(ctx: Context, address: number | string): Promise<boolean> {
  const itemId = await idAt(ctx, address)
  const facts = itemId === null ? null : await factsIn(ctx.store).ofItem(itemId, accountIn(ctx))
  return facts !== null && can(accessBy(ctx, facts), 'read', 'somewhere')
}

/**
 * Inserts a new item of the caller's, which then counts as opened.
 * @throws DomainError itemsByAdministrators | domainTaken
 */
export async function insertOwnItem(ctx: CommandContext, item: New<Item>): Promise<OpenedItem> {
  if (!(await mayAddItems(ctx))) throw new DomainError('itemsByAdministrators')
  return (await productStore(ctx.store).items.insert(item)) as OpenedItem
}

/**
 * The page and its item, if the caller may do this at the page's place. A missing page is refused exactly like one the
 * caller cannot access (threats A3); one in the recycle bin is "not found" for those who could read it. A page locked
 * by somebody else cannot be opened for editing; `besideLock` allows it for changes that do not touch its title, text
 * or place (A6).
 * @throws DomainError loginRequired | itemClosed | notAllowed | notFound | pageLocked
 */
export async function openPage(
  ctx: Context,
  pageId: number,
  ability: Ability,
  besideLock: 'besideLock' | null = null,
): Promise<OpenPage> {
  if (ability !== 'read') requireLogin(ctx)
  const facts = await factsIn(ctx.store).ofPage(pageId, accountIn(ctx))
  if (!facts) throw refusal(ability)
  const { page, lock, topCatalogId, attachmentCount } = facts
  const isHeld = besideLock === null && isHeldAgainst(lock, accountIn(ctx) ?? NOBODY)
  const access = accessBy(ctx, facts)
  const state: PageState = { deletion: page.deletion, isHeld }
  const decision = decide(access, ability, placeOf(topCatalogId), state)
  if (lock && !decision.isAllowed && decision.because === 'locked') throw pageLocked(page.title, lock)
  const opened = { item: itemFor(ctx, facts.item), access: admitted(access, ability, decision) }
  const authorUsername = authorShown(page.authorId, facts.authorUsername, ctx.session.language)
  const place = { page: page as OpenedPage, topCatalogId }
  return { ...opened, ...place, lock, authorUsername, ...workingLink(ctx, facts), attachmentCount }
}

/** Plugins do not get what is secret of an item. */
const itemFor = ({ store }: Context, item: Item): OpenedItem =>
  (isSeenLess(store) ? itemSeen(item) : item) as OpenedItem

/** A link that has ended is none; a key opens the page for anybody, and plugins do not get it. */
const workingLink = (
  { store, services: { clock } }: Context,
  { sealedKey, linkEndsAt }: Pick<OpenPage, 'sealedKey' | 'linkEndsAt'>,
): Pick<OpenPage, 'sealedKey' | 'linkEndsAt'> =>
  isSeenLess(store) || (linkEndsAt !== null && linkEndsAt <= clock.now())
    ? { sealedKey: null, linkEndsAt: null }
    : { sealedKey, linkEndsAt }

/**
 * Locks these pages until the end of the transaction, for changing several at once.
 * @throws DomainError pageLocked when somebody else is editing one of them
 */
export async function requireUnheld(ctx: Context, pageIds: readonly number[]): Promise<void> {
  const held =
    pageIds.length === 0 ? null : await productStore(ctx.store).locks.holdOff(pageIds, accountIn(ctx) ?? NOBODY)
  if (held) throw pageLocked(held.title, held)
}

/** Which of these pages the caller may read; never those in the recycle bin. */
export const readablePages = async (ctx: Context, pageIds: readonly number[]): Promise<readonly number[]> =>
  (await readablePlaces(ctx, pageIds)).map(({ pageId }) => pageId)

/** The same with where they are, and what the caller may do there. */
export async function readablePlaces(ctx: Context, pageIds: readonly number[]): Promise<readonly ReadablePlace[]> {
  if (pageIds.length === 0) return []
  const places = await factsIn(ctx.store).ofPages(pageIds, accountIn(ctx))
  return places.flatMap((facts) => {
    const { pageId, pageTitle: title, item, topCatalogId, isRecycled } = facts
    const access = accessBy(ctx, facts)
    if (isRecycled || !can(access, 'read', placeOf(topCatalogId))) return []
    return [{ pageId, title, itemId: item.id, itemName: item.name, topCatalogId, access }]
  })
}

/**
 * Whether the caller may remove something that all of these pages use: the caller can read all of them, and none is in
 * an item that nobody may change (D85). Pages in the recycle bin count, because they may be restored.
 */
export async function mayTakeFrom(ctx: Context, pageIds: readonly number[]): Promise<boolean> {
  if (pageIds.length === 0) return true
  const places = await factsIn(ctx.store).ofPages(pageIds, accountIn(ctx))
  return places.every((facts) => {
    const access = accessBy(ctx, facts)
    return can(access, 'read', placeOf(facts.topCatalogId)) && !access.isArchived && !access.isUntouchable
  })
}

/** A person with a role in an item that its manager has opened; null for everybody else. */
export async function personIn({ store }: Context, { item }: OpenItem, userId: number): Promise<Participant | null> {
  const [user, facts] = await Promise.all([store.users.byId(userId), factsIn(store).ofItem(item.id, userId)])
  if (!user || !facts) return null
  const access = accessGiven({ item }, user, facts.grants)
  return access.rights.length > 0 ? { user, access } : null
}

/**
 * Which of these readings are currently allowed, also for people who are not the caller, such as recipients of
 * notifications. State that exists only in a browser, such as a visit password given without an account, is ignored.
 */
export const allowedReadings = async (
  { store }: Pick<Context, 'store'>,
  readings: readonly Reading[],
): Promise<readonly Reading[]> =>
  (await allowed(store, readings, 'read')).map(({ pageId, userId }) => ({ pageId, userId }))

/** Which of these people may edit these pages now, as `allowedReadings`; locks are ignored. */
export const allowedEdits = async (
  { store }: Pick<Context, 'store'>,
  edits: readonly Reading[],
): Promise<readonly Reading[]> =>
  (await allowed(store, edits, 'edit')).map(({ pageId, userId }) => ({ pageId, userId }))

/** A page that somebody may read. */
export interface ReadablePage {
  readonly pageId: number
  readonly itemId: number
  readonly itemName: string
  readonly title: string
}

/** A page that the caller may read, without its text, and what the caller may do there. */
export interface ReadablePlace {
  readonly pageId: number
  readonly title: string
  readonly itemId: number
  readonly itemName: string
  /** The first-level catalog the page lies below; null in the root of the item. */
  readonly topCatalogId: number | null
  readonly access: Access
}

/** Those of these pages that somebody whose own lists may be read may read, as `allowedReadings`. */
export async function pagesReadableBy(
  { store }: Pick<Context, 'store'>,
  userId: OpenAccountId,
  pageIds: readonly number[],
): Promise<readonly ReadablePage[]> {
  const readings = pageIds.map((pageId) => ({ pageId, userId }))
  return (await allowed(store, readings, 'read')).map(({ pageId, pageTitle: title, item }) => ({
    ...{ pageId, title },
    ...{ itemId: item.id, itemName: item.name },
  }))
}

async function allowed(
  store: Context['store'],
  readings: readonly Reading[],
  ability: 'read' | 'edit',
): Promise<readonly ReadingFacts[]> {
  const facts = await factsIn(store).ofReadings(readings)
  return facts.filter(({ item, grants, passedGeneration, topCatalogId, isRecycled, isAdmin, userId }) => {
    const actor = { kind: 'user', id: userId, isAdmin } as const
    const access = resolveAccess({ item, actor, grants, hasPassed: passedGeneration === item.visitGeneration })
    return !isRecycled && can(access, ability, placeOf(topCatalogId))
  })
}

/**
 * The item in which the caller has a role, as a member or through a team, whatever that role allows. Without one it is
 * refused like an item that does not exist (threats A3).
 * @throws DomainError loginRequired | notFound | ownerStays
 */
export async function openToLeave(ctx: Context, itemId: number): Promise<OpenedItem> {
  const userId = requireLogin(ctx)
  const facts = await factsIn(ctx.store).ofItem(itemId, userId)
  if (facts?.item.ownerId === userId) throw new DomainError('ownerStays')
  if (!facts || facts.grants.length === 0) throw new DomainError('notFound')
  return facts.item as OpenedItem
}

/**
 * The item whose visit password somebody is entering, by its address or one of its pages; null when there is none. It
 * reveals nothing about the item, and only `core/item/visit-password.ts` uses it.
 * @param address the id or personal domain; 0 or '' when only a page is known
 */
export async function findItemToEnter(ctx: Context, address: number | string, pageId: number): Promise<Item | null> {
  if (Number(address) !== 0) {
    const itemId = await idAt(ctx, address)
    return itemId === null ? null : ((await factsIn(ctx.store).ofItem(itemId, null))?.item ?? null)
  }
  const facts = await factsIn(ctx.store).ofPage(pageId, null)
  return facts?.page.deletion === null ? facts.item : null
}

/**
 * The id of the item at an address, which is either its id or its personal domain.
 * @throws DomainError itemClosed, as for an item the caller cannot access
 */
export async function itemIdAt(ctx: Context, address: number | string): Promise<number> {
  const id = await idAt(ctx, address)
  if (id === null) throw refusal('read')
  return id
}

/** Null when no item can have this address; a numeric one may still have no item. */
async function idAt({ store }: Context, address: number | string): Promise<number | null> {
  const id = /^\d{1,10}$/.test(`${address}`) ? Number(address) : await store.items.byDomain(`${address}`)
  return id === null || id < 1 || id > LARGEST_ID ? null : id
}

/** Checks another ability on an opened item. @throws DomainError notAllowed */
export function requireRight({ access }: OpenItem, ability: Ability, where: Where): void {
  if (!can(access, ability, where)) throw new DomainError('notAllowed')
}

/** The place to check a right for, given the first-level catalog; null is the root of the item. */
export const placeOf = (topCatalogId: number | null): Where => (topCatalogId === null ? 'whole' : { topCatalogId })

/**
 * The caller's account, or that of the person a program acts for; `NOBODY` for other programs. @throws DomainError
 * loginRequired
 */
export function requireLogin(ctx: Pick<Context, 'actor' | 'session'>): OpenAccountId {
  const actor = callerIn(ctx)
  if (actor.kind === 'visitor') throw new DomainError('loginRequired')
  return (accountOf(actor) ?? NOBODY) as OpenAccountId
}

function admitted(access: Access, ability: Ability, decision: Decision): Access {
  if (!decision.isAllowed) throw refusal(ability, decision.because)
  return access
}

function accessBy(ctx: Context, { item, grants, passedGeneration }: ItemFacts): Access {
  const actor = callerIn(ctx)
  // Visit passwords the token's person has given elsewhere do not apply to a program.
  const isOfAccount = actor.kind !== 'token' || (actor.itemId === item.id && actor.scopes.length > 0)
  const passed = [sessionIn(ctx).passedGeneration(item.id), isOfAccount ? passedGeneration : null]
  const hasPassed = passed.includes(item.visitGeneration)
  return resolveAccess({ item, actor, grants, hasPassed })
}

// D07, D10: what the caller cannot see or manage is "closed"; only lacking the edit right is "not allowed".
function refusal(ability: Ability, because: Obstacle = 'noRole'): DomainError {
  // Site administrators may learn which items exist.
  if (because === 'recycled' || ability === 'administer') return new DomainError('notFound')
  const isClosed = because !== 'archived' && because !== 'untouchable' && ability !== 'edit' && ability !== 'copy'
  return new DomainError(isClosed ? 'itemClosed' : 'notAllowed')
}
