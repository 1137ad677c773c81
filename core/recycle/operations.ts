import { z } from 'zod'
import { openItem, openItemToChange } from '../access/doors.ts'
import { catalogIdField, catalogIdOrNone, parentIdField } from '../catalog/fields.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, line, nothing, wired } from '../schema.ts'
import { requireWithinPageLimit } from '../page/page-limit.ts'
import { bringBack, placeBack, undoDeletion } from './bring-back.ts'
import { deleteSeveral } from './delete-several.ts'
import { RecycledPageView, recycledPageView } from './views.ts'

const several = <T extends z.ZodType>(each: T) => z.array(each).max(limits.movedAtOnce)
const noneOr = (id: number): number | null => (id === 0 ? null : id)

const FormerPage = z.object({ pageId: id(), catalogId: catalogIdOrNone() })
const FormerCatalog = z.object({
  catalogId: catalogIdField(),
  catalogName: wired('cat_name', line(limits.nameLength).min(1)),
  parentId: parentIdField(),
  order: wired('s_number', idOrNone()),
})

export const recycleOperations = {
  list: query({
    summary: 'What was deleted in an item within the last thirty days, newest first, for its managers.',
    audience: 'user',
    rest: { path: 'recycle/getList' },
    input: z.object({ itemId: id() }),
    output: z.array(RecycledPageView),
    example: { itemId: 1 },
    async run(ctx, { itemId }) {
      const { item } = await openItem(ctx, itemId, 'inspect')
      return (await ctx.store.pages.recycledIn(item.id)).map(recycledPageView)
    },
  }),

  recover: command({
    summary: 'Brings a deleted page back into its catalog, or into the root of its item when that is gone.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ itemId: id(), pageId: id() }),
    output: z.object({ catalogId: catalogIdOrNone() }),
    example: { itemId: 1, pageId: 1 },
    async run(ctx, { itemId, pageId }) {
      const opened = await openItemToChange(ctx, itemId, 'manage')
      const recycled = (await ctx.store.pages.recycledIn(opened.item.id)).find((page) => page.id === pageId)
      if (!recycled) throw new DomainError('notFound')
      await requireWithinPageLimit(ctx, opened.item.id, 1)
      const { catalogId } = await bringBack(ctx, opened, pageId, placeBack(recycled))
      return { catalogId: catalogId ?? 0 }
    },
  }),

  deleteSeveral: command({
    summary: 'Puts pages into the recycle bin and removes catalogs with those below them, all of it or nothing.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      itemId: id(),
      pageIds: several(id()).default([]),
      catalogIds: wired('cat_ids', several(id()).default([])),
    }),
    output: nothing(),
    example: { itemId: 1, pageIds: [1] },
    async run(ctx, input) {
      await deleteSeveral(ctx, input)
      return {}
    },
  }),

  undo: command({
    summary:
      'Takes back a deletion of one’s own: catalogs that were deleted are made again, and pages come back to where they lay.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({
      itemId: id(),
      pages: several(FormerPage).default([]),
      catalogs: wired('cats', several(FormerCatalog).default([])),
    }),
    output: z.object({ rootedPageIds: z.array(id()) }),
    example: { itemId: 1, pages: [{ pageId: 1, catalogId: 0 }] },
    async run(ctx, { itemId, pages, catalogs }) {
      const { rooted } = await undoDeletion(ctx, {
        itemId,
        pages: pages.map(({ pageId, catalogId }) => ({ id: pageId, catalogId: noneOr(catalogId) })),
        catalogs: catalogs.map(({ catalogId, catalogName, parentId, order }) => ({
          ...{ id: catalogId, name: catalogName, order },
          parentId: noneOr(parentId),
        })),
      })
      return { rootedPageIds: [...rooted] }
    },
  }),
}
