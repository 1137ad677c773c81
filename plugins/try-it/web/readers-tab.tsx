import './try-it.css'
import type { ItemSettingTabProps } from '#web/extensions/points.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingCheckbox } from '#web/parts/waiting-choice.tsx'
import { tryApi, useTryUtils } from './try-api.ts'
import { useTryText } from './texts.ts'

/** Setting for whether readers of the item can make its calls; in an archived one it can only be taken from them. */
export function ReadersTab({ itemId, isArchived }: ItemSettingTabProps) {
  const t = useTryText()
  const utils = useTryUtils()
  const allowance = tryApi.allowance.useQuery({ itemId })
  const allow = tryApi.allow.useMutation({
    onSuccess: async () => {
      await utils.allowance.invalidate({ itemId })
      showToast(t('readers.saved'), 'ok')
    },
  })
  if (allowance.isLoadingError) return <ErrorState error={allowance.error} onRetry={() => void allowance.refetch()} />
  if (!allowance.data) return <Skeleton lines={2} />
  const { isForReaders } = allow.isPending ? allow.variables : allowance.data
  return (
    <WaitingCheckbox
      className="try-readers"
      label={t('readers')}
      description={t('readers.hint')}
      checked={isForReaders}
      isOff={allow.isPending || (isArchived && !isForReaders)}
      onChange={(event) => allow.mutate({ itemId, isForReaders: event.currentTarget.checked })}
    />
  )
}
