import { z } from 'zod'
import { openPage, pagesReadableBy, requireLogin } from '../access/doors.ts'
import { command, query } from '../operation.ts'
import { addedTime, id, nothing } from '../schema.ts'
import { MOST_VISITS, visitKey, visitsIn } from './visit.ts'

/** How many of each kind are shown. */
const SHOWN = 12
/** Pages the caller may not read are left out, and a page changed several times appears once. */
const LOOKED_AT = 80

const RecentPageView = z.object({
  pageId: id(),
  itemId: id(),
  itemName: z.string(),
  pageTitle: z.string(),
  at: addedTime(),
})

export const visitOperations = {
  noteVisit: command({
    summary: 'Remembers for yourself that you opened a page, or saved it.',
    audience: 'user',
    input: z.object({ pageId: id(), hasSaved: z.boolean().default(false) }),
    output: nothing(),
    example: { pageId: 1 },
    async run(ctx, { pageId, hasSaved }) {
      const userId = requireLogin(ctx)
      await openPage(ctx, pageId, 'read')
      const visits = visitsIn(ctx)
      const at = ctx.services.clock.now()
      const key = visitKey(userId, pageId)
      const former = await visits.byKey(key)
      const editedAt = hasSaved ? at.getTime() : (former?.data.editedAt ?? 0)
      await visits.put({ key, userId, pageId, at, data: { editedAt } })
      if (former) return {}
      const all = await visits.newest({ userId }, 2 * MOST_VISITS)
      await visits.deleteKeys(all.slice(MOST_VISITS).flatMap((visit) => visit.key ?? []))
      return {}
    },
  }),

  recent: query({
    summary:
      'Pages you opened and saved last, and what others changed last in your items; those you may not read any more are left out.',
    audience: 'user',
    input: nothing(),
    output: z.object({
      visited: z.array(RecentPageView),
      edited: z.array(RecentPageView),
      changed: z.array(RecentPageView.extend({ username: z.string() })),
    }),
    example: {},
    async run(ctx) {
      const userId = requireLogin(ctx)
      const visits = (await visitsIn(ctx).newest({ userId }, MOST_VISITS)).flatMap(({ pageId, at, data }) =>
        pageId === null ? [] : [{ pageId, at, editedAt: new Date(data.editedAt) }],
      )
      const itemIds = (await ctx.store.items.ofUser(userId)).map(({ item }) => item.id)
      const changes = await ctx.store.changes.latestPages(itemIds, userId, LOOKED_AT)
      const pageIds = [...new Set([...visits, ...changes].map(({ pageId }) => pageId))]
      const readable = await pagesReadableBy(ctx, userId, pageIds)
      const pages = new Map(readable.map((page) => [page.pageId, page]))
      const shown = <More extends { readonly at: Date }>(list: readonly (More & { readonly pageId: number })[]) =>
        list
          .flatMap(({ pageId, ...more }) => {
            const page = pages.get(pageId)
            if (!page) return []
            return [{ pageId, itemId: page.itemId, itemName: page.itemName, pageTitle: page.title, ...more }]
          })
          .slice(0, SHOWN)
      const edited = visits
        .filter(({ editedAt }) => editedAt.getTime() > 0)
        .map(({ pageId, editedAt: at }) => ({ pageId, at }))
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
      return { visited: shown(visits), edited: shown(edited), changed: shown(changes) }
    },
  }),
}
