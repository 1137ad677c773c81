import type { ShownItem } from '../item-parts.ts'

/** A page in the order of the tree. */
export interface PrintLeaf {
  readonly pageId: number
  readonly title: string
  /** Names of the catalogs above it, starting with the outermost one printed. */
  readonly path: readonly string[]
}

type Menu = Pick<ShownItem['menu'], 'pages'> & { readonly catalogs: readonly MenuCatalog[] }
type MenuCatalog = Menu & { readonly catalogId: number; readonly catalogName: string }

/** All pages in tree order: pages before catalogs. */
export const leavesOf = ({ pages, catalogs }: Menu, path: readonly string[] = []): readonly PrintLeaf[] => [
  ...pages.map(({ pageId, pageTitle }) => ({ pageId, title: pageTitle, path })),
  ...catalogs.flatMap((catalog) => leavesOf(catalog, [...path, catalog.catalogName])),
]

/** The catalog with all its content; null when the item has none with this id. */
export function catalogIn({ catalogs }: Menu, catalogId: number): MenuCatalog | null {
  for (const catalog of catalogs) {
    const found = catalog.catalogId === catalogId ? catalog : catalogIn(catalog, catalogId)
    if (found) return found
  }
  return null
}
