import { z } from 'zod'
import { can, resolveAccess, type Access } from '../access/access.ts'
import type { Context } from '../context.ts'
import type { PageHead } from '../page/page.ts'
import type { ListedItem } from '../ports/store.ts'
import { id, idOrNone, lasting, numbered, plainFlag, wired } from '../schema.ts'
import { isPrivate, ITEM_TYPES, type Item } from './item.ts'
import type { Menu, MenuCatalog } from './menu.ts'

/** Item type 0 of older programs is a regular item as well (spec §3). */
export const itemTypeField = () => numbered(ITEM_TYPES, { 0: 'regular' })

const itemFields = {
  itemId: id(),
  itemName: z.string(),
  itemDescription: z.string(),
  itemDomain: z.string(),
  itemType: itemTypeField(),
  isPrivate: z.boolean(),
  isArchived: z.boolean(),
  /** Whether the caller owns the item. */
  creator: z.boolean(),
  itemEdit: plainFlag(),
  itemManage: plainFlag(),
}

export const ListedItemView = z.object({
  ...itemFields,
  lastUpdateTime: z.date(),
  /** The caller's own place for it; 0 when never sorted. */
  sNumber: wired('s_number', z.number()),
})

const MenuPageView = z.object({ pageId: id(), pageTitle: z.string(), catId: idOrNone() })
const menuCatalogFields = {
  catId: id(),
  catName: z.string(),
  parentCatId: idOrNone(),
  level: z.number(),
  sNumber: wired('s_number', z.number()),
  pages: z.array(MenuPageView),
}
// Written out to the third level, because that is where catalogs end (spec §3).
const ThirdCatalogView = z.object({ ...menuCatalogFields, catalogs: z.array(z.never()) })
const SecondCatalogView = z.object({ ...menuCatalogFields, catalogs: z.array(ThirdCatalogView) })
const FirstCatalogView = z.object({ ...menuCatalogFields, catalogs: z.array(SecondCatalogView) })
export const MenuView = lasting(z.object({ pages: z.array(MenuPageView), catalogs: z.array(FirstCatalogView) }))

export const ItemInfoView = z.object({
  ...itemFields,
  isLogin: plainFlag(),
  /** Whether the caller may read what was changed in the item. */
  seesChanges: z.boolean(),
  menu: MenuView,
  defaultPageId: idOrNone(),
  defaultCatId2: idOrNone(),
  defaultCatId3: idOrNone(),
  defaultCatId4: idOrNone(),
  globalParam: z.object({
    query: z.array(z.unknown()),
    body: z.array(z.unknown()),
    header: z.array(z.unknown()),
  }),
  showWatermark: z.boolean(),
  unreadCount: z.number(),
})

export const ItemDetailView = z.object({
  itemId: id(),
  itemName: z.string(),
  itemDescription: z.string(),
  itemDomain: z.string(),
  itemType: itemTypeField(),
  isArchived: z.boolean(),
  creator: z.boolean(),
  /** The visit password; empty for an open item (D62). */
  password: z.string(),
})

/** The fields every view of an item has, with what this caller may do. */
export function itemView({ actor }: Context, item: Item, access: Access) {
  return {
    itemId: item.id,
    itemName: item.name,
    itemDescription: item.description,
    itemDomain: item.domain ?? '',
    itemType: item.type,
    isPrivate: isPrivate(item),
    isArchived: item.isArchived,
    creator: actor.kind === 'user' && actor.id === item.ownerId,
    itemEdit: can(access, 'edit', 'somewhere'),
    itemManage: can(access, 'manage'),
  }
}

export function listedItemView(ctx: Context, { item, position, grants }: ListedItem): z.input<typeof ListedItemView> {
  const access = resolveAccess({ item, actor: ctx.actor, grants, hasPassed: false })
  return { ...itemView(ctx, item, access), lastUpdateTime: item.updatedAt, sNumber: position ?? 0 }
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
  catId: catalogId ?? 0,
})

const menuCatalogView = ({ id, name, parentId, level, order, pages }: MenuCatalog) => ({
  catId: id,
  catName: name,
  parentCatId: parentId ?? 0,
  level: level + 1,
  sNumber: order,
  pages: pages.map(menuPageView),
})
