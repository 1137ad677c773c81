import type { Collection, Context } from '#core/plugin.ts'
import type { NoticedFact } from './tell.ts'

type Holder = Pick<Context, 'store'>

/** Tells one person what somebody did that concerns him. Belongs to him. */
export type Notice = NoticedFact & { readonly isRead: boolean }

export const noticesIn = ({ store }: Holder): Collection<Notice> => store.documents.collection('notices.notice')

/** One for each unread notice, by its id: counting them must be quick, it is done with every view of an item. */
export const unreadNoticesIn = ({ store }: Holder): Collection<object> =>
  store.documents.collection('notices.unreadNotice')
