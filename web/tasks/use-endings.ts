import { useEffect, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isRunning, type ShownTask } from './shown-task.ts'

// What ended between two screens is told on the second one.
let ranBefore: ReadonlySet<number> = new Set()

/** Tells how a task has ended that was seen running before, in the live region this ref is put on. */
export function useEndings(tasks: readonly ShownTask[]): RefObject<HTMLParagraphElement | null> {
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
