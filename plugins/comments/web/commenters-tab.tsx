import './comments.css'
import { Radio } from '@mantine/core'
import type { ItemSettingTabProps } from '#web/extensions/points.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingRadio } from '#web/parts/waiting-choice.tsx'
import { COMMENTERS, isWider } from '../commenters.ts'
import { commentApi, useCommentUtils } from './comments-api.ts'
import { useCommentsText } from './texts.ts'

/** Setting for who can see and write comments in the item; in an archived one they can only be closed to people. */
export function CommentersTab({ itemId, isArchived }: ItemSettingTabProps) {
  const t = useCommentsText()
  const utils = useCommentUtils()
  const allowance = commentApi.allowance.useQuery({ itemId })
  const allow = commentApi.allow.useMutation({
    onSuccess: async () => {
      await utils.allowance.invalidate({ itemId })
      showToast(t('commenters.saved'), 'ok')
    },
  })
  if (allowance.isLoadingError) return <ErrorState error={allowance.error} onRetry={() => void allowance.refetch()} />
  if (!allowance.data) return <Skeleton lines={4} />
  const chosen = allow.isPending ? allow.variables.commenters : allowance.data.commenters
  const choose = (value: string) => {
    const commenters = COMMENTERS.find((one) => one === value)
    if (commenters) allow.mutate({ itemId, commenters })
  }
  return (
    <Radio.Group className="comments-choices" label={t('commenters')} value={chosen} onChange={choose}>
      <div className="choice-cards">
        {COMMENTERS.map((one) => (
          <WaitingRadio
            key={one}
            value={one}
            label={t(`commenters.${one}`)}
            description={t(`commenters.${one}Hint`)}
            isOff={allow.isPending || (isArchived && isWider(one, chosen))}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
