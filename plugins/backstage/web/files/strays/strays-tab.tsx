import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useBackstageText } from '../../texts.ts'
import { StrayTables } from './stray-tables.tsx'

/** Stored data without a file, and files without stored data. */
export function StraysTab() {
  const t = useBackstageText()
  const cache = api.useUtils()
  const [taskId, setTaskId] = useState<number | null>(null)
  const [isAsking, setAsking] = useState(false)
  const strays = api.attachment.strays.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const started = {
    meta: { isQuiet: true },
    onSuccess: (task: { taskId: number }) => setTaskId(task.taskId),
    onSettled: () => setAsking(false),
  }
  const examine = api.attachment.examine.useMutation(started)
  const remove = api.attachment.removeStrays.useMutation(started)
  if (strays.isLoadingError)
    return <ErrorState title={t('strays.loadFailed')} error={strays.error} onRetry={() => void strays.refetch()} />
  if (!strays.data) return <Skeleton lines={4} />
  const { examinedAt, blobs, files, more, unasked, unlisted } = strays.data
  const isAny = blobs.length + files.length > 0
  const wasAllAsked = unasked + unlisted.length === 0
  const places = unlisted.map((name) => (name === 'local' ? t('files.place.disk') : name)).join(', ')
  const actions = (
    <div className="list-actions">
      <WaitingButton isOff={examine.isPending} onClick={() => examine.mutate({})}>
        {t('strays.look')}
      </WaitingButton>
      {isAny && (
        <WaitingButton look="danger" isOff={remove.isPending} onClick={() => setAsking(true)}>
          {t('strays.remove')}
        </WaitingButton>
      )}
    </div>
  )

  return (
    <div className="backstage-list">
      <p className="list-fact">{t('strays.text')}</p>
      <FormAlert error={examine.error ?? remove.error} />
      {taskId === null ? (
        actions
      ) : (
        <FollowedTask
          taskId={taskId}
          onEnd={() => void Promise.all([strays.refetch(), cache.attachment.listAll.invalidate()])}
          ended={() => actions}
        />
      )}
      {examinedAt && (
        <p className="list-fact">
          {t('strays.last')} <Time at={examinedAt} />
          {more > 0 && ` · ${t('strays.more', { number: more })}`}
          {unasked > 0 && ` · ${t('strays.unasked', { number: unasked })}`}
          {places !== '' && ` · ${t('strays.unlisted', { storages: places })}`}
        </p>
      )}
      {examinedAt && !isAny && wasAllAsked && <EmptyState icon={<FileCheck2 />} title={t('strays.none')} />}
      <StrayTables blobs={blobs} files={files} />
      {isAsking && (
        <ConfirmDialog
          title={t('strays.removeTitle')}
          text={t('strays.removeText', { blobs: blobs.length, files: files.length })}
          action={t('strays.removeAction')}
          isDangerous
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({})}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
