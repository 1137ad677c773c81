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

/** Marks listed messages as read (MSG-07). Their badges stay until the list is fetched again. */
export function useSetRead(listed: readonly Listed[] | undefined): void {
  const { mutateAsync } = messageApi.setRead.useMutation({ meta: { isQuiet: true } })
  const { refetch } = useUnread()
  const utils = useNoticesUtils()
  const setRead = useEffectEvent(async (messages: readonly Listed[]) => {
    const unread = messages.filter(({ status }) => status === 'unread')
    if (unread.length === 0) return
    // A listed message need not be shown outside the list as well.
    showMessage(null)
    // If this fails, they are marked when the list is opened the next time.
    await Promise.allSettled(
      unread.map(({ messageId, fromId, at }) => mutateAsync({ messageId, fromId, shownAt: new Date(at).getTime() })),
    )
    await Promise.all([refetch(), utils.message.counts.invalidate()])
  })
  useEffect(() => {
    if (listed) void setRead(listed)
  }, [listed])
}
