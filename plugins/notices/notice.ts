import { z } from 'zod'
import { id, type Collection, type Context } from '#core/plugin.ts'

const byWhom = { toId: id(), fromId: z.number() }
/** What somebody is given a notice of (D30). */
export const NoticedFact = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('addedToItem'),
    ...byWhom,
    itemId: id(),
    role: z.enum(['reader', 'editor', 'manager']),
    isLimited: z.boolean(),
  }),
  z.object({ kind: z.literal('itemTransferred'), ...byWhom, itemId: id() }),
  z.object({ kind: z.literal('addedToTeam'), ...byWhom, teamId: id(), role: z.enum(['member', 'admin']) }),
  z.object({ kind: z.literal('teamTransferred'), ...byWhom, teamId: id() }),
  z.object({
    kind: z.literal('commented'),
    ...byWhom,
    pageId: id(),
    commentId: id(),
    /** as: the comment names them · answer: in a thread they take part in · page: on a page they saved last. */
    how: z.enum(['named', 'answer', 'page']),
  }),
  /** Nobody did it. */
  z.object({ kind: z.literal('backupFailed'), toId: id(), fromId: z.literal(0), problem: z.string() }),
])
export type NoticedFact = z.output<typeof NoticedFact>

type Holder = Pick<Context, 'store'>

/** Tells one person what somebody did that concerns them. Belongs to them. */
export type Notice = NoticedFact & { readonly isRead: boolean }

export const noticesIn = ({ store }: Holder): Collection<Notice> => store.documents.collection('notices.notice')

/** One for each unread notice, by its id: counting them must be quick, it is done with every view of an item. */
export const unreadNoticesIn = ({ store }: Holder): Collection<object> =>
  store.documents.collection('notices.unreadNotice')
