import { accountOf, type Actor, type Program, type Scope } from '../actor.ts'
import type { Item } from '../item/item.ts'
import type { Grant } from '../member/membership.ts'
import type { Page } from '../page/page.ts'

/** From weakest to strongest. All comparisons of roles use the order of this list. */
export const ROLES = ['none', 'reader', 'editor', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * read: see pages, search · copy: take content elsewhere, see the change log · edit: pages, catalogs, links · inspect:
 * see settings, members · manage: change them · revoke: take rights away from others, which archiving does not block
 * (D80) · own: transfer, archive, delete · administer: transfer and delete as a site administrator without any role in
 * the item.
 */
export type Ability = 'read' | 'copy' | 'edit' | 'inspect' | 'manage' | 'revoke' | 'own' | 'administer'

/** Where a right is needed: in the whole item, in at least some part of it, or below one first-level catalog. */
export type Where = 'whole' | 'somewhere' | { readonly topCatalogId: number }

/** One source of a role in an item. */
export interface Right extends Omit<Grant, 'role'> {
  readonly from: 'openItem' | 'visitPassword' | 'membership' | 'team' | 'token' | 'siteAdministrator' | 'owner'
  readonly role: Role
}

/** What a caller may do in one item, and why. */
export interface Access {
  readonly rights: readonly Right[]
  /** Archived: nothing may be changed, not even settings (D14), except to take access away (D80). */
  readonly isArchived: boolean
  /** Of a type that only programs may write (D15); false for them. */
  readonly isUntouchable: boolean
}

export interface AccessFacts {
  readonly item: Pick<Item, 'id' | 'ownerId' | 'visitPassword' | 'isMembersOnly' | 'isArchived' | 'type'>
  readonly actor: Actor
  readonly grants: readonly Grant[]
  /** Whether the caller has given the current visit password. */
  readonly hasPassed: boolean
}

/**
 * Why an action is refused: the caller has no role in a private item, a role in only part of it, or too weak a role; or
 * nobody may do it because of the state of the item or the page; or only the holder of the page's lock may (threats
 * A6).
 */
export type Obstacle = 'noRole' | 'otherCatalog' | 'weakRole' | 'archived' | 'untouchable' | 'recycled' | 'locked'

/** The state of a page that blocks some or all callers. */
export interface PageState extends Pick<Page, 'deletion'> {
  /** Locked by somebody else. */
  readonly isHeld: boolean
}

export type Decision =
  | { readonly isAllowed: true; readonly because: readonly Right[] }
  | { readonly isAllowed: false; readonly because: Obstacle }

const NEEDS: Readonly<Record<Ability, Role>> = {
  read: 'reader',
  copy: 'editor',
  edit: 'editor',
  inspect: 'manager',
  manage: 'manager',
  revoke: 'manager',
  own: 'owner',
  administer: 'manager',
}
/** The strongest role a token has according to its scopes. */
const MOST: Readonly<Record<Scope, Role>> = { read: 'reader', write: 'editor' }
const rank = (role: Role): number => ROLES.indexOf(role)
const stronger = (a: Role, b: Role): Role => (rank(a) >= rank(b) ? a : b)
const weaker = (a: Role, b: Role): Role => (rank(a) >= rank(b) ? b : a)

/** What this caller may do in this item. Pure: the doors gather the facts. */
export function resolveAccess(facts: AccessFacts): Access {
  const { item, actor } = facts
  const isUntouchable = item.type === 'runapi' && actor.kind !== 'token'
  return { rights: rightsOf(facts), isArchived: item.isArchived, isUntouchable }
}

/**
 * Whether this ability is given there, and why. Every check, and every explanation of rights, uses this function.
 * Without `where`, the answer is for the whole item, so forgetting `where` refuses rather than allows.
 */
export function decide(
  access: Access,
  ability: Ability,
  where: Where = 'whole',
  page: PageState | null = null,
): Decision {
  const because = access.rights.filter((right) => reaches(right, where) && gives(right, ability))
  // Whoever may read there is told that the page is in the recycle bin, whatever they tried to do with it.
  if (page !== null && page.deletion !== null && can(access, 'read', where)) return refused('recycled')
  if (because.length === 0) return refused(wantOf(access, ability))
  if (access.isArchived && (ability === 'edit' || ability === 'manage')) return refused('archived')
  if (access.isUntouchable && ability === 'edit') return refused('untouchable')
  if (page?.isHeld === true && ability === 'edit') return refused('locked')
  return { isAllowed: true, because }
}

/** The answer of `decide` without its reasons. */
export const can = (access: Access, ability: Ability, where?: Where): boolean =>
  decide(access, ability, where).isAllowed

/** The strongest role there, ignoring whether the item is frozen. */
export const roleIn = ({ rights }: Pick<Access, 'rights'>, where: Where): Role =>
  rights.filter((right) => reaches(right, where)).reduce((role, right) => stronger(role, right.role), NO_ROLE)

/**
 * The first-level catalogs to which a limited member's view is restricted (D36); null for everybody who sees the whole
 * item.
 */
export function visibleCatalogs({ rights }: Pick<Access, 'rights'>): readonly number[] | null {
  const given = rights.filter(({ from }) => from !== 'openItem' && from !== 'visitPassword')
  const catalogIds = given.map(({ catalogId }) => catalogId).filter((catalogId) => catalogId !== null)
  return catalogIds.length > 0 && catalogIds.length === given.length ? [...new Set(catalogIds)] : null
}

function rightsOf(facts: AccessFacts): readonly Right[] {
  const { item, actor, hasPassed } = facts
  const rights = actor.kind === 'token' ? rightsOfToken(actor, facts) : rightsGiven(facts)
  if (item.visitPassword === null) return [...rights, inAll('openItem', 'reader')]
  return hasPassed && !item.isMembersOnly ? [...rights, inAll('visitPassword', 'reader')] : rights
}

function rightsGiven({ item, actor, grants }: AccessFacts): readonly Right[] {
  const rights: Right[] = []
  if (accountOf(actor) === item.ownerId) rights.push(inAll('owner', 'owner'))
  if (actor.kind === 'user' && actor.isAdmin) rights.push(inAll('siteAdministrator', 'manager'))
  for (const grant of grants) rights.push({ from: grant.teamId === null ? 'membership' : 'team', ...grant })
  return rights
}

/** A token has no rights outside its item, beyond its scopes, or beyond those of the person it acts for. */
function rightsOfToken({ itemId, scopes, onBehalfOf }: Program, facts: AccessFacts): readonly Right[] {
  const most = MOST[scopes.includes('write') ? 'write' : 'read']
  if (itemId !== facts.item.id || scopes.length === 0) return []
  if (onBehalfOf === null) return [inAll('token', most)]
  return rightsGiven(facts).map((right) => ({ ...right, role: weaker(right.role, most) }))
}

const inAll = (from: Right['from'], role: Role): Right => ({ from, role, catalogId: null, teamId: null })

function reaches({ catalogId }: Right, where: Where): boolean {
  if (catalogId === null || where === 'somewhere') return true
  return where !== 'whole' && where.topCatalogId === catalogId
}

/** Transferring and deleting bypass the owner, so a role is never enough for a site administrator to do them. */
const gives = ({ role, from }: Right, ability: Ability): boolean =>
  rank(role) >= rank(NEEDS[ability]) && (ability !== 'administer' || from === 'siteAdministrator')

function wantOf(access: Access, ability: Ability): Obstacle {
  if (access.rights.length === 0) return 'noRole'
  return rank(roleIn(access, 'somewhere')) >= rank(NEEDS[ability]) ? 'otherCatalog' : 'weakRole'
}

const NO_ROLE: Role = 'none'
const refused = (because: Obstacle): Decision => ({ isAllowed: false, because })
