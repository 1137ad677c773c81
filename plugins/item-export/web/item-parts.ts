import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type ShownItem = AnswerOf<CoreOperations['item']['info']>
type Menu = Pick<ShownItem['menu'], 'pages'> & { readonly catalogs: readonly MenuCatalog[] }
type MenuCatalog = Menu & { readonly catalogId: number; readonly catalogName: string }

export interface CatalogChoice {
  readonly catalogId: number
  /** With the catalogs above it. */
  readonly name: string
}

/** All catalogs in tree order. */
export const catalogsIn = ({ catalogs }: Menu, above = ''): readonly CatalogChoice[] =>
  catalogs.flatMap((catalog) => {
    const name = above + catalog.catalogName
    return [{ catalogId: catalog.catalogId, name }, ...catalogsIn(catalog, `${name} / `)]
  })

/** The title of a page of the item; null when there is no such page. */
export function titleOf({ pages, catalogs }: Menu, pageId: number): string | null {
  const page = pages.find((each) => each.pageId === pageId)
  if (page) return page.pageTitle
  for (const catalog of catalogs) {
    const title = titleOf(catalog, pageId)
    if (title !== null) return title
  }
  return null
}
