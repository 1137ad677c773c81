import { z } from 'zod'
import { visibleCatalogs } from '../access/access.ts'
import { openItem, openItemToChange, placeOf, requireLogin, requireRight } from '../access/doors.ts'
import type { OpenItem } from '../access/opened.ts'
import type { Context } from '../context.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import { always, command, query } from '../operation.ts'
import { id, idOrNone, line, nothing, wired } from '../schema.ts'
import { arrangeTree } from './arrange.ts'
import { catalogOf, flattened, rearranged, topOf, treeOf, visibleOf, type CatalogPlace } from './catalog.ts'
import { removeCatalog } from './delete.ts'
import { catalogIdField, catalogIdOrNone, parentIdField } from './fields.ts'
import { copyCatalog, moveCatalog } from './relocate.ts'
import { addCatalog, changeCatalog } from './save.ts'
import {
  CatalogNodeView,
  catalogNodeView,
  CatalogPageView,
  catalogPageViews,
  CatalogView,
  catalogView,
  namedByPath,
} from './views.ts'

const givenName = () => wired('cat_name', line(limits.nameLength).min(1))
const orderField = () => wired('s_number', idOrNone())
const noneOr = (id: number): number | null => (id === 0 ? null : id)

const PlaceInput = z.object({
  catalogId: catalogIdField(),
  catalogName: givenName(),
  parentId: parentIdField(),
  order: orderField(),
})
const MoveInput = z.object({
  kind: z.enum(['page', 'catalog']),
  id: id(),
  /** 0 for the root of the item. */
  into: idOrNone(),
  /** 0 for the end. */
  before: idOrNone().default(0),
})
const placeWanted = ({ catalogId, catalogName, parentId, order }: z.output<typeof PlaceInput>): CatalogPlace => ({
  id: catalogId,
  name: catalogName,
  parentId: noneOr(parentId),
  order,
})

export const catalogOperations = {
  listTree: query({
    summary: 'The catalogs of an item as a tree.',
    audience: 'user',
    rest: { path: 'catalog/catListGroup' },
    input: z.object({ itemId: id() }),
    output: z.array(CatalogNodeView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      return treeOf(await shownCatalogs(ctx, await openItem(ctx, itemId, 'read', 'somewhere'))).map(catalogNodeView)
    },
  }),

  listNames: query({
    summary: 'The catalogs of an item as a flat list, each under the names of its whole path.',
    audience: 'user',
    rest: { path: 'catalog/catListName' },
    input: z.object({ itemId: id() }),
    output: z.array(CatalogView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const catalogs = await shownCatalogs(ctx, await openItem(ctx, itemId, 'read', 'somewhere'))
      return flattened(treeOf(catalogs)).map((catalog) => namedByPath(catalogs, catalog))
    },
  }),

  pages: query({
    summary: 'The pages that lie in one catalog, or with catalogId 0 in the root of the item.',
    audience: 'user',
    rest: { path: 'catalog/getPagesBycat' },
    input: z.object({ itemId: id(), catalogId: catalogIdOrNone().default(0) }),
    output: z.array(CatalogPageView),
    example: { itemId: 1, catalogId: 1 },
    async run(ctx, { itemId, catalogId }) {
      const opened = await openItem(ctx, itemId, 'edit', 'somewhere')
      const catalogs = await ctx.store.catalogs.ofItem(opened.item.id)
      requireRight(opened, 'edit', placeOf(catalogId === 0 ? null : topOf(catalogs, catalogId)))
      const heads = await ctx.store.pages.headsOf(opened.item.id)
      return catalogPageViews(heads.filter((page) => page.catalogId === noneOr(catalogId)))
    },
  }),

  save: command({
    summary: 'Adds a catalog, or with catalogId changes one; a parentId that is not sent stays as it is.',
    audience: 'user',
    input: z.object({
      itemId: id(),
      catalogId: catalogIdOrNone().default(0),
      parentId: parentIdField().optional(),
      catalogName: givenName(),
      order: orderField().optional(),
    }),
    output: CatalogView,
    example: { itemId: 1, catalogName: 'Orders' },
    async run(ctx, { itemId, catalogId, parentId: below, catalogName: name, order }) {
      const parentId = below === undefined ? undefined : noneOr(below)
      const wishes = { itemId, parentId, name, order }
      return catalogView(await (catalogId === 0 ? addCatalog(ctx, wishes) : changeCatalog(ctx, catalogId, wishes)))
    },
  }),

  delete: command({
    summary: 'Removes a catalog with those below it; their pages go to the recycle bin.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ itemId: id(), catalogId: catalogIdField() }),
    output: nothing(),
    example: { itemId: 1, catalogId: 1 },
    async run(ctx, { itemId, catalogId }) {
      await removeCatalog(ctx, itemId, catalogId)
      return {}
    },
  }),

  updateAll: command({
    summary: 'Gives many catalogs new names, parents and order numbers at once; levels follow from the parents.',
    audience: 'user',
    rest: { path: 'catalog/batUpdate' },
    input: z.object({
      itemId: id(),
      places: wired('cats', z.array(PlaceInput).max(limits.catalogsPerItem)),
    }),
    output: nothing(),
    example: { itemId: 1, places: [{ catalogId: 1, catalogName: 'Orders', parentId: 0, order: 1 }] },
    async run(ctx, { itemId, places }) {
      const { item } = await openItemToChange(ctx, itemId, 'edit')
      const catalogs = await ctx.store.catalogs.ofItem(item.id)
      const changed = rearranged(catalogs, places.map(placeWanted))
      await productStore(ctx.store).catalogs.updateAll(changed)
      const actorId = requireLogin(ctx)
      for (const catalog of changed) {
        ctx.emit('catalog.updated', { catalog, before: catalogOf(catalogs, catalog.id), actorId })
      }
      return {}
    },
  }),

  arrange: command({
    summary:
      'Puts pages and catalogs of an item into other places: into a catalog, before one of their kind or at the end.',
    audience: 'user',
    input: z.object({ itemId: id(), moves: z.array(MoveInput).min(1).max(limits.movedAtOnce) }),
    output: nothing(),
    example: { itemId: 1, moves: [{ kind: 'page', id: 2, into: 1, before: 0 }] },
    async run(ctx, { itemId, moves }) {
      const wanted = moves.map(({ into, before, ...what }) => ({ ...what, into: noneOr(into), before: noneOr(before) }))
      await arrangeTree(ctx, itemId, wanted)
      return {}
    },
  }),

  copy: command({
    isHeavy: always,
    summary: 'Copies a catalog with all below it, or with isMoved 1 moves it, into this or another item.',
    audience: 'user',
    input: z.object({
      catalogId: catalogIdField(),
      toParentId: wired('new_p_cat_id', idOrNone().default(0)),
      toItemId: id(),
      isMoved: wired('is_del', z.boolean().default(false)),
    }),
    output: CatalogView,
    example: { catalogId: 1, toParentId: 0, toItemId: 1 },
    async run(ctx, { catalogId, toParentId, toItemId, isMoved }) {
      const relocation = { catalogId, toItemId, toParentId: noneOr(toParentId), actorId: requireLogin(ctx) }
      return catalogView(await (isMoved ? moveCatalog(ctx, relocation) : copyCatalog(ctx, relocation)))
    },
  }),
}

const shownCatalogs = async (ctx: Context, { item, access }: OpenItem) =>
  visibleOf(await ctx.store.catalogs.ofItem(item.id), visibleCatalogs(access))
