import { byOrder, treeOf, visibleOf, type Catalog, type CatalogNode } from '../catalog/catalog.ts'
import type { PageHead } from '../page/page.ts'

/** A catalog of the menu with its pages and subcatalogs. */
export interface MenuCatalog extends Catalog {
  readonly pages: readonly PageHead[]
  readonly catalogs: readonly MenuCatalog[]
}
/** The tree of an item: pages of the root, and catalogs. */
export interface Menu {
  readonly pages: readonly PageHead[]
  readonly catalogs: readonly MenuCatalog[]
}

/**
 * The menu of an item. `topIds` are the first-level catalogs a limited member can see, without the root (D36); null
 * shows everything.
 */
export function menuOf(
  catalogs: readonly Catalog[],
  heads: readonly PageHead[],
  topIds: readonly number[] | null,
): Menu {
  const pages = Map.groupBy(heads.toSorted(byOrder), ({ catalogId }) => catalogId)
  const withPages = ({ sub, ...catalog }: CatalogNode): MenuCatalog => ({
    ...catalog,
    pages: pages.get(catalog.id) ?? [],
    catalogs: sub.map(withPages),
  })
  return {
    pages: topIds === null ? (pages.get(null) ?? []) : [],
    catalogs: treeOf(visibleOf(catalogs, topIds)).map(withPages),
  }
}
