import { z } from 'zod'
import { addedTime, id, idOrNone, openItem, wired, type Catalog, type Page, type ReadingContext } from '#core/plugin.ts'

/** UTF-16 units of texts in one answer. */
const MOST_TEXT = 32 * 1024 * 1024
/** Pages whose texts are read with one query, and the bytes of these texts. */
const [MOST_READ_AT_ONCE, MOST_BYTES_AT_ONCE] = [64, 8 * 1024 * 1024]

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
  const all = await catalogs.ofItem(item.id)
  const shown = Map.groupBy(await shownPages(pages, item.id), ({ catalogId }) => catalogId)
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

type PageHead = Omit<Page, 'content' | 'deletion'>
interface PageTexts<ItemId> {
  headsOf(itemId: ItemId): Promise<readonly PageHead[]>
  byIds(itemId: ItemId, ids: readonly number[], mostBytes: number): Promise<readonly Page[]>
}

/** The pages of an item with their texts, of which no more are read than one answer may have. */
export async function shownPages<ItemId>(pages: PageTexts<ItemId>, itemId: ItemId): Promise<readonly TreePage[]> {
  const heads = await pages.headsOf(itemId)
  const shown: TreePage[] = []
  let left = MOST_TEXT
  let some: typeof heads = []
  for (let at = 0; at < heads.length; at += some.length) {
    some = heads.slice(at, at + MOST_READ_AT_ONCE)
    if (left < 0) {
      shown.push(...some.map((head) => ({ ...shownHead(head), isTextOmitted: true })))
      continue
    }
    const ids = some.map(({ id: pageId }) => pageId)
    const read = await pages.byIds(itemId, ids, MOST_BYTES_AT_ONCE)
    const texts = new Map(read.map((page) => [page.id, page]))
    // Those after the last one are read next; when there is none, all were deleted meanwhile.
    if (read.length > 0) some = some.slice(0, ids.findLastIndex((pageId) => texts.has(pageId)) + 1)
    for (const head of some) {
      const page = texts.get(head.id)
      // Deleted meanwhile.
      if (!page) continue
      left -= page.content.length
      shown.push({ ...shownHead(page), ...(left < 0 ? { isTextOmitted: true } : { pageContent: page.content }) })
    }
  }
  return shown
}

const shownHead = ({ id: pageId, title: pageTitle, catalogId, order, savedAt }: PageHead) => ({
  ...{ pageId, pageTitle, catalogId: catalogId ?? 0, order, savedAt },
})
