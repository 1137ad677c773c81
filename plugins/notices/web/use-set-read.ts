import { useEffect, useEffectEvent } from 'react'
import { showMessage } from './shown-message.ts'
import { messageApi, useNoticesUtils } from './notices-api.ts'
import { useUnread } from './unread.ts'

interface Listed {
  readonly messageId: number
  readonly fromId: number
  readonly status: 'unread' | 'read'
  readonly at: string | Date
}

/** Has what is listed noted as read (MSG-07). Its badges stay until the list is asked for again. */
export function useSetRead(listed: readonly Listed[] | undefined): void {
  const { mutateAsync } = messageApi.setRead.useMutation({ meta: { isQuiet: true } })
  const { refetch } = useUnread()
  const utils = useNoticesUtils()
  const setRead = useEffectEvent(async (messages: readonly Listed[]) => {
    const unread = messages.filter(({ status }) => status === 'unread')
    if (unread.length === 0) return
    // What is listed need not be shown beside the list as well.
    showMessage(null)
    // What is not noted now is noted when the list is opened the next time.
    await Promise.allSettled(
      unread.map(({ messageId, fromId, at }) => mutateAsync({ messageId, fromId, shownAt: new Date(at).getTime() })),
    )
    await Promise.all([refetch(), utils.message.counts.invalidate()])
  })
  useEffect(() => {
    if (listed) void setRead(listed)
  }, [listed])
}
