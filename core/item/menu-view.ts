import { z } from 'zod'
import type { PageHead } from '../page/page.ts'
import { catalogIdField, catalogIdOrNone, catalogNameField, parentIdField } from '../catalog/fields.ts'
import { id, lasting, wired } from '../schema.ts'
import type { Menu, MenuCatalog } from './menu.ts'

const MenuPageView = z.object({ pageId: id(), pageTitle: z.string(), catalogId: catalogIdOrNone() })
const menuCatalogFields = {
  catalogId: catalogIdField(),
  catalogName: catalogNameField(),
  parentId: parentIdField(),
  level: z.number(),
  order: wired('s_number', z.number()),
  pages: z.array(MenuPageView),
}
// Written out to the third level, the deepest level of catalogs (spec §3).
const ThirdCatalogView = z.object({ ...menuCatalogFields, catalogs: z.array(z.never()) })
const SecondCatalogView = z.object({ ...menuCatalogFields, catalogs: z.array(ThirdCatalogView) })
const FirstCatalogView = z.object({ ...menuCatalogFields, catalogs: z.array(SecondCatalogView) })
export const MenuView = lasting(z.object({ pages: z.array(MenuPageView), catalogs: z.array(FirstCatalogView) }))

/** A menu as shown to callers. */
export type ShownMenu = z.output<typeof MenuView>

/** A menu and the menu revision it was built from. */
export interface KeptMenu {
  readonly revision: string
  readonly menu: ShownMenu
}

export const menuView = ({ pages, catalogs }: Menu): z.input<typeof MenuView> => ({
  pages: pages.map(menuPageView),
  catalogs: catalogs.map((first) => ({
    ...menuCatalogView(first),
    catalogs: first.catalogs.map((second) => ({
      ...menuCatalogView(second),
      catalogs: second.catalogs.map((third) => ({ ...menuCatalogView(third), catalogs: [] })),
    })),
  })),
})

const menuPageView = ({ id, title, catalogId }: Pick<PageHead, 'id' | 'title' | 'catalogId'>) => ({
  pageId: id,
  pageTitle: title,
  catalogId: catalogId ?? 0,
})

const menuCatalogView = ({ id, name, parentId, level, order, pages }: MenuCatalog) => ({
  catalogId: id,
  catalogName: name,
  parentId: parentId ?? 0,
  level: level + 1,
  order,
  pages: pages.map(menuPageView),
})
