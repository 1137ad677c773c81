import { api } from '#web/api/trpc.ts'
import { messageApi, useNoticesUtils, type Unread } from './notices-api.ts'

/** The last known unread messages, and a function to check again; it never queries on its own. */
export const useUnread = () => messageApi.unread.useQuery({}, { enabled: false, meta: { isQuiet: true } })

export const hasUnread = (unread: Unread | undefined): boolean =>
  unread?.remind.messageId !== undefined || unread?.announce.messageId !== undefined

/** Refetches everything that depends on unread messages: the lists, the bell, and the counts of items. */
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
