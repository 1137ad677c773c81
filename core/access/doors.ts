import { accountOf, NOBODY } from '../actor.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Item } from '../item/item.ts'
import { isHeldAgainst, pageLocked } from '../page/lock.ts'
import type { New } from '../new.ts'
import type { ItemFacts, Reading } from '../ports/access.ts'
import { LARGEST_ID } from '../schema.ts'
import { factsIn } from './facts.ts'
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
 * The item, if the caller may do this in it. A missing item is refused like one that is closed to the caller (threats A3).
 * @throws DomainError loginRequired | itemClosed | notAllowed
 */
export async function openItem(
  ctx: Context,
  itemId: number,
  ability: Ability,
  where: Where = 'whole',
): Promise<OpenWholeItem> {
  if (ability !== 'read') requireLogin(ctx)
  const facts = await factsIn(ctx.store).ofItem(itemId, accountOf(ctx.actor))
  if (!facts) throw refusal(ability)
  const access = accessBy(ctx, facts)
  const decision = decide(access, ability, where)
  const item = facts.item as OpenedItem
  return { item, access: admitted(access, ability, decision), menuRevision: facts.menuRevision }
}

/**
 * Like `openItem`, with other changes of this item's tree and settings held off until the end of the transaction. It is
 * decided once, by what was read after the wait: a refusal ends the transaction, and the hold with it.
 */
export async function openItemToChange(
  ctx: Context,
  itemId: number,
  ability: Ability,
  where: Where = 'whole',
): Promise<OpenItem> {
  if (ability !== 'read') requireLogin(ctx)
  await ctx.store.items.lock(itemId)
  return openItem(ctx, itemId, ability, where)
}

/** The item, if the caller may do this in all of it; null otherwise, for callers who are refused in other words. */
export async function itemIfAllowed(ctx: Context, itemId: number, ability: Ability): Promise<OpenedItem | null> {
  const facts = await factsIn(ctx.store).ofItem(itemId, accountOf(ctx.actor))
  return facts && can(accessBy(ctx, facts), ability) ? (facts.item as OpenedItem) : null
}

/**
 * Keeps a new item of the caller's, for whom it counts as opened from then on.
 * @throws DomainError itemsByAdministrators | domainTaken
 */
export async function insertOwnItem(ctx: CommandContext, item: New<Item>): Promise<OpenedItem> {
  if (!(await mayAddItems(ctx))) throw new DomainError('itemsByAdministrators')
  return (await ctx.store.items.insert(item)) as OpenedItem
}

/**
 * The page and its own item, if the caller may do this where the page is. A missing page is refused like one that is
 * closed to the caller (threats A3); one in the recycle bin is not found by those who might read it. A page that another
 * has locked is not opened to be edited; `besideLock` opens it for what leaves its title, text and place alone (A6).
 * @throws DomainError loginRequired | itemClosed | notAllowed | notFound | pageLocked
 */
export async function openPage(
  ctx: Context,
  pageId: number,
  ability: Ability,
  besideLock: 'besideLock' | null = null,
): Promise<OpenPage> {
  if (ability !== 'read') requireLogin(ctx)
  const facts = await factsIn(ctx.store).ofPage(pageId, accountOf(ctx.actor))
  if (!facts) throw refusal(ability)
  const { page, lock, authorUsername, topCatalogId, sealedKey, attachmentCount } = facts
  const isHeld = besideLock === null && isHeldAgainst(lock, accountOf(ctx.actor) ?? NOBODY)
  const access = accessBy(ctx, facts)
  const state: PageState = { deletion: page.deletion, isHeld }
  const decision = decide(access, ability, placeOf(topCatalogId), state)
  if (lock && !decision.isAllowed && decision.because === 'locked') throw pageLocked(page.title, lock)
  const opened = { item: facts.item as OpenedItem, access: admitted(access, ability, decision) }
  return { ...opened, page: page as OpenedPage, lock, authorUsername, topCatalogId, sealedKey, attachmentCount }
}

/**
 * Holds these pages as they are until the end of the transaction, for a change of several at once.
 * @throws DomainError pageLocked when somebody else writes in one of them
 */
export async function requireUnheld(ctx: Context, pageIds: readonly number[]): Promise<void> {
  const held = pageIds.length === 0 ? null : await ctx.store.locks.holdOff(pageIds, accountOf(ctx.actor) ?? NOBODY)
  if (held) throw pageLocked(held.title, held)
}

/** Which of these pages the caller may read; those in the recycle bin are none of them. */
export async function readablePages(ctx: Context, pageIds: readonly number[]): Promise<readonly number[]> {
  if (pageIds.length === 0) return []
  const places = await factsIn(ctx.store).ofPages(pageIds, accountOf(ctx.actor))
  return places
    .filter((facts) => !facts.isRecycled && can(accessBy(ctx, facts), 'read', placeOf(facts.topCatalogId)))
    .map(({ pageId }) => pageId)
}

/**
 * Whether something that these pages use may be taken from all of them by the caller: none of them is closed to the
 * caller, or lies in an item that nobody changes (D85). Pages in the recycle bin count, for they come back.
 */
export async function mayTakeFrom(ctx: Context, pageIds: readonly number[]): Promise<boolean> {
  if (pageIds.length === 0) return true
  const places = await factsIn(ctx.store).ofPages(pageIds, accountOf(ctx.actor))
  return places.every((facts) => {
    const access = accessBy(ctx, facts)
    return can(access, 'read', placeOf(facts.topCatalogId)) && !access.isArchived && !access.isUntouchable
  })
}

/** Somebody with a part in an item that its manager has opened; null for everybody else. */
export async function personIn({ store }: Context, { item }: OpenItem, userId: number): Promise<Participant | null> {
  const [user, facts] = await Promise.all([store.users.byId(userId), factsIn(store).ofItem(item.id, userId)])
  if (!user || !facts) return null
  const access = accessGiven({ item }, user, facts.grants)
  return access.rights.length > 0 ? { user, access } : null
}

/** A page somebody may read. */
export interface ReadablePage extends Reading {
  readonly itemId: number
  readonly itemName: string
  readonly title: string
}

/**
 * Those of the readings that are allowed now, for people who do not ask themselves: whom the product tells of something.
 * What only a browser knows, as a visit password given without an account, does not count.
 */
export async function allowedReadings(
  { store }: Pick<Context, 'store'>,
  readings: readonly Reading[],
): Promise<readonly ReadablePage[]> {
  const facts = await factsIn(store).ofReadings(readings)
  return facts.flatMap(({ item, grants, passedGeneration, topCatalogId, isRecycled, ...reading }) => {
    const actor = { kind: 'user', id: reading.userId, isAdmin: reading.isAdmin } as const
    const access = resolveAccess({ item, actor, grants, hasPassed: passedGeneration === item.visitGeneration })
    if (isRecycled || !can(access, 'read', placeOf(topCatalogId))) return []
    const { pageId, userId, pageTitle: title } = reading
    return [{ pageId, userId, itemId: item.id, itemName: item.name, title }]
  })
}

/**
 * The item the caller has a part in, as a member or by a team, whatever they may do there. Without a part it is refused
 * like one that does not exist (threats A3).
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
 * The item whose visit password somebody is about to give, at its address or by one of its pages; null when there is none.
 * It shows nothing of the item: `core/item/gate.ts` alone uses it.
 * @param address its id or its personal domain; 0 or nothing when only a page is known
 */
export async function findGate(ctx: Context, address: number | string, pageId: number): Promise<Item | null> {
  if (Number(address) !== 0) {
    const itemId = await idAt(ctx, address)
    return itemId === null ? null : ((await factsIn(ctx.store).ofItem(itemId, null))?.item ?? null)
  }
  const facts = await factsIn(ctx.store).ofPage(pageId, null)
  return facts?.page.deletion === null ? facts.item : null
}

/**
 * The id of the item at an address, which is its id or its personal domain.
 * @throws DomainError itemClosed, as for an item the caller may not see
 */
export async function itemIdAt(ctx: Context, address: number | string): Promise<number> {
  const id = await idAt(ctx, address)
  if (id === null) throw refusal('read')
  return id
}

/** Null when no item can have it; one that is a number may have none all the same. */
async function idAt({ store }: Context, address: number | string): Promise<number | null> {
  const id = /^\d{1,10}$/.test(`${address}`) ? Number(address) : await store.items.byDomain(`${address}`)
  return id === null || id < 1 || id > LARGEST_ID ? null : id
}

/** Refuses unless the opened item lets the caller do this there. @throws DomainError notAllowed */
export function requireRight({ access }: OpenItem, ability: Ability, where: Where): void {
  if (!can(access, ability, where)) throw new DomainError('notAllowed')
}

/** The place a right is asked for, from the first-level catalog something lies below; null is the root of the item. */
export const placeOf = (topCatalogId: number | null): Where => (topCatalogId === null ? 'whole' : { topCatalogId })

/** The caller's account, or that of the person a program acts for; `NOBODY` for other programs. @throws DomainError loginRequired */
export function requireLogin(ctx: Pick<Context, 'actor'>): number {
  if (ctx.actor.kind === 'visitor') throw new DomainError('loginRequired')
  return accountOf(ctx.actor) ?? NOBODY
}

function admitted(access: Access, ability: Ability, decision: Decision): Access {
  if (!decision.isAllowed) throw refusal(ability, decision.because)
  return access
}

function accessBy({ actor, session }: Context, { item, grants, passedGeneration }: ItemFacts): Access {
  // What the person of a token has passed elsewhere is nothing to a program.
  const isOfAccount = actor.kind !== 'token' || (actor.itemId === item.id && actor.scopes.length > 0)
  const passed = [session.passedGeneration(item.id), isOfAccount ? passedGeneration : null]
  const hasPassed = passed.includes(item.visitGeneration)
  return resolveAccess({ item, actor, grants, hasPassed })
}

// D07, D10: what may not be seen or managed is closed; a want of the right to edit is "not allowed".
function refusal(ability: Ability, because: Obstacle = 'noRole'): DomainError {
  // Site administrators may know what there is.
  if (because === 'recycled' || ability === 'administer') return new DomainError('notFound')
  const isClosed = because !== 'archived' && because !== 'untouchable' && ability !== 'edit' && ability !== 'copy'
  return new DomainError(isClosed ? 'itemClosed' : 'notAllowed')
}
