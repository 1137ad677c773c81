import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/api/api-types.ts'

export type ItemInfo = AnswerOf<CoreOperations['item']['info']>

interface MenuPage {
  readonly pageId: number
  readonly pageTitle: string
}
/** Pages and catalogs as returned by item/info. */
export interface Menu {
  readonly pages: readonly MenuPage[]
  readonly catalogs: readonly (Menu & { readonly catalogId: number; readonly catalogName: string })[]
}

export interface PageNode {
  readonly kind: 'page'
  readonly id: number
  readonly title: string
}
export interface CatalogNode {
  readonly kind: 'catalog'
  readonly id: number
  readonly title: string
  readonly children: readonly MenuNode[]
}
export type MenuNode = PageNode | CatalogNode

/** A visible row of the tree. */
export interface MenuRow {
  readonly node: MenuNode
  /** 1 at the top. */
  readonly level: number
  /** Position among its siblings, from 1. */
  readonly place: number
  readonly siblings: number
}

/** The menu as a tree: pages first, then catalogs, in their order. */
export const nodesOf = ({ pages, catalogs }: Menu): readonly MenuNode[] => [
  ...pages.map(({ pageId, pageTitle }) => ({ kind: 'page', id: pageId, title: pageTitle }) as const),
  ...catalogs.map(
    (catalog) =>
      ({ kind: 'catalog', id: catalog.catalogId, title: catalog.catalogName, children: nodesOf(catalog) }) as const,
  ),
]

/** The visible rows when these catalogs are open. */
export const rowsOf = (nodes: readonly MenuNode[], open: ReadonlySet<number>, level = 1): readonly MenuRow[] =>
  nodes.flatMap((node, at) => {
    const row = { node, level, place: at + 1, siblings: nodes.length }
    return node.kind === 'catalog' && open.has(node.id) ? [row, ...rowsOf(node.children, open, level + 1)] : [row]
  })

/** The catalogs above a page, from the top; null when the page is not in the tree. */
export function pathTo(nodes: readonly MenuNode[], pageId: number): readonly CatalogNode[] | null {
  for (const node of nodes) {
    if (node.kind === 'page' && node.id === pageId) return []
    const below = node.kind === 'catalog' ? pathTo(node.children, pageId) : null
    if (below && node.kind === 'catalog') return [node, ...below]
  }
  return null
}

/** The initial page of an item: the first one in tree order. */
export function firstPageOf(nodes: readonly MenuNode[]): number | null {
  for (const node of nodes) {
    const found = node.kind === 'page' ? node.id : firstPageOf(node.children)
    if (found !== null) return found
  }
  return null
}
