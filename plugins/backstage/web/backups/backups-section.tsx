import '../backstage.css'
import './backups.css'
import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import { api } from '#web/api/trpc.ts'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { FormAlert } from '#web/parts/form-alert.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { FollowedTask } from '#web/tasks/followed-task.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useBackstageText } from '../texts.ts'
import { BackupPlan } from './backup-plan.tsx'
import { BackupTable } from './backup-table.tsx'

/** Backups of the whole site: make one now, plan a daily one, and list the existing ones. */
export function BackupsSection() {
  const t = useBackstageText()
  const utils = api.useUtils()
  const [taskId, setTaskId] = useState<number | null>(null)
  const state = api.backup.read.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const start = api.backup.start.useMutation({
    meta: { isQuiet: true },
    onSuccess: (started) => setTaskId(started.taskId),
  })

  if (state.isLoadingError)
    return <ErrorState title={t('backups.loadFailed')} error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data) return <Skeleton lines={8} />
  const { place, haveKey, lastProvedAt, problem, failedAt, placeProblem } = state.data
  if (place === '') return <EmptyState icon={<DatabaseBackup />} title={t('backups.off')} text={t('backups.offText')} />
  const startButton = (
    <div>
      <WaitingButton look="primary" isOff={start.isPending} onClick={() => start.mutate({})}>
        {t('backups.start')}
      </WaitingButton>
    </div>
  )
  return (
    <div className="backstage-list">
      <p className="form-text">{t('backups.text', { place })}</p>
      <p className="form-text">{t(haveKey ? 'backups.withKey' : 'backups.withoutKey')}</p>
      {failedAt && (
        <p className="backup-problem" role="alert">
          {t('backups.lastFailed')} <Time at={failedAt} />: {problem}
        </p>
      )}
      {placeProblem !== '' && (
        <p className="backup-problem" role="alert">
          {t('backups.placeFailed')} {placeProblem}
        </p>
      )}
      <p>
        {placeProblem !== '' ? null : lastProvedAt ? (
          <>
            {t('backups.lastProved')} <Time at={lastProvedAt} />
          </>
        ) : (
          t('backups.neverProved')
        )}
      </p>
      <FormAlert error={start.error} />
      {taskId === null ? (
        startButton
      ) : (
        <FollowedTask taskId={taskId} onEnd={() => void utils.backup.invalidate()} ended={() => startButton} />
      )}
      <BackupPlan plan={state.data.plan} nextAt={state.data.nextAt} />
      <BackupTable />
      <p className="form-text">{t('backups.restore')}</p>
    </div>
  )
}
