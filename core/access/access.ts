import type { Item } from '../item/item.ts'
import type { MemberRole } from '../member/membership.ts'

/** Who asks. An item key is the open API's key of one item. */
export type Actor =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'user'; readonly id: number; readonly isAdmin: boolean }
  | { readonly kind: 'itemKey'; readonly itemId: number }

/** From weakest to strongest. The order of this list is the lattice. */
export const ROLES = ['none', 'reader', 'editor', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * read: see pages, search · copy: take the content elsewhere, see the change log · edit: pages, catalogs, links ·
 * inspect: see settings, members · manage: change them · own: transfer, archive, delete.
 */
export type Ability = 'read' | 'copy' | 'edit' | 'inspect' | 'manage' | 'own'

/** A role given to a member, directly or through a team; catalogId null means the whole item. */
export interface Grant {
  readonly role: MemberRole
  readonly catalogId: number | null
}

/** Where a right is asked for: in the whole item, in at least some part of it, or below one first-level catalog. */
export type Where = 'whole' | 'somewhere' | { readonly topCatalogId: number }

/** What a caller may do in one item. */
export interface Access {
  readonly role: Role
  readonly catalogRoles: ReadonlyMap<number, Role>
  /** A member of some first-level catalogs only, who is shown nothing else (D36). */
  readonly isLimited: boolean
  /** Archived: nothing may be changed, not even settings (D14). */
  readonly isArchived: boolean
  /** Archived, or of a type nobody edits by hand (D15). */
  readonly isFrozen: boolean
}

export interface AccessFacts {
  readonly item: Pick<Item, 'id' | 'ownerId' | 'visitPassword' | 'isArchived' | 'type'>
  readonly actor: Actor
  readonly grants: readonly Grant[]
  /** Whether the caller gave the visit password in force. */
  readonly hasPassed: boolean
}

const NEEDS: Readonly<Record<Ability, Role>> = {
  read: 'reader',
  copy: 'editor',
  edit: 'editor',
  inspect: 'manager',
  manage: 'manager',
  own: 'owner',
}
const rank = (role: Role): number => ROLES.indexOf(role)
const stronger = (a: Role, b: Role): Role => (rank(a) >= rank(b) ? a : b)

/** What this caller may do in this item. Pure: the facts are gathered by the doors. */
export function resolveAccess({ item, actor, grants, hasPassed }: AccessFacts): Access {
  const catalogRoles = new Map<number, Role>()
  let role: Role = item.visitPassword === null || hasPassed ? 'reader' : 'none'
  for (const grant of grants) {
    if (grant.catalogId === null) role = stronger(role, grant.role)
    else catalogRoles.set(grant.catalogId, stronger(catalogRoles.get(grant.catalogId) ?? 'none', grant.role))
  }
  if (actor.kind === 'itemKey' && actor.itemId === item.id) role = stronger(role, 'editor')
  if (actor.kind === 'user' && actor.isAdmin) role = stronger(role, 'manager')
  if (actor.kind === 'user' && actor.id === item.ownerId) role = 'owner'
  const isFrozen = item.isArchived || (item.type === 'runapi' && actor.kind !== 'itemKey')
  const isWholeMember = grants.some(({ catalogId }) => catalogId === null) || rank(role) >= rank('editor')
  const isLimited = catalogRoles.size > 0 && !isWholeMember
  return { role, catalogRoles, isLimited, isArchived: item.isArchived, isFrozen }
}

/** Asked without `where`, the answer is for the whole item: who forgets to say where is refused rather than let in. */
export function can(access: Access, ability: Ability, where: Where = 'whole'): boolean {
  if (ability === 'edit' && access.isFrozen) return false
  if (ability === 'manage' && access.isArchived) return false
  return rank(roleIn(access, where)) >= rank(NEEDS[ability])
}

/** The first-level catalogs a limited member is shown; null for everybody who sees the whole item (D36). */
export const visibleCatalogs = ({ isLimited, catalogRoles }: Access): readonly number[] | null =>
  isLimited ? [...catalogRoles.keys()] : null

function roleIn({ role, catalogRoles }: Access, where: Where): Role {
  if (where === 'whole') return role
  if (where === 'somewhere') return [...catalogRoles.values()].reduce(stronger, role)
  return stronger(role, catalogRoles.get(where.topCatalogId) ?? 'none')
}
