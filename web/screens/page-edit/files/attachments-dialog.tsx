import { FolderOpen, Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { Button } from '#web/parts/button.tsx'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { FileDrop } from '#web/uploads/file-drop.tsx'
import { isKnownImage, markdownOf } from '#web/uploads/upload.ts'
import { UploadList } from '#web/uploads/upload-list.tsx'
import { FileHubDialog } from './file-hub-dialog.tsx'
import type { PageFiles, PromisedFile } from './use-page-files.ts'
import { atSite } from '#web/site-path.ts'

/** Whether the file is unused, used in the saved text, or only in unsaved changes. */
export type FileUse = 'none' | 'saved' | 'unsaved'

export interface AttachmentsDialogProps {
  /** 0 while the page was never saved. */
  readonly pageId: number
  readonly files: PageFiles
  /** Whether the text of the page shows the file at this address. */
  shownIn(url: string): FileUse
  /** Null when there is no text to insert it into. */
  readonly onInsert: ((markdown: string) => void) | null
  onClose(): void
}

/** The attachments of the page being edited. */
export function AttachmentsDialog({ pageId, files, shownIn, onInsert, onClose }: AttachmentsDialogProps) {
  const { t } = useTranslation('files')
  const [isHubOpen, setHubOpen] = useState(false)
  const [doomed, setDoomed] = useState<PromisedFile | null>(null)
  const attached = api.attachment.listOfPage.useQuery({ pageId }, { enabled: pageId > 0, meta: { isQuiet: true } })
  const list: readonly PromisedFile[] = pageId > 0 ? (attached.data ?? []) : files.promised
  const isKnown = pageId === 0 || attached.data !== undefined
  const uploads = files.uploads.list.filter(({ target }) => target === 'attachment')

  if (isHubOpen) {
    return (
      <FileHubDialog
        attachedIds={list.map(({ fileId }) => fileId)}
        onChoose={files.bind}
        onClose={() => setHubOpen(false)}
      />
    )
  }
  return (
    <>
      <Dialog
        title={t('attachments.title')}
        size="wide"
        onClose={onClose}
        actions={
          <Button onClick={() => setHubOpen(true)}>
            <FolderOpen aria-hidden />
            {t('attachments.fromHub')}
          </Button>
        }
      >
        <FileDrop onFiles={files.attach} />
        <UploadList uploads={uploads} queue={files.uploads.queue} />
        {pageId === 0 && <p className="field-hint">{t('attachments.newPage')}</p>}
        {!isKnown && !attached.isError && <Skeleton lines={3} />}
        {attached.isError && (
          <ErrorState title={t('attachments.failed')} error={attached.error} onRetry={() => void attached.refetch()} />
        )}
        {isKnown && list.length === 0 && <p className="attachments-empty">{t('attachments.empty')}</p>}
        {list.length > 0 && (
          <ul className="attachments" aria-label={t('attachments.title')}>
            {list.map((file) => (
              <li key={file.fileId}>
                <a href={atSite(file.url)} target="_blank" rel="noopener">
                  {file.displayName}
                </a>
                {onInsert && (
                  <IconButton
                    label={t('attachments.insert', { name: file.displayName })}
                    onClick={() => onInsert(markdownFor(file))}
                  >
                    <Link2 />
                  </IconButton>
                )}
                <IconButton label={t('attachments.delete', { name: file.displayName })} onClick={() => setDoomed(file)}>
                  <Trash2 />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {doomed && (
        <DeleteDialog
          pageId={pageId}
          file={doomed}
          use={shownIn(doomed.url)}
          onUnpromise={files.unpromise}
          onClose={() => setDoomed(null)}
        />
      )}
    </>
  )
}

const markdownFor = ({ displayName: name, url }: PromisedFile): string =>
  markdownOf({ name, url }, isKnownImage({ name, type: '' }) ? 'image' : 'attachment')

const WARNINGS = {
  none: 'delete.ofPage',
  saved: 'delete.ofPageSaved',
  unsaved: 'delete.ofPageUnsaved',
} as const satisfies Record<FileUse, string>

interface DeleteDialogProps {
  readonly pageId: number
  readonly file: PromisedFile
  readonly use: FileUse
  onUnpromise(fileId: number): void
  onClose(): void
}

function DeleteDialog({ pageId, file: { fileId, displayName }, use, onUnpromise, onClose }: DeleteDialogProps) {
  const { t } = useTranslation('files')
  const cache = api.useUtils()
  const remove = api.attachment.removeFromPage.useMutation({
    onSuccess: async () => {
      void cache.page.view.invalidate({ pageId })
      await cache.attachment.listOfPage.invalidate({ pageId })
      showToast(t('delete.done'))
      onClose()
    },
  })
  const confirm = () => {
    if (pageId > 0) return remove.mutate({ fileId, pageId })
    onUnpromise(fileId)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('delete.title')}
      text={t(WARNINGS[use], { name: displayName })}
      action={t('delete.action')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
