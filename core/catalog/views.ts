import { z } from 'zod'
import { id, wired } from '../schema.ts'
import { byOrder, pathOf, type Catalog, type CatalogNode } from './catalog.ts'
import { catalogIdField, catalogNameField, parentIdField } from './fields.ts'

const catalogFields = {
  catalogId: catalogIdField(),
  itemId: id(),
  catalogName: catalogNameField(),
  parentId: parentIdField(),
  /** 2 for the first level, then 3 and 4 (spec §9). */
  level: z.number(),
  order: wired('s_number', z.number()),
}
export const CatalogView = z.object(catalogFields)

// Written out to the third level, the deepest level of catalogs (spec §3).
const ThirdNodeView = z.object({ ...catalogFields, sub: z.array(z.never()) })
const SecondNodeView = z.object({ ...catalogFields, sub: z.array(ThirdNodeView) })
export const CatalogNodeView = z.object({ ...catalogFields, sub: z.array(SecondNodeView) })

export const catalogView = ({ id, itemId, name, parentId, level, order }: Catalog): z.input<typeof CatalogView> => ({
  catalogId: id,
  itemId,
  catalogName: name,
  parentId: parentId ?? 0,
  level: level + 1,
  order,
})

export const catalogNodeView = (first: CatalogNode): z.input<typeof CatalogNodeView> => ({
  ...catalogView(first),
  sub: first.sub.map((second) => ({
    ...catalogView(second),
    sub: second.sub.map((third) => ({ ...catalogView(third), sub: [] })),
  })),
})

/** The catalog with its whole path as name, "A / B / C" (D43). */
export const namedByPath = (catalogs: readonly Catalog[], catalog: Catalog): z.input<typeof CatalogView> => ({
  ...catalogView(catalog),
  catalogName: pathOf(catalogs, catalog.id)
    .map(({ name }) => name)
    .join(' / '),
})

export const CatalogPageView = z.object({ pageId: id(), pageTitle: z.string(), order: wired('s_number', z.number()) })

export const catalogPageViews = (
  pages: readonly { readonly id: number; readonly title: string; readonly order: number }[],
): z.input<typeof CatalogPageView>[] =>
  pages.toSorted(byOrder).map(({ id: pageId, title: pageTitle, order }) => ({ pageId, pageTitle, order }))
