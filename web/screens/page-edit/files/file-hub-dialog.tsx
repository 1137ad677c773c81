import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Pager } from '#web/parts/pager.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { fileSizeText } from '#web/uploads/size-text.ts'
import type { PromisedFile } from './use-page-files.ts'

const PER_PAGE = 5

export interface FileHubDialogProps {
  /** Files that are already attached to the page. */
  readonly attachedIds: readonly number[]
  onChoose(file: PromisedFile): Promise<void>
  onClose(): void
}

/** The user's own files, to attach one of them to the page (EDIT-39). */
export function FileHubDialog({ attachedIds, onChoose, onClose }: FileHubDialogProps) {
  const { t } = useTranslation('files')
  const { day } = useFormats()
  const [page, setPage] = useState(1)
  const [displayName, setName] = useState('')
  const [busyId, setBusyId] = useState<number | null>(null)
  const files = api.attachment.listMine.useQuery(
    { page, count: PER_PAGE, displayName },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  const choose = async (file: PromisedFile) => {
    setBusyId(file.fileId)
    try {
      await onChoose(file)
      showToast(t('hub.attached'))
      onClose()
    } catch {
      // Refusals are shown as toasts.
      setBusyId(null)
    }
  }

  return (
    <Dialog title={t('hub.title')} size="wide" onClose={onClose}>
      <TextInput
        label={t('filter.name')}
        value={displayName}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value)
          setPage(1)
        }}
      />
      {files.isPending && <Skeleton lines={5} />}
      {files.isError && (
        <ErrorState title={t('list.failed')} error={files.error} onRetry={() => void files.refetch()} />
      )}
      {files.data?.total === 0 && (
        <p className="attachments-empty">{t(displayName === '' ? 'hub.empty' : 'list.nothingFound')}</p>
      )}
      <ul className="attachments" aria-label={t('hub.title')}>
        {files.data?.list.map((file) => (
          <li key={file.fileId}>
            <span>{file.displayName}</span>
            <small>
              {fileSizeText(file.fileSizeM)} · {day(String(file.addedAt))}
            </small>
            {attachedIds.includes(file.fileId) ? (
              <span className="attachments-there">{t('hub.isAttached')}</span>
            ) : (
              <WaitingButton isOff={busyId !== null} onClick={() => void choose(file)}>
                {t('hub.attach')}
              </WaitingButton>
            )}
          </li>
        ))}
      </ul>
      {files.data && <Pager page={page} total={files.data.total} perPage={PER_PAGE} onChange={setPage} />}
    </Dialog>
  )
}
