import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { New } from '../new.ts'

export type CatalogLevel = 1 | 2 | 3

/** A folder of an item. */
export interface Catalog {
  readonly id: number
  readonly itemId: number
  readonly parentId: number | null
  readonly name: string
  /** 1 for the first level; REST shows it as 2 (spec §9). */
  readonly level: CatalogLevel
  /** Smaller comes first; 99 unless sorted. */
  readonly order: number
}

/** A catalog with its subcatalogs, sorted. */
export interface CatalogNode extends Catalog {
  readonly sub: readonly CatalogNode[]
}

/** A requested change of a catalog in a rearrangement of the tree. */
export type CatalogPlace = Pick<Catalog, 'id' | 'parentId' | 'name' | 'order'>

/** Smaller order numbers first; equal ones by age. */
export const byOrder = (a: Pick<Catalog, 'order' | 'id'>, b: Pick<Catalog, 'order' | 'id'>): number =>
  a.order - b.order || a.id - b.id

/** The catalogs of one item as a tree. */
export function treeOf(catalogs: readonly Catalog[]): readonly CatalogNode[] {
  const below = Map.groupBy(catalogs.toSorted(byOrder), ({ parentId }) => parentId)
  const nodesOf = (parentId: number | null): readonly CatalogNode[] =>
    (below.get(parentId) ?? []).map((catalog) => ({ ...catalog, sub: nodesOf(catalog.id) }))
  return nodesOf(null)
}

/** The tree as a list, each catalog before its subcatalogs. */
export const flattened = (nodes: readonly CatalogNode[]): readonly Catalog[] =>
  nodes.flatMap(({ sub, ...catalog }) => [catalog, ...flattened(sub)])

/** The catalogs from the first level down to this one; empty when there is no such catalog. */
export function pathOf(catalogs: readonly Catalog[], id: number | null): readonly Catalog[] {
  const path: Catalog[] = []
  for (let at = catalogs.find((each) => each.id === id); at !== undefined && !path.includes(at);) {
    path.unshift(at)
    const { parentId } = at
    at = catalogs.find((each) => each.id === parentId)
  }
  return path
}

/** The first-level catalog that this one is in, or is. @throws DomainError notFound */
export function topOf(catalogs: readonly Catalog[], id: number): number {
  const top = pathOf(catalogs, id)[0]
  if (!top) throw new DomainError('notFound')
  return top.id
}

/** The catalog of this item. @throws DomainError notFound, also for a catalog of another item */
export function catalogOf(catalogs: readonly Catalog[], id: number): Catalog {
  const catalog = catalogs.find((each) => each.id === id)
  if (!catalog) throw new DomainError('notFound')
  return catalog
}

/** The catalog and all its subcatalogs, parents before children. */
export function subtreeOf(catalogs: readonly Catalog[], id: number): readonly Catalog[] {
  const found = catalogs.filter((each) => each.id === id)
  // The list grows while it is iterated: children of children follow. A catalog is never its own ancestor (`moved`).
  for (const { id: parent } of found) found.push(...catalogs.filter((each) => each.parentId === parent))
  return found
}

/** The given first-level catalogs and their subcatalogs; null shows all. */
export function visibleOf(catalogs: readonly Catalog[], topIds: readonly number[] | null): readonly Catalog[] {
  if (topIds === null) return catalogs
  return topIds.flatMap((id) => subtreeOf(catalogs, id)).toSorted(byOrder)
}

/**
 * A new catalog for an item with these catalogs.
 * @throws DomainError notFound | catalogTooDeep | tooMany
 */
export function newCatalog(
  catalogs: readonly Catalog[],
  { itemId, parentId, name, order = limits.defaultOrder }: Omit<New<Catalog>, 'level' | 'order'> & { order?: number },
): New<Catalog> {
  if (catalogs.length >= limits.catalogsPerItem) throw new DomainError('tooMany', { limit: limits.catalogsPerItem })
  const level = levelBelow(parentId === null ? 0 : catalogOf(catalogs, parentId).level)
  return { itemId, parentId, name: named(name), level, order }
}

/**
 * The changes when these catalogs get other names, parents and order numbers; levels are derived from the parents.
 * @returns only the catalogs that changed
 * @throws DomainError notFound (an id of another item) | catalogLoop | catalogTooDeep | invalidInput (empty name)
 */
export function rearranged(catalogs: readonly Catalog[], places: readonly CatalogPlace[]): readonly Catalog[] {
  const placed = new Map(catalogs.map((catalog) => [catalog.id, catalog]))
  for (const { id, parentId, name, order } of places) {
    const catalog = catalogOf(catalogs, id)
    if (parentId !== null) catalogOf(catalogs, parentId)
    placed.set(id, { ...catalog, parentId, name: named(name), order })
  }
  return catalogs.flatMap((before) => {
    const after = placed.get(before.id) ?? before
    const level = levelBelow(depthAbove(placed, after))
    return isSame(before, { ...after, level }) ? [] : [{ ...after, level }]
  })
}

/** The number of catalogs above this one. @throws DomainError catalogLoop */
function depthAbove(catalogs: ReadonlyMap<number, Catalog>, { parentId }: Catalog): number {
  let depth = 0
  for (let at = parentId; at !== null; at = catalogs.get(at)?.parentId ?? null) {
    depth += 1
    if (depth > catalogs.size) throw new DomainError('catalogLoop')
  }
  return depth
}

function levelBelow(parentLevel: number): CatalogLevel {
  if (parentLevel === 0) return 1
  if (parentLevel === 1) return 2
  if (parentLevel === 2) return 3
  throw new DomainError('catalogTooDeep', { depth: limits.catalogDepth })
}

function named(name: string): string {
  if (name.trim() === '') throw new DomainError('invalidInput', { field: 'catalogName' })
  return name.trim()
}

const isSame = (a: Catalog, b: Catalog): boolean =>
  a.parentId === b.parentId && a.name === b.name && a.level === b.level && a.order === b.order
