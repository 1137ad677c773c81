import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { SettingTabs } from './setting-tabs.tsx'

/** `/item/setting/:itemId`, for its managers; `/item/setting/:itemId/:tab` opens a tab. */
export function ItemSettingScreen() {
  const { t } = useTranslation('settings')
  const params = useParams<{ itemId: string; tab?: string }>()
  const itemId = Number(params.itemId)
  const detail = api.item.detail.useQuery({ itemId })

  return (
    <WorkFrame title={t('title')} place={detail.data?.itemName} back={{ href: `/${itemId}`, label: t('back') }}>
      {detail.isPending && <Skeleton lines={8} />}
      {detail.isError && refusalOf(detail.error)?.kind !== 'loginRequired' && (
        <ErrorState title={t('loadFailed')} error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail.data && <SettingTabs key={itemId} item={detail.data} wanted={params.tab} />}
    </WorkFrame>
  )
}
