import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { useFollowing } from './followed-tasks.ts'
import { isRunning, type ShownTask } from './shown-task.ts'
import { TaskOutcome, TaskProgress } from './task-row.tsx'
import './tasks.css'

export interface FollowedTaskProps {
  readonly taskId: number
  /** Below its outcome. */
  readonly ended: (task: ShownTask) => ReactNode
  /** Whether the screen itself leads to what was made, so that its outcome need not. */
  readonly isOpenedHere?: boolean
  onEnd?(task: ShownTask): void
}

const POLL_MS = 1_000

/** A task on the screen that started it; on every other screen it is shown in the panel in the corner. */
export function FollowedTask({ taskId, ended, isOpenedHere = false, onEnd }: FollowedTaskProps) {
  const { t } = useTranslation('tasks')
  useFollowing(taskId)
  const { list } = api.useUtils().task
  const status = api.task.status.useQuery(
    { taskId },
    {
      staleTime: 0,
      meta: { isQuiet: true },
      refetchInterval: ({ state: { data } }) => (!data || isRunning(data) ? POLL_MS : false),
    },
  )
  const cancel = api.task.cancel.useMutation({ onSettled: () => status.refetch() })
  const task = status.data
  const end = useEffectEvent(() => task && onEnd?.(task))
  const hasEnded = task !== undefined && !isRunning(task)
  useEffect(() => {
    if (!hasEnded) return
    end()
    // It is no longer shown as running elsewhere.
    void list.invalidate()
  }, [hasEnded, list])

  if (!task && status.isError) return <ErrorState error={status.error} onRetry={() => void status.refetch()} />
  if (!task) return <Skeleton lines={2} />
  const { title, state } = task
  return (
    <div className="followed-task" data-state={state} aria-live="polite">
      <strong>{title}</strong>
      {hasEnded ? (
        <TaskOutcome task={isOpenedHere ? { ...task, resultPath: '' } : task} />
      ) : (
        <TaskProgress task={task} />
      )}
      {hasEnded ? (
        ended(task)
      ) : (
        <div className="form-actions">
          <WaitingButton isOff={state === 'stopping'} onClick={() => cancel.mutate({ taskId })}>
            {t('row.cancel', { title })}
          </WaitingButton>
        </div>
      )}
    </div>
  )
}
