import { z } from 'zod'
import { addedTime, id, idOrNone, openItem, wired, type Catalog, type Page, type ReadingContext } from '#core/plugin.ts'

/** UTF-16 units of texts in one answer. */
const MOST_TEXT = 32 * 1024 * 1024

const TreePageView = z.object({
  pageId: id(),
  pageTitle: z.string(),
  catalogId: wired('cat_id', idOrNone()),
  /** Never empty for a page that has a text: a program that sends back what it got would empty the page. */
  pageContent: z.string().optional(),
  /** In a very large item, the texts of later pages are left out; they can be asked for by the number of the page. */
  isTextOmitted: z.boolean().optional(),
  order: wired('s_number', z.number()),
  savedAt: addedTime(),
})
/** Of a catalog, after its id. */
export const catalogFields = {
  catalogName: wired('cat_name', z.string()),
  parentId: wired('parent_cat_id', idOrNone()),
  /** 2 for the first level, then 3 and 4. */
  level: z.number(),
  order: wired('s_number', z.number()),
}
const treeCatalogFields = { catalogId: wired('cat_id', id()), ...catalogFields, pages: z.array(TreePageView) }
// Written out to the third level, the deepest level of catalogs.
const ThirdCatalogView = z.object({ ...treeCatalogFields, catalogs: z.array(z.never()) })
const SecondCatalogView = z.object({ ...treeCatalogFields, catalogs: z.array(ThirdCatalogView) })
const FirstCatalogView = z.object({ ...treeCatalogFields, catalogs: z.array(SecondCatalogView) })
export const TreeView = z.object({ pages: z.array(TreePageView), catalogs: z.array(FirstCatalogView) })

/** The tree of the program's item with the texts of its pages. */
export async function treeWithTexts(program: ReadingContext): Promise<z.input<typeof TreeView>> {
  const { item } = await openItem(program, program.actor.itemId, 'read')
  const { catalogs, pages } = program.store
  const [all, texts] = await Promise.all([catalogs.ofItem(item.id), pages.ofItem(item.id)])
  const shown = Map.groupBy(shownPages(texts), ({ catalogId }) => catalogId)
  const shownIn = (catalogId: number) => shown.get(catalogId) ?? []
  const below = Map.groupBy(
    all.toSorted((a, b) => a.order - b.order || a.id - b.id),
    ({ parentId }) => parentId ?? 0,
  )
  const childrenOf = (catalogId: number) =>
    (below.get(catalogId) ?? []).map((catalog) => ({ ...shownCatalog(catalog), pages: shownIn(catalog.id) }))
  return {
    pages: shownIn(0),
    catalogs: childrenOf(0).map((first) => ({
      ...first,
      catalogs: childrenOf(first.catalogId).map((second) => ({
        ...second,
        catalogs: childrenOf(second.catalogId).map((third) => ({ ...third, catalogs: [] })),
      })),
    })),
  }
}

type TreePage = z.input<typeof TreePageView>

/** A catalog as programs see it. */
export const shownCatalog = ({ id: catalogId, name, parentId, level, order }: Catalog) => ({
  ...{ catalogId, catalogName: name, parentId: parentId ?? 0 },
  ...{ level: level + 1, order },
})

function shownPages(pages: readonly Page[]): TreePage[] {
  let length = 0
  return pages.map(({ id: pageId, title: pageTitle, catalogId, content, order, savedAt }) => {
    length += content.length
    const isTextOmitted = length > MOST_TEXT
    return {
      ...{ pageId, pageTitle, catalogId: catalogId ?? 0, order, savedAt },
      ...(isTextOmitted ? { isTextOmitted } : { pageContent: content }),
    }
  })
}
