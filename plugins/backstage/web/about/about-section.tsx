import './about.css'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { ConfirmDialog } from '#web/parts/confirm-dialog.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { useBackstageText } from '../texts.ts'
import { useUpdate } from './use-update.ts'

/** The running version, and a button to install the newest one. */
export function AboutSection() {
  const t = useBackstageText()
  const checked = api.adminUpdate.checkUpdate.useQuery({}, { staleTime: 0, retry: false, meta: { isQuiet: true } })
  const [isAsking, setAsking] = useState(false)
  const update = useUpdate()

  if (checked.isLoadingError)
    return <ErrorState title={t('about.checkFailed')} error={checked.error} onRetry={() => void checked.refetch()} />
  if (!checked.data) return <Skeleton lines={4} />
  const { version, newVersion, url: notes, isOn, givenUp } = checked.data
  const isNewer = newVersion !== version
  const begin = () => {
    setAsking(false)
    update.begin()
  }
  return (
    <div className="about-site">
      <dl className="about-versions">
        <dt>{t('about.version')}</dt>
        <dd>{version}</dd>
        {isNewer && (
          <>
            <dt>{t('about.newVersion')}</dt>
            <dd>
              {newVersion}
              {notes !== '' && (
                <a href={notes} target="_blank" rel="noreferrer">
                  {t('about.notes')}
                </a>
              )}
            </dd>
          </>
        )}
      </dl>
      {givenUp !== '' && (
        <div className="form-alert" role="alert">
          {t('about.givenUp', { givenUp, version })}
        </div>
      )}
      {isNewer && (
        <WaitingButton look="primary" isOff={update.step !== null} onClick={() => setAsking(true)}>
          {t('about.update', { version: newVersion })}
        </WaitingButton>
      )}
      <FormAlert error={update.error} />
      {update.taskId !== null && <FollowedTask taskId={update.taskId} onEnd={update.goOn} ended={() => null} />}
      <p role="status">
        {update.step !== null && t(`about.step.${update.step}`)}
        {isOn && !isNewer && t('about.newest')}
      </p>
      <p className="form-text">{t(isOn ? 'about.byHand' : 'about.off')}</p>
      {isAsking && (
        <ConfirmDialog
          title={t('about.updateTitle', { version: newVersion })}
          text={t('about.updateText')}
          action={t('about.updateAction')}
          onConfirm={begin}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
