import { z } from 'zod'
import { openPage, requireLogin } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { command, query } from '../operation.ts'
import { id, idOrNone, nothing, text } from '../schema.ts'
import { formerState, moveBetween, presentState } from './compare.ts'
import { draftOf } from './page.ts'
import { savePage } from './save.ts'
import {
  comparedView,
  ComparedView,
  PageVersionView,
  pageVersionView,
  PageView,
  pageView,
  savedPageView,
  SavedPageView,
  versionHeadView,
  VersionHeadView,
} from './views.ts'

export const versionOperations = {
  history: query({
    summary: 'The former states of a page, newest first.',
    audience: 'anyone',
    input: z.object({ pageId: id() }),
    output: z.array(PageVersionView),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const { page } = await openPage(ctx, pageId, 'read')
      return (await ctx.store.versions.ofPage(page.id)).map(pageVersionView)
    },
  }),

  versions: query({
    summary: 'The former states of a page without their texts, newest first.',
    audience: 'anyone',
    input: z.object({ pageId: id() }),
    output: z.array(VersionHeadView),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const { page } = await openPage(ctx, pageId, 'read')
      return (await ctx.store.versions.headsOf(page.id)).map(versionHeadView)
    },
  }),

  compare: query({
    summary: 'Two states of a page, the older one first; with other_history_id 0 the second one is the page as it is.',
    audience: 'anyone',
    input: z.object({ pageId: id(), pageHistoryId: id(), otherHistoryId: idOrNone().default(0) }),
    output: ComparedView,
    example: { pageId: 1, pageHistoryId: 1 },
    async run(ctx, { pageId, pageHistoryId, otherHistoryId }) {
      const opened = await openPage(ctx, pageId, 'read')
      const stateOf = async (versionId: number) => formerState(await versionOfPage(ctx, opened.page.id, versionId))
      const one = await stateOf(pageHistoryId)
      const other = otherHistoryId === 0 ? presentState(opened) : await stateOf(otherHistoryId)
      const [before, after] = one.revision <= other.revision ? [one, other] : [other, one]
      return comparedView(opened, { before, after, move: await moveBetween(ctx, opened, before, after) })
    },
  }),

  commentVersion: command({
    summary:
      'Notes something about a former state of a page. With former_comments a newer note of somebody else is never overwritten.',
    audience: 'user',
    rest: { path: 'page/updateHistoryComments' },
    input: z.object({
      pageId: id(),
      pageHistoryId: id(),
      pageComments: text(limits.versionCommentLength),
      /** The note as the caller knows it. */
      formerComments: text(limits.versionCommentLength).optional(),
    }),
    output: nothing(),
    example: { pageId: 1, pageHistoryId: 1, pageComments: 'Before the new login' },
    async run(ctx, { pageId, pageHistoryId, pageComments, formerComments }) {
      const { page } = await openPage(ctx, pageId, 'edit', 'besideLock')
      const isSet = await ctx.store.versions.setComment(page.id, pageHistoryId, pageComments, formerComments ?? null)
      if (!isSet) {
        const { comment } = await versionOfPage(ctx, page.id, pageHistoryId)
        throw new DomainError('commentChanged', { comment })
      }
      ctx.emit('page.versionNoted', { page, versionId: pageHistoryId, actorId: requireLogin(ctx) })
      return {}
    },
  }),

  diff: query({
    summary: 'A page as it is, and one of its former states.',
    audience: 'anyone',
    input: z.object({ pageId: id(), pageHistoryId: id() }),
    output: z.object({ page: PageView, historyPage: PageVersionView }),
    example: { pageId: 1, pageHistoryId: 1 },
    async run(ctx, { pageId, pageHistoryId }) {
      const opened = await openPage(ctx, pageId, 'read')
      const version = await versionOfPage(ctx, opened.page.id, pageHistoryId)
      return { page: pageView(ctx.services, opened), historyPage: pageVersionView(version) }
    },
  }),

  restore: command({
    summary: 'Makes a former state the present one; the state before becomes a version itself.',
    audience: 'user',
    rest: { path: 'page/restoreHistory' },
    input: z.object({ pageId: id(), pageHistoryId: id(), baseRevision: id().optional() }),
    output: SavedPageView,
    example: { pageId: 1, pageHistoryId: 1 },
    async run(ctx, { pageId, pageHistoryId, baseRevision }) {
      const opened = await openPage(ctx, pageId, 'edit')
      const { title, content } = await versionOfPage(ctx, opened.page.id, pageHistoryId)
      const wishes = { baseRevision: baseRevision ?? null, notifyRemark: null, isRestored: true }
      return savedPageView(await savePage(ctx, opened, (page) => ({ ...draftOf(page), title, content }), wishes))
    },
  }),
}

async function versionOfPage({ store }: Context, pageId: number, versionId: number) {
  const version = await store.versions.byId(pageId, versionId)
  if (!version) throw new DomainError('notFound')
  return version
}
