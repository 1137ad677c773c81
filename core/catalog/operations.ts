import { z } from 'zod'
import { visibleCatalogs } from '../access/access.ts'
import {
  openItem,
  openItemToChange,
  placeOf,
  requireLogin,
  requireRight,
  requireUnheld,
  type OpenItem,
} from '../access/doors.ts'
import type { Context } from '../context.ts'
import { limits } from '../limits.ts'
import { announceLimitsGone } from '../member/limits-gone.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, line, nothing, wired } from '../schema.ts'
import { catalogOf, flattened, rearranged, subtreeOf, topOf, treeOf, visibleOf } from './catalog.ts'
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

const catName = () => line(limits.nameLength).min(1)
const sNumber = () => wired('s_number', idOrNone())
const noneOr = (id: number): number | null => (id === 0 ? null : id)

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
    summary: 'The pages that lie in one catalog, or with cat_id 0 in the root of the item.',
    audience: 'user',
    rest: { path: 'catalog/getPagesBycat' },
    input: z.object({ itemId: id(), catId: idOrNone().default(0) }),
    output: z.array(CatalogPageView),
    example: { itemId: 1, catId: 1 },
    async run(ctx, { itemId, catId }) {
      const opened = await openItem(ctx, itemId, 'edit', 'somewhere')
      const catalogs = await ctx.store.catalogs.ofItem(itemId)
      requireRight(opened, 'edit', placeOf(catId === 0 ? null : topOf(catalogs, catId)))
      const heads = await ctx.store.pages.headsOf(itemId)
      return catalogPageViews(heads.filter(({ catalogId }) => catalogId === noneOr(catId)))
    },
  }),

  save: command({
    summary: 'Adds a catalog, or with cat_id changes one; a parent_cat_id that is not sent stays as it is.',
    audience: 'user',
    input: z.object({
      itemId: id(),
      catId: idOrNone().default(0),
      parentCatId: idOrNone().optional(),
      catName: catName(),
      sNumber: sNumber().optional(),
    }),
    output: CatalogView,
    example: { itemId: 1, catName: 'Orders' },
    async run(ctx, { itemId, catId, parentCatId, catName: name, sNumber: order }) {
      const parentId = parentCatId === undefined ? undefined : noneOr(parentCatId)
      const wishes = { itemId, parentId, name, order }
      return catalogView(await (catId === 0 ? addCatalog(ctx, wishes) : changeCatalog(ctx, catId, wishes)))
    },
  }),

  delete: command({
    summary: 'Removes a catalog with those below it; their pages go to the recycle bin.',
    audience: 'user',
    input: z.object({ itemId: id(), catId: id() }),
    output: nothing(),
    example: { itemId: 1, catId: 1 },
    async run(ctx, { itemId, catId }) {
      const opened = await openItemToChange(ctx, itemId, 'edit', 'somewhere')
      const catalogs = await ctx.store.catalogs.ofItem(itemId)
      requireRight(opened, 'edit', placeOf(topOf(catalogs, catId)))
      const doomed = subtreeOf(catalogs, catId)
      const ids = doomed.map((catalog) => catalog.id)
      const heads = await ctx.store.pages.headsOf(itemId)
      const inside = heads.filter(({ catalogId }) => catalogId !== null && ids.includes(catalogId))
      // Whoever writes in one of them would be left without a page to save.
      await requireUnheld(
        ctx,
        inside.map((page) => page.id),
      )
      const actorId = requireLogin(ctx)
      const pageIds = await ctx.store.pages.recycleIn(ids, actorId, ctx.services.clock.now())
      const catalog = catalogOf(catalogs, catId)
      const below = doomed.filter((each) => each !== catalog)
      ctx.emit('catalog.deleted', { catalog, below, pageIds, isMovedAway: false, actorId })
      await announceLimitsGone(ctx, itemId, ids, actorId)
      await ctx.store.catalogs.deleteAll(ids)
      return {}
    },
  }),

  updateAll: command({
    summary: 'Gives many catalogs new names, parents and order numbers at once; levels follow from the parents.',
    audience: 'user',
    rest: { path: 'catalog/batUpdate' },
    input: z.object({
      itemId: id(),
      cats: z
        .array(z.object({ catId: id(), catName: catName(), parentCatId: idOrNone(), sNumber: sNumber() }))
        .max(limits.catalogsPerItem),
    }),
    output: nothing(),
    example: { itemId: 1, cats: [{ catId: 1, catName: 'Orders', parentCatId: 0, sNumber: 1 }] },
    async run(ctx, { itemId, cats }) {
      await openItemToChange(ctx, itemId, 'edit')
      const catalogs = await ctx.store.catalogs.ofItem(itemId)
      const places = cats.map(({ catId, catName: name, parentCatId, sNumber: order }) => ({
        id: catId,
        name,
        parentId: noneOr(parentCatId),
        order,
      }))
      const changed = rearranged(catalogs, places)
      await ctx.store.catalogs.updateAll(changed)
      const actorId = requireLogin(ctx)
      for (const catalog of changed) {
        ctx.emit('catalog.updated', { catalog, before: catalogOf(catalogs, catalog.id), actorId })
      }
      return {}
    },
  }),

  copy: command({
    summary: 'Copies a catalog with all below it, or with is_del 1 moves it, into this or another item.',
    audience: 'user',
    input: z.object({
      catId: id(),
      newPCatId: idOrNone().default(0),
      toItemId: id(),
      isDel: z.boolean().default(false),
    }),
    output: CatalogView,
    example: { catId: 1, newPCatId: 0, toItemId: 1 },
    async run(ctx, { catId: catalogId, newPCatId, toItemId, isDel }) {
      const relocation = { catalogId, toItemId, toParentId: noneOr(newPCatId), actorId: requireLogin(ctx) }
      return catalogView(await (isDel ? moveCatalog(ctx, relocation) : copyCatalog(ctx, relocation)))
    },
  }),
}

const shownCatalogs = async (ctx: Context, { item, access }: OpenItem) =>
  visibleOf(await ctx.store.catalogs.ofItem(item.id), visibleCatalogs(access))
