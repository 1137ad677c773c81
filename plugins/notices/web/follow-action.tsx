import { BellOff, BellPlus } from 'lucide-react'
import type { PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { subscriptionApi, useNoticesUtils } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

/** Follows the page that is read, or follows it no longer. */
export function FollowAction({ pageId }: PageActionProps) {
  const t = useNoticesText()
  const utils = useNoticesUtils()
  const own = subscriptionApi.mine.useQuery({ pageId }, { meta: { isQuiet: true } })
  // The menu is closed by the choice; what is said afterwards does not need it.
  const follow = subscriptionApi.follow.useMutation({
    onSuccess: async () => {
      showToast(t('follow.done'))
      await utils.subscription.invalidate()
    },
  })
  const unfollow = subscriptionApi.unfollow.useMutation({
    onSuccess: async () => {
      showToast(t('follow.stopped'))
      await utils.subscription.invalidate()
    },
  })
  if (!own.data) return null
  return own.data.isFollowed ? (
    <MenuItem icon={<BellOff />} onChoose={() => unfollow.mutate({ pageId })}>
      {t('follow.stop')}
    </MenuItem>
  ) : (
    <MenuItem icon={<BellPlus />} onChoose={() => follow.mutate({ pageId })}>
      {t('follow.start')}
    </MenuItem>
  )
}
