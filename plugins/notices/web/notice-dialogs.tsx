import { useEffect, useEffectEvent } from 'react'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { Time } from '#web/parts/time.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { noticeApi, type ShownNotice } from './notices-api.ts'
import { useNoticesText } from './texts.ts'
import { useRefreshInbox } from './unread.ts'

export interface NoticeDialogProps {
  readonly notice: ShownNotice
  onClose(): void
}

/** Shows a whole notice; opening marks it as read. */
export function NoticeDialog({ notice, onClose }: NoticeDialogProps) {
  const refresh = useRefreshInbox()
  const { mutate } = noticeApi.setRead.useMutation({ meta: { isQuiet: true }, onSuccess: refresh })
  const read = useEffectEvent(() => {
    if (!notice.isRead) mutate({ noticeId: notice.noticeId })
  })
  useEffect(() => read(), [])
  return (
    <Dialog title={notice.noticeTitle} onClose={onClose}>
      <p>{notice.noticeContent}</p>
      <p className="message-time">
        <Time at={notice.at} />
      </p>
    </Dialog>
  )
}

export function DeleteNoticeDialog({ notice: { noticeId, noticeTitle: title }, onClose }: NoticeDialogProps) {
  const t = useNoticesText()
  const refresh = useRefreshInbox()
  const remove = noticeApi.delete.useMutation({
    onSuccess: async () => {
      await refresh()
      showToast(t('notice.deleted'))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('notice.deleteTitle')}
      text={t('notice.deleteText', { title })}
      action={t('notice.delete')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ noticeId })}
      onClose={onClose}
    />
  )
}
