import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import { IconButton } from '#web/parts/icon-button.tsx'
import { takeRoomBelow } from '#web/parts/room-below.ts'
import { isRunning, type ShownTask } from './shown-task.ts'
import { TaskRow } from './task-row.tsx'
import '../parts/corner-panel.css'
import './tasks.css'

export interface TaskPanelProps {
  readonly tasks: readonly ShownTask[]
  onChange(): void
}

/** A person's tasks, running and finished, in the corner of every screen. */
export function TaskPanel({ tasks, onChange }: TaskPanelProps) {
  const { t } = useTranslation('tasks')
  const { isFolded, fold } = useFolding(tasks)
  const endings = useEndings(tasks)
  const dismiss = api.task.dismiss.useMutation({ onSettled: onChange })
  const cancel = api.task.cancel.useMutation({ onSettled: onChange })
  const running = tasks.filter(isRunning)
  const failed = tasks.filter(({ state }) => state === 'failed').length
  const hide = () => tasks.forEach(({ taskId }) => dismiss.mutate({ taskId }))
  return (
    <section ref={takeRoomBelow} className="corner-panel task-panel" aria-label={t('panel.title')}>
      <div className="corner-panel-head">
        <h2>
          {isFolded && failed > 0
            ? t('panel.failed', { count: failed })
            : running.length > 0
              ? t('panel.running', { count: running.length })
              : t('panel.title')}
        </h2>
        <span>
          <IconButton label={t(isFolded ? 'panel.unfold' : 'panel.fold')} aria-expanded={!isFolded} onClick={fold}>
            {isFolded ? <ChevronUp /> : <ChevronDown />}
          </IconButton>
          {running.length === 0 && (
            <IconButton label={t('panel.hide')} onClick={hide}>
              <X />
            </IconButton>
          )}
        </span>
      </div>
      {!isFolded && (
        <ul className="tasks">
          {tasks.map((task) => (
            <li key={task.taskId} data-state={task.state}>
              <TaskRow
                task={task}
                onCancel={() => cancel.mutate({ taskId: task.taskId })}
                onDismiss={() => dismiss.mutate({ taskId: task.taskId })}
              />
            </li>
          ))}
        </ul>
      )}
      <p ref={endings} className="visually-hidden" aria-live="polite" />
    </section>
  )
}

// Each screen renders the panel anew; it keeps its state.
let wasFolded: boolean | null = null
let wasOpened = false

/**
 * Folded while all tasks ended well before this document was opened, and on phones, where it would cover the form or the
 * text that somebody works on.
 */
function useFolding(tasks: readonly ShownTask[]): { readonly isFolded: boolean; fold(): void } {
  const [chosen, setChosen] = useState(wasFolded)
  const isTelling = tasks.some(({ state }) => state !== 'done' && state !== 'cancelled')
  const [isOpened, setOpened] = useState(wasOpened || isTelling)
  if (isTelling && !isOpened) setOpened(true)
  useEffect(() => {
    if (isOpened) wasOpened = true
  }, [isOpened])
  const isNarrow = useMediaQuery('(max-width: 599px), (max-height: 480px)', undefined, {
    getInitialValueInEffect: false,
  })
  const isFolded = chosen ?? (!isOpened || isNarrow)
  const fold = () => {
    wasFolded = !isFolded
    setChosen(wasFolded)
  }
  return { isFolded, fold }
}

// Tasks that ended between two screens are announced on the second one.
let ranBefore: ReadonlySet<number> = new Set()

/** Announces the outcome of tasks that were running before, in the live region with this ref. */
function useEndings(tasks: readonly ShownTask[]): RefObject<HTMLParagraphElement | null> {
  const { t } = useTranslation('tasks')
  const region = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    for (const { taskId, title, state } of tasks)
      if (region.current && ranBefore.has(taskId) && (state === 'done' || state === 'failed' || state === 'cancelled'))
        region.current.textContent = t(`ending.${state}`, { title })
    ranBefore = new Set(tasks.filter(isRunning).map(({ taskId }) => taskId))
  }, [tasks, t])
  return region
}
