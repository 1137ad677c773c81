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
  // Before that is known the line has its place and its name: following twice is following.
  const isFollowed = own.data?.isFollowed === true
  return (
    <MenuItem
      icon={isFollowed ? <BellOff /> : <BellPlus />}
      onChoose={() => (isFollowed ? unfollow : follow).mutate({ pageId })}
    >
      {t(isFollowed ? 'follow.stop' : 'follow.start')}
    </MenuItem>
  )
}
