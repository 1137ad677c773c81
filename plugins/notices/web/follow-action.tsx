import { BellOff, BellPlus } from 'lucide-react'
import { useEntryAnswer } from '#web/extensions/entries-together.tsx'
import type { PageActionProps } from '#web/extensions/points.ts'
import { MenuItem } from '#web/parts/menu.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { subscriptionApi, useNoticesUtils } from './notices-api.ts'
import { useNoticesText } from './texts.ts'

/** Follows or unfollows the page being read. */
export function FollowAction({ pageId }: PageActionProps) {
  const t = useNoticesText()
  const utils = useNoticesUtils()
  const own = useEntryAnswer(subscriptionApi.mine.useQuery({ pageId }, { meta: { isQuiet: true } }))
  // The choice closes the menu; the following message does not need it.
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
  // While it is not known, the entry is there all the same: following twice is harmless.
  const isFollowed = own?.isFollowed === true
  return (
    <MenuItem
      icon={isFollowed ? <BellOff /> : <BellPlus />}
      onChoose={() => (isFollowed ? unfollow : follow).mutate({ pageId })}
    >
      {t(isFollowed ? 'follow.stop' : 'follow.start')}
    </MenuItem>
  )
}
