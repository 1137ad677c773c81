import { useTranslation } from 'react-i18next'
import type { PageDialogProps } from '#web/extensions/points.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { MockAddress } from './mock-address.tsx'
import { mockApi } from './mock-api.ts'
import { useMockText } from './texts.ts'
import './mock.css'

/** The address of the mock of a page, for its readers. */
export function AddressDialog({ itemId, pageId, onClose }: PageDialogProps) {
  const { t: common } = useTranslation()
  const t = useMockText()
  const kept = mockApi.infoByPageId.useQuery({ pageId }, { staleTime: 0 })
  return (
    <Dialog title={t('title')} onClose={onClose} actions={<Button onClick={onClose}>{common('action.close')}</Button>}>
      {kept.data ? (
        <div className="form">
          <p className="form-text">{t('readersText', { method: kept.data.method || t('methodAny') })}</p>
          <MockAddress itemId={itemId} kept={kept.data} />
        </div>
      ) : kept.error ? (
        <ErrorState title={t('failed')} error={kept.error} onRetry={() => void kept.refetch()} />
      ) : (
        <Skeleton lines={2} />
      )}
    </Dialog>
  )
}
