import '#web/parts/table.css'
import { Download, ExternalLink, X } from 'lucide-react'
import { Link } from 'wouter'
import { useFormats } from '#web/i18n/formats.ts'
import { Time } from '#web/parts/time.tsx'
import { WaitingIconButton } from '#web/parts/waiting-button.tsx'
import { isRunning, type ShownTask } from '#web/tasks/shown-task.ts'
import { ColumnHeads } from './column-heads.tsx'
import { useBackstageText } from './texts.ts'
import { atSite } from '#web/site-path.ts'

export interface TaskTableProps {
  readonly tasks: readonly ShownTask[]
  /** When the server reported them, in milliseconds. */
  readonly now: number
  onCancel(taskId: number): void
}

const COLUMNS = ['task', 'username', 'state', 'started', 'duration', 'actions'] as const

export function TaskTable({ tasks, now, onCancel }: TaskTableProps) {
  const t = useBackstageText()
  return (
    <table className="table">
      <ColumnHeads labels={COLUMNS.map((column) => t(`tasks.column.${column}`))} />
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={task.taskId} task={task} now={now} onCancel={() => onCancel(task.taskId)} />
        ))}
      </tbody>
    </table>
  )
}

interface TaskRowProps {
  readonly task: ShownTask
  readonly now: number
  onCancel(): void
}

function TaskRow({ task, now, onCancel }: TaskRowProps) {
  const t = useBackstageText()
  const { duration } = useFormats()
  const { title, state, what, failure, resultText, startedAt, endedAt } = task
  const runs = isRunning(task)
  const username = task.username || t('tasks.nobody')
  const said = runs ? what : failure || resultText
  const ended = endedAt === undefined ? now : Date.parse(endedAt)
  return (
    <tr>
      <td className="table-main">
        {title}
        {said !== '' && <span className="task-said">{said}</span>}
      </td>
      <td className="table-quiet">{username}</td>
      <td className="task-state" data-state={state}>
        {t(`tasks.${state}`)}
        {state === 'running' && <Progress task={task} username={username} />}
      </td>
      <td className="table-quiet">
        <Time at={startedAt} />
      </td>
      <td className="table-quiet">{duration(Math.max(0, ended - Date.parse(startedAt)))}</td>
      <td className="table-actions">
        <Results task={task} />
        {runs && (
          <WaitingIconButton
            label={t('tasks.cancel', { title, username })}
            isOff={state === 'stopping'}
            onClick={onCancel}
          >
            <X aria-hidden />
          </WaitingIconButton>
        )}
      </td>
    </tr>
  )
}

function Progress({ task: { title, done, of }, username }: Pick<TaskRowProps, 'task'> & { readonly username: string }) {
  const t = useBackstageText()
  return (
    <>
      {of > 0 && <span className="table-quiet"> {t('tasks.count', { done, of })}</span>}
      <progress
        aria-label={t('tasks.progress', { title, username })}
        {...(of > 0 && { max: of, value: Math.min(done, of) })}
      />
    </>
  )
}

function Results({ task: { title, resultPath, fileName, fileUrl } }: Pick<TaskRowProps, 'task'>) {
  const t = useBackstageText()
  return (
    <>
      {resultPath !== '' && (
        <Link className="icon-button" href={resultPath} {...named(t('tasks.open', { title }))}>
          <ExternalLink aria-hidden />
        </Link>
      )}
      {fileUrl !== '' && (
        <a
          className="icon-button"
          href={atSite(fileUrl)}
          download={fileName}
          {...named(t('tasks.download', { name: fileName }))}
        >
          <Download aria-hidden />
        </a>
      )}
    </>
  )
}

const named = (label: string) => ({ title: label, 'aria-label': label })
