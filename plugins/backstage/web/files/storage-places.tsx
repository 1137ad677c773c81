import './storage-places.css'
import { useId, useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { sizeText } from '#web/uploads/size-text.ts'
import { useBackstageText } from '../texts.ts'

const MEGABYTE = 1024 * 1024
const DISK = 'local'

/** The storages that contain files of the site, and a button to move all into one; nothing when there is only one. */
export function StoragePlaces() {
  const t = useBackstageText()
  const { number } = useFormats()
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  const [taskId, setTaskId] = useState<number | null>(null)
  const places = api.siteConfig.storages.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const move = api.siteConfig.moveFiles.useMutation({
    meta: { isQuiet: true },
    onSuccess: (started) => setTaskId(started.taskId),
    onError: () => void places.refetch(),
    onSettled: () => setAsking(false),
  })
  const storages = places.data?.storages ?? []
  const elsewhere = storages.filter(({ files, isInUse }) => files > 0 && !isInUse)
  const target = storages.find(({ isInUse }) => isInUse)
  const hasLeftovers = storages.some(({ strays, isInUse }) => strays > 0 && !isInUse)
  if (!target || (elsewhere.length === 0 && !hasLeftovers && taskId === null)) return null

  const nameOf = (storage: string) => (storage === DISK ? t('files.place.disk') : storage)
  const moveButton = elsewhere.length > 0 && (
    <div>
      <WaitingButton isOff={move.isPending} onClick={() => setAsking(true)}>
        {t('files.place.move')}
      </WaitingButton>
    </div>
  )
  return (
    <section className="storage-places" aria-labelledby={titleId}>
      <strong id={titleId}>{t('files.place.title')}</strong>
      <ul>
        {storages.map(({ storage, files, bytes, strays, isInUse, isKnown }) => (
          <li key={storage}>
            <strong>{nameOf(storage)}</strong>
            <span>
              {t('files.place.holds', { number: number(files), size: sizeText(bytes / MEGABYTE) })}
              {strays > 0 && ` · ${t('files.place.strays', { number: number(strays) })}`}
              {isInUse && ` · ${t('files.place.inUse')}`}
              {!isKnown && ` · ${t('files.place.unknown')}`}
            </span>
          </li>
        ))}
      </ul>
      <FormAlert error={move.error} />
      {taskId === null ? (
        moveButton
      ) : (
        <FollowedTask taskId={taskId} onEnd={() => void places.refetch()} ended={() => moveButton} />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('files.place.moveTitle', { name: nameOf(target.storage) })}
          text={t('files.place.moveText')}
          action={t('files.place.moveAction')}
          isBusy={move.isPending}
          onConfirm={() => move.mutate({ seen: { storage: target.storage } })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
