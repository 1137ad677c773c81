import { Check, Download, TriangleAlert, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { isRunning, type ShownTask } from './shown-task.ts'
import { atSite } from '#web/site-path.ts'
import { WaitingIconButton } from '#web/parts/waiting-button.tsx'

export interface TaskRowProps {
  readonly task: ShownTask
  onCancel(): void
  onDismiss(): void
}

/** A task with its progress or outcome, and its actions. */
export function TaskRow({ task, onCancel, onDismiss }: TaskRowProps) {
  const { t } = useTranslation('tasks')
  const { title, state } = task
  const runs = isRunning(task)
  return (
    <>
      <span className="task-title">{title}</span>
      {runs ? <TaskProgress task={task} /> : <TaskOutcome task={task} />}
      <WaitingIconButton
        label={t(runs ? 'row.cancel' : 'row.hide', { title })}
        isOff={state === 'stopping'}
        onClick={runs ? onCancel : onDismiss}
      >
        <X />
      </WaitingIconButton>
    </>
  )
}

export function TaskProgress({ task: { title, state, done, of, what } }: Pick<TaskRowProps, 'task'>) {
  const { t } = useTranslation('tasks')
  const words = state === 'running' ? what : t(`state.${state === 'waiting' ? 'waiting' : 'stopping'}`)
  return (
    <>
      <progress aria-label={t('row.progress', { title })} {...(of > 0 && { max: of, value: Math.min(done, of) })} />
      <span className="task-words">
        <span>{words}</span>
        {of > 0 && <span className="task-count">{t('row.count', { done, of })}</span>}
      </span>
    </>
  )
}

export function TaskOutcome({ task }: Pick<TaskRowProps, 'task'>) {
  const { t } = useTranslation('tasks')
  const { state, failure, resultText, resultPath, fileName, fileUrl } = task
  if (state === 'failed')
    return (
      <span className="task-words task-failed">
        <TriangleAlert aria-hidden />
        <span>{failure}</span>
      </span>
    )
  if (state === 'cancelled') return <span className="task-words">{t('state.cancelled')}</span>
  return (
    <span className="task-words task-done">
      <Check aria-hidden />
      <span>{resultText || t('state.done')}</span>
      {resultPath !== '' && <Link href={resultPath}>{t('row.open')}</Link>}
      {fileUrl !== '' && (
        <a href={atSite(fileUrl)} download={fileName}>
          <Download aria-hidden />
          {fileName}
        </a>
      )}
    </span>
  )
}
