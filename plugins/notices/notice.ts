import { z } from 'zod'
import { id, type Collection, type Context } from '#core/plugin.ts'
import type { SUBJECTS } from './subjects.ts'

const Words = z.object({ en: z.string(), 'zh-cn': z.string() })
const byWhom = { toId: id(), fromId: z.number() }
/** The events that cause a notice (D30). */
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
    /** 0 when it is not known. */
    commentId: z.number(),
    /** named: mentioned in the comment · answer: in a thread they take part in · page: on a page they saved last. */
    how: z.enum(['named', 'answer', 'page']),
  }),
  /** It had no actor. */
  z.object({ kind: z.literal('backupFailed'), toId: id(), fromId: z.literal(0), problem: z.string() }),
  z.object({ kind: z.literal('ofPlugin'), toId: id(), fromId: z.literal(0), title: Words, content: Words }),
])
export type NoticedFact = z.output<typeof NoticedFact>

export const SUBJECT_OF: Readonly<Record<NoticedFact['kind'], (typeof SUBJECTS)[number]>> = {
  addedToItem: 'items',
  itemTransferred: 'items',
  addedToTeam: 'teams',
  teamTransferred: 'teams',
  commented: 'comments',
  backupFailed: 'site',
  ofPlugin: 'site',
}

type Holder = Pick<Context, 'store'>

/** Notifies one person of somebody else's action that concerns them. Belongs to that person. */
export type Notice = NoticedFact & { readonly isRead: boolean }

export const noticesIn = ({ store }: Holder): Collection<Notice> => store.documents.collection('notices.notice')

/** One per unread notice, by its id: counting must be fast, because it is done with every view of an item. */
export const unreadNoticesIn = ({ store }: Holder): Collection<object> =>
  store.documents.collection('notices.unreadNotice')
