import { api } from '#web/api/trpc.ts'
import { messageApi, useNoticesUtils, type Unread } from './notices-api.ts'

/** What is unread as it was known last, and the way to look again; nothing is asked for by itself. */
export const useUnread = () => messageApi.unread.useQuery({}, { enabled: false, meta: { isQuiet: true } })

export const hasUnread = (unread: Unread | undefined): boolean =>
  unread?.remind.messageId !== undefined || unread?.announce.messageId !== undefined

/** Asks anew for all that says what is unread: the lists, the bell, and the number that items have. */
export function useRefreshInbox(): () => Promise<unknown> {
  const utils = useNoticesUtils()
  const product = api.useUtils()
  const { refetch } = useUnread()
  return () =>
    Promise.all([
      utils.notice.list.invalidate(),
      utils.message.listReminders.invalidate(),
      utils.message.listAnnouncements.invalidate(),
      utils.message.counts.invalidate(),
      product.item.info.invalidate(),
      refetch(),
    ])
}
