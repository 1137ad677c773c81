import { limits } from '#core/limits.ts'
import type { CatalogNode, MenuNode } from '../menu-nodes.ts'

/** A page or a catalog of the tree. */
export type NodeName = Pick<MenuNode, 'kind' | 'id'>

/** In the format of the operation; 0 is the root of the item, and the end of a list. */
export interface TreeMove extends NodeName {
  readonly into: number
  readonly before: number
}

/** A drop target: in a catalog, 0 being the root, before these siblings of either kind, 0 being the end. */
export interface Target {
  readonly into: number
  readonly beforePage: number
  readonly beforeCatalog: number
}

/** The part of a row something is dropped on. */
export type Zone = 'before' | 'inside' | 'after'

export const isSame = (a: NodeName, b: NodeName): boolean => a.kind === b.kind && a.id === b.id
export const includes = (names: readonly NodeName[], name: NodeName): boolean =>
  names.some((each) => isSame(each, name))

/** A place in the tree: the catalogs above it, and its siblings of both kinds. Null when it is not in the tree. */
export interface Place {
  readonly node: MenuNode
  readonly above: readonly CatalogNode[]
  readonly beside: readonly MenuNode[]
}

export function placeOf(nodes: readonly MenuNode[], name: NodeName, above: readonly CatalogNode[] = []): Place | null {
  for (const node of nodes) {
    if (isSame(node, name)) return { node, above, beside: nodes }
    const found = node.kind === 'catalog' ? placeOf(node.children, name, [...above, node]) : null
    if (found) return found
  }
  return null
}

const parentOf = ({ above }: Place): number => above.at(-1)?.id ?? 0
const rowOf = ({ beside, node }: Place): readonly MenuNode[] => beside.filter(({ kind }) => kind === node.kind)

/** The next sibling of the same kind that is not among these, or 0. */
function nextOf(place: Place, left: readonly NodeName[]): number {
  const row = rowOf(place)
  const at = row.findIndex((each) => isSame(each, place.node))
  return row.slice(at + 1).find((each) => !includes(left, each))?.id ?? 0
}

/** The whole tree as a list, each catalog before its content. */
export const flat = (nodes: readonly MenuNode[]): readonly MenuNode[] =>
  nodes.flatMap((node) => (node.kind === 'catalog' ? [node, ...flat(node.children)] : [node]))

/** Those that are in the tree, in tree order, without descendants of others among them. */
export function topMost(nodes: readonly MenuNode[], names: readonly NodeName[]): readonly MenuNode[] {
  return nodes.flatMap((node) => {
    if (includes(names, node)) return [node]
    return node.kind === 'catalog' ? topMost(node.children, names) : []
  })
}

/** The drop target for a row; null when nothing can be dropped there. */
export function targetAt(
  nodes: readonly MenuNode[],
  over: NodeName,
  zone: Zone,
  moved: readonly NodeName[],
): Target | null {
  const place = placeOf(nodes, over)
  if (!place) return null
  const isWithin = [...place.above, place.node].some((node) => includes(moved, node))
  if (isWithin) return null
  if (place.node.kind === 'catalog' && zone === 'inside')
    return { into: place.node.id, beforePage: 0, beforeCatalog: 0 }
  const beside = zone === 'before' ? place.node.id : nextOf(place, moved)
  const into = parentOf(place)
  return place.node.kind === 'page'
    ? { into, beforePage: beside, beforeCatalog: firstCatalog(place.beside, moved) }
    : { into, beforePage: 0, beforeCatalog: beside }
}

const firstCatalog = (beside: readonly MenuNode[], moved: readonly NodeName[]): number =>
  beside.find((node) => node.kind === 'catalog' && !includes(moved, node))?.id ?? 0

/** The moves to this target, in tree order. */
export const movesTo = (moved: readonly NodeName[], { into, beforePage, beforeCatalog }: Target): readonly TreeMove[] =>
  moved.map(({ kind, id }) => ({ kind, id, into, before: kind === 'page' ? beforePage : beforeCatalog }))

/** The moves that restore the current places. */
export const movesBack = (nodes: readonly MenuNode[], moved: readonly NodeName[]): readonly TreeMove[] =>
  topMost(nodes, moved)
    .toReversed()
    .flatMap(({ kind, id }) => {
      const place = placeOf(nodes, { kind, id })
      return place ? [{ kind, id, into: parentOf(place), before: nextOf(place, []) }] : []
    })

export type Step = 'up' | 'down' | 'in' | 'out'

/**
 * The result of a step by keyboard: up and down among siblings; into the catalog above a catalog, or the first one
 * beside a page; out to the parent's level. Null when impossible.
 */
export function stepFrom(nodes: readonly MenuNode[], name: NodeName, step: Step): Target | null {
  const place = placeOf(nodes, name)
  if (!place) return null
  const row = rowOf(place)
  const at = row.findIndex((each) => isSame(each, name))
  const at0 = (before: number) => ({ into: parentOf(place), beforePage: before, beforeCatalog: before })
  if (step === 'up') return at === 0 ? null : at0(row[at - 1]?.id ?? 0)
  if (step === 'down') return at === row.length - 1 ? null : at0(row[at + 2]?.id ?? 0)
  if (step === 'out') {
    const parent = place.above.at(-1)
    return parent ? targetAt(nodes, parent, 'after', [name]) : null
  }
  const catalogs = place.beside.filter((node) => node.kind === 'catalog')
  const into = place.node.kind === 'page' ? catalogs[0] : row[at - 1]
  return into ? { into: into.id, beforePage: 0, beforeCatalog: 0 } : null
}

/** The number of catalog levels in it; 0 for a page. */
const heightOf = (node: MenuNode): number =>
  node.kind === 'page' ? 0 : 1 + Math.max(0, ...node.children.map((child) => heightOf(child)))

/** A possible target catalog, with its path of names. */
export interface Destination {
  readonly id: number
  readonly path: readonly string[]
}

/** The catalog that all of these are in, 0 for the root; null when they are in different ones. */
export function homeOf(nodes: readonly MenuNode[], moved: readonly NodeName[]): number | null {
  const homes = new Set(moved.map((node) => placeOf(nodes, node)?.above.at(-1)?.id ?? 0))
  const [home = 0] = homes
  return homes.size > 1 ? null : home
}

/** The possible target catalogs for these. */
export function destinationsFor(nodes: readonly MenuNode[], moved: readonly MenuNode[]): readonly Destination[] {
  const height = Math.max(0, ...moved.map((node) => heightOf(node)))
  const below = (children: readonly MenuNode[], path: readonly string[]): readonly Destination[] =>
    children.flatMap((node) => {
      if (node.kind === 'page' || includes(moved, node)) return []
      const own = [...path, node.title]
      const fits = own.length + height <= limits.catalogDepth
      return [...(fits ? [{ id: node.id, path: own }] : []), ...below(node.children, own)]
    })
  return below(nodes, [])
}

/** The data needed to undo a deletion. */
export interface Deletion {
  readonly pages: readonly { readonly pageId: number; readonly catalogId: number }[]
  readonly catalogs: readonly {
    readonly catalogId: number
    readonly catalogName: string
    readonly parentId: number
    readonly order: number
  }[]
}

/** What deleting these would delete with them, in the current tree. */
export function deletionOf(nodes: readonly MenuNode[], doomed: readonly NodeName[]): Deletion {
  const all = topMost(nodes, doomed).flatMap((node) => flat([node]))
  const placed = all.flatMap(({ kind, id }) => placeOf(nodes, { kind, id }) ?? [])
  return {
    pages: placed
      .filter(({ node }) => node.kind === 'page')
      .map((place) => ({ pageId: place.node.id, catalogId: parentOf(place) })),
    catalogs: placed
      .filter(({ node }) => node.kind === 'catalog')
      .map((place) => ({
        catalogId: place.node.id,
        catalogName: place.node.title,
        parentId: parentOf(place),
        order: rowOf(place).findIndex((each) => isSame(each, place.node)) + 1,
      })),
  }
}
