import { limits } from '#core/limits.ts'

/** A catalog with its subcatalogs, as displayed and moved on the screen. */
export interface CatalogBranch {
  readonly catalogId: number
  readonly catalogName: string
  readonly sub: readonly CatalogBranch[]
}

/** A place in the tree; parent 0 is the root of the item. */
export interface TreePlace {
  readonly parentId: number
  readonly index: number
}

export type TreeStep = 'up' | 'down' | 'out' | 'in'

const ROOT = 0

/** Why a move is impossible, or the resulting tree. */
export type MoveResult = readonly CatalogBranch[] | 'tooDeep' | 'noPlace'

/** The position of a catalog and the number of siblings; null when it is not in the tree. */
export function findPlace(
  tree: readonly CatalogBranch[],
  catalogId: number,
  parentId = ROOT,
  level = 1,
): (TreePlace & { readonly level: number; readonly count: number; readonly branch: CatalogBranch }) | null {
  for (const [index, branch] of tree.entries()) {
    if (branch.catalogId === catalogId) return { parentId, index, level, count: tree.length, branch }
    const below = findPlace(branch.sub, catalogId, branch.catalogId, level + 1)
    if (below) return below
  }
  return null
}

/** The tree with the catalog, and everything below it, moved. The index does not count the catalog itself. */
export function movedTo(tree: readonly CatalogBranch[], catalogId: number, { parentId, index }: TreePlace): MoveResult {
  const from = findPlace(tree, catalogId)
  if (!from || (parentId !== ROOT && findPlace([from.branch], parentId))) return 'noPlace'
  const rest = without(tree, catalogId)
  const parent = parentId === ROOT ? null : findPlace(rest, parentId)
  if (parentId !== ROOT && !parent) return 'noPlace'
  if ((parent?.level ?? 0) + heightOf(from.branch) > limits.catalogDepth) return 'tooDeep'
  return inserted(rest, from.branch, { parentId, index })
}

/**
 * The tree after one step by keyboard: up and down among siblings, out to the parent's level, into the sibling above.
 */
export function stepped(tree: readonly CatalogBranch[], catalogId: number, step: TreeStep): MoveResult {
  const place = findPlace(tree, catalogId)
  if (!place) return 'noPlace'
  const { parentId, index, count } = place
  if (step === 'up') return index === 0 ? 'noPlace' : movedTo(tree, catalogId, { parentId, index: index - 1 })
  if (step === 'down') return index === count - 1 ? 'noPlace' : movedTo(tree, catalogId, { parentId, index: index + 1 })
  if (step === 'out') {
    const parent = findPlace(tree, parentId)
    return parent ? movedTo(tree, catalogId, { parentId: parent.parentId, index: parent.index + 1 }) : 'noPlace'
  }
  const above = childrenOf(tree, parentId)[index - 1]
  return above ? movedTo(tree, catalogId, { parentId: above.catalogId, index: above.sub.length }) : 'noPlace'
}

/** Every catalog with its name, parent and position, as saved. */
export const placesOf = (tree: readonly CatalogBranch[], parentId = ROOT): readonly SavedPlace[] =>
  tree.flatMap(({ catalogId, catalogName, sub }, index) => [
    { catalogId, catalogName, parentId, order: index + 1 },
    ...placesOf(sub, catalogId),
  ])

interface SavedPlace {
  readonly catalogId: number
  readonly catalogName: string
  readonly parentId: number
  readonly order: number
}

const childrenOf = (tree: readonly CatalogBranch[], parentId: number): readonly CatalogBranch[] =>
  parentId === ROOT ? tree : (findPlace(tree, parentId)?.branch.sub ?? [])

const heightOf = ({ sub }: CatalogBranch): number => 1 + Math.max(0, ...sub.map(heightOf))

const without = (tree: readonly CatalogBranch[], catalogId: number): readonly CatalogBranch[] =>
  tree
    .filter((branch) => branch.catalogId !== catalogId)
    .map((branch) => ({ ...branch, sub: without(branch.sub, catalogId) }))

function inserted(tree: readonly CatalogBranch[], added: CatalogBranch, place: TreePlace): readonly CatalogBranch[] {
  const { parentId, index } = place
  if (parentId === ROOT) return tree.toSpliced(index, 0, added)
  return tree.map((branch) => ({
    ...branch,
    sub: branch.catalogId === parentId ? branch.sub.toSpliced(index, 0, added) : inserted(branch.sub, added, place),
  }))
}
