import './page-files.css'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { fileSizeText } from '#web/uploads/size-text.ts'
import { atSite } from '#web/site-path.ts'

export interface PageFilesProps {
  readonly pageId: number
  /** Key of the page's link, for people without other access. */
  readonly uniqueKey?: string | undefined
}

export interface PageFilesDialogProps extends PageFilesProps {
  onClose(): void
}

/** The list of a page's attachments. */
export function PageFilesDialog({ pageId, uniqueKey, onClose }: PageFilesDialogProps) {
  const { t } = useTranslation('files')
  const files = api.attachment.listOfPage.useQuery({ pageId, uniqueKey }, { staleTime: 0, meta: { isQuiet: true } })
  return (
    <Dialog title={t('attachments.title')} onClose={onClose}>
      {files.isPending && <Skeleton lines={3} />}
      {files.isError && (
        <ErrorState title={t('attachments.failed')} error={files.error} onRetry={() => void files.refetch()} />
      )}
      {files.data?.length === 0 && <p>{t('reader.empty')}</p>}
      <ul className="page-files" aria-label={t('attachments.title')}>
        {files.data?.map(({ fileId, displayName, fileSizeM, addedAt, url }) => (
          <li key={fileId}>
            <a href={atSite(url)} download={displayName} aria-label={t('reader.download', { name: displayName })}>
              <Download aria-hidden />
              {displayName}
            </a>
            <small>
              {fileSizeText(fileSizeM)} · <Time at={addedAt} />
            </small>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
