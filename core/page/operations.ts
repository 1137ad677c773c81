import { z } from 'zod'
import { openPage } from '../access/doors.ts'
import { catalogIdOrNone } from '../catalog/fields.ts'
import { limits } from '../limits.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, line, noted, nothing, positions, positionsOf, text, wired } from '../schema.ts'
import { articleOf, kindOf } from './content.ts'
import { lockOperations } from './lock-operations.ts'
import { lockRequestOperations } from './lock-request-operations.ts'
import { draftOperations } from './draft-operations.ts'
import { isMissing } from './missing-kind.ts'
import { linkOperations } from './link-operations.ts'
import { mergeOperations } from './merge-operations.ts'
import { recyclePage } from './recycle-page.ts'
import { versionOperations } from './version-operations.ts'
import { articleView, ArticleView, pageView, savedPageView, SavedPageView, WritablePageView } from './views.ts'
import { orderPages, writePage, writePageOnce } from './write.ts'

export const pageOperations = {
  info: query({
    summary: 'A page with its content.',
    audience: 'anyone',
    input: z.object({ pageId: id() }),
    output: WritablePageView,
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const opened = await openPage(ctx, pageId, 'read')
      const kind = await kindOf(ctx.services, opened.item.type, opened.page.content)
      const missingPlugins = isMissing(kind) ? kind.pluginsIn(ctx.session.language) : ''
      return { ...pageView(ctx.services, opened), kind: kind.id, missingPlugins }
    },
  }),

  view: query({
    summary: 'A page with the HTML that readers see.',
    audience: 'anyone',
    input: z.object({ pageId: id() }),
    output: ArticleView,
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const opened = await openPage(ctx, pageId, 'read')
      return articleView(ctx.services, opened, await articleOf(ctx, opened.item, opened.page.content))
    },
  }),

  save: command({
    summary:
      'Makes a page (pageId 0) or changes one. With baseRevision a newer text is never overwritten; ' +
      'a saveId makes a retry harmless.',
    audience: 'user',
    input: z.object({
      pageId: idOrNone().default(0),
      itemId: idOrNone().default(0),
      pageTitle: noted({ urlencoded: true }, line(limits.titleLength).default('')),
      pageContent: noted({ urlencoded: true }, text(limits.pageContentLength)),
      catalogId: catalogIdOrNone().optional(),
      order: wired('s_number', idOrNone().optional()),
      isNotify: z.boolean().default(false),
      notifyContent: noted({ urlencoded: true }, text(limits.descriptionLength).default('')),
      baseRevision: id().optional(),
      saveId: z
        .string()
        .regex(/^[\w-]{8,64}$/)
        .optional(),
    }),
    output: SavedPageView,
    example: { pageId: 0, itemId: 1, pageTitle: 'Log in', pageContent: '# Log in' },
    async run(ctx, { pageTitle: title, pageContent: content, catalogId, order, saveId, ...input }) {
      const wishes = {
        pageId: input.pageId,
        itemId: input.itemId,
        title,
        content,
        catalogId,
        order,
        baseRevision: input.baseRevision ?? null,
        notifyRemark: input.isNotify ? input.notifyContent : null,
      }
      const saved = saveId ? await writePageOnce(ctx, wishes, saveId) : await writePage(ctx, wishes)
      return savedPageView(saved)
    },
  }),

  delete: command({
    summary: 'Puts a page into the recycle bin.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ pageId: id() }),
    output: nothing(),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      await recyclePage(ctx, pageId)
      return {}
    },
  }),

  setOrder: command({
    summary: 'Puts pages of an item into another order.',
    audience: 'user',
    rest: { path: 'page/sort' },
    input: z.object({ pages: positions(), itemId: id() }),
    output: nothing(),
    example: { pages: { 1: 1, 2: 2 }, itemId: 1 },
    async run(ctx, { pages, itemId }) {
      await orderPages(ctx, itemId, positionsOf(pages))
      return {}
    },
  }),

  ...draftOperations,
  ...mergeOperations,
  ...versionOperations,
  ...linkOperations,
  ...lockOperations,
  ...lockRequestOperations,
}
