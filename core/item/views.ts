import { z } from 'zod'
import { can, resolveAccess, type Access } from '../access/access.ts'
import type { Context } from '../context.ts'
import { TextPartView } from '../page/search-view.ts'
import { marked } from '../page/search.ts'
import type { ListedSiteItem } from '../ports/access.ts'
import type { FoundItem, ListedItem } from '../ports/store.ts'
import { addedTime, forScreens, id, idOrNone, numbered, plainFlag, wired } from '../schema.ts'
import { SECRET_MASK } from '../site/settings-form.ts'
import { isPrivate, ITEM_TYPES, VISIBILITIES, visibilityOf, type Item } from './item.ts'
import { MenuView } from './menu-view.ts'

/** Item type 0 of older programs means a regular item too (spec §3). */
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
  isOwner: wired('creator', z.boolean()),
  canEdit: wired('item_edit', plainFlag()),
  canManage: wired('item_manage', plainFlag()),
}

export const ListedItemView = z.object({
  ...itemFields,
  updatedAt: wired('last_update_time', z.date()),
  /** The position set by the caller; 0 when never sorted. */
  order: wired('s_number', z.number()),
})

export const ItemInfoView = z.object({
  ...itemFields,
  isLoggedIn: wired('is_login', plainFlag()),
  /** Whether the caller may read the change log of the item. */
  seesChanges: z.boolean(),
  menu: MenuView,
  defaultPageId: idOrNone(),
  defaultCatalogId2: wired('default_cat_id2', idOrNone()),
  defaultCatalogId3: wired('default_cat_id3', idOrNone()),
  defaultCatalogId4: wired('default_cat_id4', idOrNone()),
  globalParams: wired(
    'global_param',
    z.object({ query: z.array(z.unknown()), body: z.array(z.unknown()), header: z.array(z.unknown()) }),
  ),
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
  isOwner: wired('creator', z.boolean()),
  /** The visit password; '' for an open item (D62), and for one that no password opens. */
  password: z.string(),
  visibility: z.enum(VISIBILITIES),
})

/** The fields common to all views of an item, including this caller's rights. */
export function itemView({ actor }: Context, item: Item, access: Access) {
  return {
    itemId: item.id,
    itemName: item.name,
    itemDescription: item.description,
    itemDomain: item.domain ?? '',
    itemType: item.type,
    isPrivate: isPrivate(item),
    isArchived: item.isArchived,
    isOwner: actor.kind === 'user' && actor.id === item.ownerId,
    canEdit: can(access, 'edit', 'somewhere'),
    canManage: can(access, 'manage'),
  }
}

export function listedItemView(ctx: Context, { item, position, grants }: ListedItem): z.input<typeof ListedItemView> {
  const access = resolveAccess({ item, actor: ctx.actor, grants, hasPassed: false })
  return { ...itemView(ctx, item, access), updatedAt: item.updatedAt, order: position ?? 0 }
}

export const FoundItemView = z.object({
  itemId: id(),
  itemName: z.string(),
  nameParts: z.array(TextPartView),
  /** Whether the caller may change its settings. */
  canManage: wired('item_manage', plainFlag()),
})

export function foundItemView(
  ctx: Context,
  { item, grants, heardAs }: FoundItem,
  words: readonly string[],
): z.input<typeof FoundItemView> {
  const access = resolveAccess({ item, actor: ctx.actor, grants, hasPassed: false })
  return {
    itemId: item.id,
    itemName: item.name,
    nameParts: [...marked(item.name, [...words, ...heardAs])],
    canManage: can(access, 'inspect'),
  }
}

/** An item as shown to site administrators. */
export const SiteItemView = z.object({
  itemId: id(),
  itemName: z.string(),
  itemDescription: z.string(),
  /** A mask for a private item, which reveals nothing about the password; '' for an open one. */
  password: z.string(),
  /** Username of the owner. */
  username: z.string(),
  addedAt: addedTime(),
  isArchived: z.boolean(),
  visibility: forScreens(z.enum(VISIBILITIES)),
  changedAt: forScreens(z.date()),
  /** People with a role in it, except the owner. */
  memberCount: forScreens(z.number()),
  /** Bytes of texts with their versions, and of files. */
  bytes: forScreens(z.number()),
})

export const siteItemView = ({ item, ownerUsername, ...more }: ListedSiteItem): z.input<typeof SiteItemView> => ({
  itemId: item.id,
  itemName: item.name,
  itemDescription: item.description,
  password: isPrivate(item) ? SECRET_MASK : '',
  username: ownerUsername,
  addedAt: item.createdAt,
  isArchived: item.isArchived,
  visibility: visibilityOf(item),
  changedAt: more.changedAt,
  memberCount: more.memberCount,
  bytes: more.bytes,
})
