import './page-files.css'
import { Download, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { sizeText } from '#web/uploads/size-text.ts'

export interface PageFilesProps {
  readonly pageId: number
  /** Of the page's link, for those who have nothing else. */
  readonly uniqueKey?: string | undefined
}

/** The attachments of a page, for its readers to download (VIEW-09). */
export function PageFiles(page: PageFilesProps) {
  const { t } = useTranslation('files')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('reader.open')} onClick={() => setOpen(true)}>
        <Paperclip />
      </IconButton>
      {isOpen && <FilesDialog {...page} onClose={() => setOpen(false)} />}
    </>
  )
}

function FilesDialog({ pageId, uniqueKey, onClose }: PageFilesProps & { onClose(): void }) {
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
        {files.data?.map(({ fileId, displayName, fileSizeM, addtime, url }) => (
          <li key={fileId}>
            <a href={url} download={displayName} aria-label={t('reader.download', { name: displayName })}>
              <Download aria-hidden />
              {displayName}
            </a>
            <small>
              {t('list.size', { size: sizeText(fileSizeM) })} · <Time at={addtime} />
            </small>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
