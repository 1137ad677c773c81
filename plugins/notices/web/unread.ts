import { messageApi, type Unread } from './notices-api.ts'

/** What is unread as it was known last, and the way to look again; nothing is asked for by itself. */
export const useUnread = () => messageApi.unread.useQuery({}, { enabled: false, meta: { isQuiet: true } })

export const hasUnread = (unread: Unread | undefined): boolean =>
  unread?.remind.messageId !== undefined || unread?.announce.messageId !== undefined
