import { z } from 'zod'
import {
  command,
  DomainError,
  id,
  idOrNone,
  nothing,
  pagesReadableBy,
  query,
  requireLogin,
  wired,
  type Context,
  type Document,
} from '#core/plugin.ts'
import { noticesIn, SUBJECT_OF, unreadNoticesIn, type Notice, type NoticedFact } from './notice.ts'
import { noticeWords } from './notice-words.ts'
import { SUBJECTS } from './subjects.ts'

const MOST_NOTICES = 1_000

const NoticeView = z.object({
  noticeId: id(),
  noticeTitle: z.string(),
  noticeContent: z.string(),
  fromName: z.string(),
  at: wired('notice_time', z.date()),
  isRead: z.boolean(),
  /** The page and comment concerned; 0 for none, or one that is no longer accessible. */
  itemId: idOrNone(),
  pageId: idOrNone(),
  commentId: idOrNone(),
})

export const noticeOperations = {
  list: query({
    summary: 'Your notices, newest first: what others did that concerns you.',
    audience: 'user',
    rest: { path: 'notice/getList' },
    input: z.object({
      noticeType: z.enum(['all', 'unread']).default('all'),
      /** What they are about. */
      subject: z.enum(['all', ...SUBJECTS]).default('all'),
      /** Those of this item alone; 0 for all. */
      itemId: idOrNone().default(0),
      count: z.number().int().min(1).max(MOST_NOTICES).default(100),
    }),
    output: z.array(NoticeView),
    example: { noticeType: 'all', count: 20 },
    async run(ctx, { noticeType, subject, itemId, count }) {
      const userId = requireLogin(ctx)
      const where = noticeType === 'unread' ? { isRead: false } : {}
      const isNarrowed = subject !== 'all' || itemId !== 0
      const newest = await noticesIn(ctx).newest({ userId, where }, isNarrowed ? MOST_NOTICES : count)
      const wanted = subject === 'all' ? newest : newest.filter(({ data }) => SUBJECT_OF[data.kind] === subject)
      // Only a view says of which item a notice is now.
      const views = await noticeViews(ctx, itemId === 0 ? wanted.slice(0, count) : wanted)
      return views.filter(({ ofItemId }) => itemId === 0 || ofItemId === itemId).slice(0, count)
    },
  }),

  setRead: command({
    summary: 'Notes that you have read a notice.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ noticeId: id() }),
    output: nothing(),
    example: { noticeId: 1 },
    async run(ctx, { noticeId }) {
      const notice = await ownNotice(ctx, noticeId)
      await noticesIn(ctx).update(notice.id, { isRead: true })
      await forgetUnread(ctx, notice)
      return {}
    },
  }),

  delete: command({
    summary: 'Removes a notice of yours.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ noticeId: id() }),
    output: nothing(),
    example: { noticeId: 1 },
    async run(ctx, { noticeId }) {
      const notice = await ownNotice(ctx, noticeId)
      await forgetUnread(ctx, notice)
      await noticesIn(ctx).delete(notice.id)
      return {}
    },
  }),
}

/** Other people's notices are refused like missing ones (threats A3). @throws DomainError notFound */
async function ownNotice(ctx: Context, noticeId: number): Promise<Document<Notice>> {
  const notice = await noticesIn(ctx).byId(noticeId)
  if (notice?.userId !== requireLogin(ctx)) throw new DomainError('notFound')
  return notice
}

async function forgetUnread(ctx: Context, { id: noticeId }: Document<Notice>): Promise<void> {
  const unread = await unreadNoticesIn(ctx).byKey(`${noticeId}`)
  if (unread) await unreadNoticesIn(ctx).delete(unread.id)
}

/**
 * Items and teams are shown with their current names, and only to people who still have a role in them. `ofItemId` is the
 * item of the notice, 0 for none; it is not part of the answer.
 */
async function noticeViews(ctx: Context, notices: readonly Document<Notice>[]) {
  const userId = requireLogin(ctx)
  const { items, teams, users } = ctx.store
  const pageIds = new Set(notices.flatMap(({ data }) => ('pageId' in data ? data.pageId : [])))
  const [ownItems, ownTeams, readable, senders] = await Promise.all([
    items.ofUser(userId),
    teams.ofUser(userId),
    pagesReadableBy(ctx, userId, [...pageIds]),
    users.byIds([...new Set(notices.map(({ data: { fromId } }) => fromId))]),
  ])
  const itemNames = new Map(ownItems.map(({ item }) => [item.id, item.name]))
  const teamNames = new Map(ownTeams.map(({ team }) => [team.id, team.name]))
  const pages = new Map(readable.map((page) => [page.pageId, page]))
  const people = new Map(senders.map((sender) => [sender.id, sender]))
  return notices.map(({ id: noticeId, at, data: { isRead, ...fact } }) => {
    const page = 'pageId' in fact ? pages.get(fact.pageId) : undefined
    const name = page?.title ?? nameIn(fact, itemNames, teamNames)
    const sender = people.get(fact.fromId)
    const from = sender ? sender.name || sender.username : ''
    const { title, content } = noticeWords({ fact, name: name ?? null, from }, ctx.session.language)
    const place = { itemId: page?.itemId ?? 0, pageId: page?.pageId ?? 0 }
    const commentId = page && 'commentId' in fact ? fact.commentId : 0
    const ofItemId = page?.itemId ?? ('itemId' in fact ? fact.itemId : 0)
    const told = { noticeTitle: title, noticeContent: content, fromName: from }
    return { noticeId, ...told, at, isRead, ...place, commentId, ofItemId }
  })
}

function nameIn(
  fact: NoticedFact,
  items: ReadonlyMap<number, string>,
  teams: ReadonlyMap<number, string>,
): string | undefined {
  if ('itemId' in fact) return items.get(fact.itemId)
  return 'teamId' in fact ? teams.get(fact.teamId) : undefined
}
