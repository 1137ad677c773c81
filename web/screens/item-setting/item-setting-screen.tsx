import { Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { refusalOf } from '../../api/errors.ts'
import { api } from '../../api/trpc.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { BaseInfoForm } from './base-info-form.tsx'
import { DangerZone } from './danger-zone.tsx'

/** `/item/setting/:itemId`, for its managers. */
export function ItemSettingScreen() {
  const { t } = useTranslation('items')
  const itemId = Number(useParams<{ itemId: string }>().itemId)
  const detail = api.item.detail.useQuery({ itemId })

  return (
    <WorkFrame
      title={t('setting.title')}
      place={detail.data?.itemName}
      width="narrow"
      back={{ href: `/${itemId}`, label: t('setting.back') }}
    >
      {detail.isPending && <Skeleton lines={8} />}
      {detail.isError && refusalOf(detail.error)?.kind !== 'loginRequired' && (
        <ErrorState title={t('setting.loadFailed')} error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail.data && (
        <Tabs defaultValue="base" keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="base">{t('setting.tab.base')}</Tabs.Tab>
            {detail.data.creator && <Tabs.Tab value="advanced">{t('setting.tab.advanced')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="base">
            <BaseInfoForm key={itemId} item={detail.data} />
          </Tabs.Panel>
          <Tabs.Panel value="advanced">
            <DangerZone itemId={itemId} itemName={detail.data.itemName} />
          </Tabs.Panel>
        </Tabs>
      )}
    </WorkFrame>
  )
}
