import { limitOf, MEMBER_ROLES, type MemberRole, type RoleWish } from '#core/member/membership.ts'
import type { Catalog } from '#core/catalog/catalog.ts'
import { limitIn, placeOf, type Limits, type RightTable } from '../limits.ts'
import type { ShowdocRight } from '../members.ts'
import type { Findings } from './findings.ts'

const ROLES: ReadonlyMap<number, MemberRole> = new Map(
  Object.entries(MEMBER_ROLES).map(([role, number]) => [number, role as MemberRole]),
)

interface RightRow extends ShowdocRight {
  readonly id: number
}

export interface RightSurroundings {
  readonly limits: Limits
  /** Whether another right of the person, which is not known, may limit those in this item. */
  isInDoubt(table: RightTable, itemId: number): boolean
  /** As `placeOf`: where a right that cannot be read has a limit of its own. */
  readonly unreadable: ReadonlySet<string>
  /** Those of an item. */
  catalogsOf(itemId: number): readonly Catalog[]
}

/**
 * The planned right of somebody in an item; null when it cannot be imported. It never becomes wider: another right of
 * the person may limit it, of several catalogs the first is kept, and with a limit that Octavo cannot represent, nothing
 * is.
 */
export function plannedRight(
  table: RightTable,
  right: RightRow,
  { limits, isInDoubt, unreadable, catalogsOf }: RightSurroundings,
  findings: Findings,
): RoleWish | null {
  const { id, role: number } = right
  const role = ROLES.get(number)
  if (role === undefined) {
    findings.leave(table, id, 'noRole', { role: number })
    return null
  }
  if (role !== 'manager' && unreadable.has(placeOf(right))) {
    findings.leave(table, id, 'limitUnreadable')
    return null
  }
  const catalogIds = limitIn(limits, right) ?? right.catalogIds
  if (role !== 'manager' && catalogIds === null && isInDoubt(table, right.itemId)) {
    findings.leave(table, id, 'limitUnknown')
    return null
  }
  if (catalogIds === null || role === 'manager') return { role, catalogId: null }
  const catalogs = catalogsOf(right.itemId)
  const fitting = catalogIds.filter((catalogId) => canLimit(catalogId, role, catalogs))
  const [catalogId] = fitting
  if (catalogId === undefined) {
    findings.leave(table, id, 'catalogsUnfit')
    return null
  }
  if (catalogIds.join() !== right.catalogIds?.join())
    findings.change(table, id, 'limitOfOther', { catalogs: catalogIds.join(', ') })
  if (catalogIds.length > 1)
    findings.change(table, id, 'oneCatalog', { catalogs: catalogIds.join(', '), catalog: catalogId })
  return { role, catalogId }
}

function canLimit(catalogId: number, role: MemberRole, catalogs: readonly Catalog[]): boolean {
  try {
    return limitOf({ role, catalogId }, catalogs) !== null
  } catch {
    return false
  }
}

/** The widest of several rights of one person in one place, because Octavo keeps only one. */
export function widestOf<T extends { readonly id: number; readonly wish: RoleWish }>(
  table: string,
  rights: readonly T[],
  keyOf: (right: T) => string,
  findings: Findings,
): readonly T[] {
  const kept: T[] = []
  for (const same of Map.groupBy(rights, keyOf).values()) {
    const [widest, ...others] = same.toSorted((a, b) => rankOf(b.wish) - rankOf(a.wish) || a.id - b.id)
    if (widest) kept.push(widest)
    for (const { id } of others) findings.leave(table, id, 'widerRight')
  }
  return kept
}

const rankOf = ({ role, catalogId }: RoleWish): number => (catalogId === null ? 10 : 0) + MEMBER_ROLES[role]
