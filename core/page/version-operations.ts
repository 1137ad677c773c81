import { z } from 'zod'
import { authorShown } from '../actor.ts'
import { openPage, requireLogin } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { productStore } from '../open-store.ts'
import type { OpenPageId } from '../opened-id.ts'
import { always, command, query } from '../operation.ts'
import { id, idOrNone, nothing, text, wired } from '../schema.ts'
import { formerState, moveBetween, presentState, type PageState } from './compare.ts'
import { changesBetween, comparedTexts } from './content.ts'
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
  versionIdField,
} from './views.ts'

/** Total bytes of the texts of all earlier states in one answer. */
const HISTORY_BYTES = 8 * 1024 * 1024

export const versionOperations = {
  historyWithTexts: query({
    summary:
      'The former states of a page, newest first; 8 MB of texts at most, those of older states are left out and empty.',
    audience: 'anyone',
    rest: { path: 'page/history' },
    restOnly: true,
    isHeavy: always,
    input: z.object({ pageId: id() }),
    output: z.array(PageVersionView),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const { page } = await openPage(ctx, pageId, 'read')
      const versions = await ctx.store.versions.newestTexts(page.id, HISTORY_BYTES)
      return versions.map((version) => pageVersionView(signed(ctx, version)))
    },
  }),

  history: query({
    summary: 'The former states of a page without their texts, newest first.',
    audience: 'anyone',
    rest: { path: 'page/versions' },
    input: z.object({ pageId: id() }),
    output: z.array(VersionHeadView),
    example: { pageId: 1 },
    async run(ctx, { pageId }) {
      const { page } = await openPage(ctx, pageId, 'read')
      const heads = await ctx.store.versions.headsOf(page.id)
      return heads.map((head) => versionHeadView(signed(ctx, head)))
    },
  }),

  compare: query({
    summary: 'Two states of a page, the older one first; with otherVersionId 0 the second one is the page as it is.',
    audience: 'anyone',
    input: z.object({
      pageId: id(),
      versionId: versionIdField(),
      otherVersionId: wired('other_history_id', idOrNone().default(0)),
    }),
    output: ComparedView,
    isHeavy: always,
    example: { pageId: 1, versionId: 1 },
    async run(ctx, { pageId, versionId, otherVersionId }) {
      const opened = await openPage(ctx, pageId, 'read')
      const stateOf = async (oneId: number) => formerState(await versionOfPage(ctx, opened.page.id, oneId))
      const one = await stateOf(versionId)
      const other = otherVersionId === 0 ? presentState(opened) : await stateOf(otherVersionId)
      const [before, after] = one.revision <= other.revision ? [one, other] : [other, one]
      const contents = { before: before.content, after: after.content }
      const [move, texts, changes] = await Promise.all([
        moveBetween(ctx, opened, before, after),
        comparedTexts(ctx.services, opened.item.type, contents),
        changesBetween(ctx.services, opened.item.type, contents, ctx.session.language),
      ])
      return comparedView(opened, { before, after, move, texts, changes })
    },
  }),

  commentVersion: command({
    summary:
      'Notes something about a former state of a page. With formerComment a newer note of somebody else is never overwritten.',
    audience: 'user',
    rest: { path: 'page/updateHistoryComments' },
    input: z.object({
      pageId: id(),
      versionId: versionIdField(),
      comment: wired('page_comments', text(limits.versionCommentLength)),
      /** The comment, as last seen by the caller. */
      formerComment: wired('former_comments', text(limits.versionCommentLength).optional()),
    }),
    output: nothing(),
    example: { pageId: 1, versionId: 1, comment: 'Before the new login' },
    async run(ctx, { pageId, versionId, comment, formerComment }) {
      const { page } = await openPage(ctx, pageId, 'edit', 'besideLock')
      const isSet = await productStore(ctx.store).versions.setComment(
        page.id,
        versionId,
        comment,
        formerComment ?? null,
      )
      if (!isSet) {
        const version = await versionOfPage(ctx, page.id, versionId)
        throw new DomainError('commentChanged', { comment: version.comment })
      }
      ctx.emit('page.versionNoted', { page, versionId, actorId: requireLogin(ctx) })
      return {}
    },
  }),

  diff: query({
    summary: 'A page as it is, and one of its former states.',
    audience: 'anyone',
    input: z.object({ pageId: id(), versionId: versionIdField() }),
    isHeavy: always,
    output: z.object({ page: PageView, version: wired('history_page', PageVersionView) }),
    example: { pageId: 1, versionId: 1 },
    async run(ctx, { pageId, versionId }) {
      const opened = await openPage(ctx, pageId, 'read')
      const version = await versionOfPage(ctx, opened.page.id, versionId)
      return { page: pageView(ctx.services, opened), version: pageVersionView(version) }
    },
  }),

  restore: command({
    summary: 'Makes a former state the present one; the state before becomes a version itself.',
    audience: 'user',
    rest: { path: 'page/restoreHistory' },
    input: z.object({ pageId: id(), versionId: versionIdField(), baseRevision: id().optional() }),
    output: SavedPageView,
    example: { pageId: 1, versionId: 1 },
    async run(ctx, { pageId, versionId, baseRevision }) {
      const opened = await openPage(ctx, pageId, 'edit')
      const { title, content } = await versionOfPage(ctx, opened.page.id, versionId)
      const wishes = { baseRevision: baseRevision ?? null, notifyRemark: null, isRestored: true }
      return savedPageView(await savePage(ctx, opened, (page) => ({ ...draftOf(page), title, content }), wishes))
    },
  }),
}

async function versionOfPage(ctx: Context, pageId: OpenPageId, versionId: number) {
  const version = await ctx.store.versions.byId(pageId, versionId)
  if (!version) throw new DomainError('notFound')
  return signed(ctx, version)
}

/** With its author as shown to the caller. */
const signed = <V extends Pick<PageState, 'authorId' | 'authorUsername'>>({ session }: Context, version: V): V => ({
  ...version,
  authorUsername: authorShown(version.authorId, version.authorUsername, session.language),
})
