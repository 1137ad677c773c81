import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { FileDrop } from '../../uploads/file-drop.tsx'
import { UploadList } from '../../uploads/upload-list.tsx'
import { useUploads } from '../../uploads/use-uploads.ts'

const OWN_FILES = { target: 'attachment', itemId: 0, pageId: 0 } as const

/** Uploads files to the user's own files; closes when all are uploaded. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('files')
  const cache = api.useUtils()
  const { queue, list, areRunning } = useUploads()
  const [isAsked, setAsked] = useState(false)
  const isDone = list.length > 0 && list.every(({ state }) => state.kind === 'done')
  const close = useEffectEvent(onClose)

  useEffect(() => {
    if (!isDone) return
    showToast(t('upload.allDone'))
    close()
  }, [isDone, t])

  const add = (files: readonly File[]) => {
    for (const file of files)
      queue.add(file, OWN_FILES, {
        onDone: () => void cache.attachment.listMine.invalidate(),
        onGone: () => undefined,
      })
  }
  return (
    <>
      <Dialog title={t('upload.dialog')} onClose={() => (areRunning ? setAsked(true) : onClose())}>
        <FileDrop onFiles={add} />
        <UploadList uploads={list} queue={queue} />
      </Dialog>
      {isAsked && areRunning && (
        <ConfirmDialog
          title={t('leave.title')}
          text={t('leave.text')}
          action={t('leave.action')}
          onConfirm={onClose}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
