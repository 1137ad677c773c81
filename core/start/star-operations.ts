import { z } from 'zod'
import { openItem, openPage, pagesReadableBy, requireLogin } from '../access/doors.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError, isRefusal } from '../errors.ts'
import { command, query } from '../operation.ts'
import { addedTime, id, idOrNone, nothing } from '../schema.ts'
import { MOST_STARS, starKey, starsIn, type Star } from './star.ts'

const starred = () => z.object({ itemId: idOrNone().default(0), pageId: idOrNone().default(0) })

export const starOperations = {
  add: command({
    summary: 'Stars an item or a page for yourself, to find it again.',
    audience: 'user',
    input: starred(),
    output: nothing(),
    example: { pageId: 1 },
    async run(ctx, input) {
      const userId = requireLogin(ctx)
      const { kind, id: thingId } = thingOf(input)
      await openThing(ctx, kind, thingId)
      const key = starKey(userId, kind, thingId)
      if (await starsIn(ctx).byKey(key)) return {}
      if ((await starsIn(ctx).count({ userId })) >= MOST_STARS) throw new DomainError('tooMany', { limit: MOST_STARS })
      const place = kind === 'item' ? { itemId: thingId } : { pageId: thingId }
      await starsIn(ctx).put({ key, userId, ...place, at: ctx.services.clock.now(), data: { kind } })
      return {}
    },
  }),

  remove: command({
    summary: 'Takes your star from an item or a page. Where there is none, nothing happens.',
    audience: 'user',
    needsNoRoom: true,
    input: starred(),
    output: nothing(),
    example: { pageId: 1 },
    async run(ctx, input) {
      const { kind, id: thingId } = thingOf(input)
      await starsIn(ctx).deleteKeys([starKey(requireLogin(ctx), kind, thingId)])
      return {}
    },
  }),

  list: query({
    summary: 'The items and pages you starred, the newest first; those you may not read any more are left out.',
    audience: 'user',
    input: nothing(),
    output: z.object({
      items: z.array(z.object({ itemId: id(), itemName: z.string(), addedAt: addedTime() })),
      pages: z.array(
        z.object({ pageId: id(), itemId: id(), itemName: z.string(), pageTitle: z.string(), addedAt: addedTime() }),
      ),
    }),
    example: {},
    async run(ctx) {
      const userId = requireLogin(ctx)
      const stars = await starsIn(ctx).newest({ userId }, MOST_STARS)
      const items = await Promise.all(
        stars.map(async ({ itemId, at, data }) => {
          if (data.kind !== 'item' || itemId === null) return []
          const item = await readableItem(ctx, itemId)
          return item ? [{ itemId, itemName: item.name, addedAt: at }] : []
        }),
      )
      const pages = stars.flatMap(({ pageId, at }) => (pageId === null ? [] : [{ pageId, at }]))
      const readable = await pagesReadableBy(
        ctx,
        userId,
        pages.map(({ pageId }) => pageId),
      )
      const titles = new Map(readable.map((page) => [page.pageId, page]))
      return {
        items: items.flat(),
        pages: pages.flatMap(({ pageId, at }) => {
          const page = titles.get(pageId)
          return page
            ? [{ pageId, itemId: page.itemId, itemName: page.itemName, pageTitle: page.title, addedAt: at }]
            : []
        }),
      }
    },
  }),
}

/** @throws DomainError invalidInput unless exactly one of them is given */
function thingOf({ itemId, pageId }: Record<'itemId' | 'pageId', number>): { kind: Star['kind']; id: number } {
  if ((itemId === 0) === (pageId === 0)) throw new DomainError('invalidInput', { field: 'pageId' })
  return pageId === 0 ? { kind: 'item', id: itemId } : { kind: 'page', id: pageId }
}

async function openThing(ctx: CommandContext, kind: Star['kind'], thingId: number): Promise<void> {
  if (kind === 'item') await openItem(ctx, thingId, 'read', 'somewhere')
  else await openPage(ctx, thingId, 'read')
}

/** Null when it is deleted, or no longer accessible to the caller. */
async function readableItem(ctx: Context, itemId: number) {
  try {
    return (await openItem(ctx, itemId, 'read', 'somewhere')).item
  } catch (error) {
    if (isRefusal(error)) return null
    throw error
  }
}
