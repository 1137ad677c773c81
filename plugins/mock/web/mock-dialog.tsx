import { useTranslation } from 'react-i18next'
import type { EditorToolDialogProps } from '#web/extensions/points.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { mockApi } from './mock-api.ts'
import { MockForm } from './mock-form.tsx'
import { useMockText } from './texts.ts'

/** The mock of this page's API; stored with the page, so a new page is saved first (MOCK-07). */
export function MockDialog({ editor, onClose }: EditorToolDialogProps) {
  const t = useMockText()
  const isSaved = editor.pageId !== 0
  const kept = mockApi.infoByPageId.useQuery({ pageId: editor.pageId }, { enabled: isSaved, staleTime: 0 })
  if (!isSaved) return <SaveFirst onClose={onClose} />
  // Cached data may be outdated; later data must not replace what has been typed by then.
  if (kept.data && kept.isFetchedAfterMount) return <MockForm editor={editor} kept={kept.data} onClose={onClose} />
  return (
    <Dialog title={t('title')} size="wide" onClose={onClose}>
      {kept.error ? (
        <ErrorState title={t('failed')} error={kept.error} onRetry={() => void kept.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

function SaveFirst({ onClose }: { onClose(): void }) {
  const { t: common } = useTranslation()
  const t = useMockText()
  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {common('action.close')}
        </Button>
      }
    >
      <p className="form-text">{t('saveFirst')}</p>
    </Dialog>
  )
}
