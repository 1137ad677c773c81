import { z } from 'zod'
import { openPageByKey } from '../access/key-door.ts'
import { openPage, requireLogin } from '../access/doors.ts'
import { htmlWithKey, textWithKey } from '../attachment/attachment.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, noted, text } from '../schema.ts'
import { articleOf } from './content.ts'
import { KEY_LENGTH, keyOf, newPageLink } from './link.ts'
import { SharedArticleView, sharedPageView, SharedPageView, shownArticle } from './views.ts'

const uniqueKey = () => noted({ secret: true }, text(KEY_LENGTH))

export const linkOperations = {
  share: command({
    summary: 'Makes the link by which everybody may read this one page, or ends it; a link there is stays as it is.',
    audience: 'user',
    needsNoRoom: true,
    rest: { path: 'page/createSinglePage' },
    input: z.object({
      pageId: id(),
      isShared: noted({ wire: 'isCreateSiglePage', refusedAs: 'is_shared' }, z.boolean()),
    }),
    output: z.object({
      /** Empty when there is no link. */
      uniqueKey: z.string(),
    }),
    example: { pageId: 1, isShared: true },
    async run(ctx, { pageId, isShared }) {
      // Archiving does not freeze a public link: anyone who may see it may end it, in an archived item too.
      const { page } = await openPage(ctx, pageId, isShared ? 'edit' : 'copy', 'besideLock')
      const actorId = requireLogin(ctx)
      const { pageLinks } = productStore(ctx.store)
      if (!isShared) {
        if (await pageLinks.remove(pageId)) ctx.emit('page.unshared', { page, actorId })
        return { uniqueKey: '' }
      }
      const link = newPageLink(ctx.services, pageId)
      const kept = await pageLinks.add(link, actorId, ctx.services.clock.now())
      if (kept.digest === link.digest) ctx.emit('page.shared', { page, actorId })
      return { uniqueKey: keyOf(ctx.services, pageId, kept.sealed) }
    },
  }),

  infoByKey: query({
    summary: 'A page that was shared, by the key of its link, with which the files it names are fetched.',
    audience: 'anyone',
    input: z.object({ pageId: idOrNone().default(0), uniqueKey: uniqueKey() }),
    output: SharedPageView,
    example: { uniqueKey: 'Xm2nV0bq8TtKx4LwQe7RzA9dYc3fHgJs' },
    async run(ctx, input) {
      const { uniqueKey } = input
      const page = sharedPageView(await openPageByKey(ctx, uniqueKey, input.pageId), uniqueKey)
      return { ...page, pageContent: textWithKey(page.pageContent, uniqueKey, ctx.session.siteUrl) }
    },
  }),

  viewByKey: query({
    summary: 'A page that was shared, with the HTML that readers see.',
    audience: 'anyone',
    input: z.object({ uniqueKey: uniqueKey() }),
    output: SharedArticleView,
    example: { uniqueKey: 'Xm2nV0bq8TtKx4LwQe7RzA9dYc3fHgJs' },
    async run(ctx, input) {
      const shared = await openPageByKey(ctx, input.uniqueKey)
      const place = { type: shared.itemType, globalParams: null }
      const article = await articleOf(ctx, place, shared.page.content)
      const html = htmlWithKey(article.html, input.uniqueKey, ctx.session.siteUrl)
      return { ...sharedPageView(shared, input.uniqueKey), ...shownArticle({ ...article, html }) }
    },
  }),
}
