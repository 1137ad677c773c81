import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { useFollowedTasks } from './followed-tasks.ts'
import { isRunning } from './shown-task.ts'

const POLL_MS = 2_000
/** Finds tasks started in another window, whatever screen is open. */
const FRESH_MS = 5 * 60_000

const TaskPanel = lazyPart(async () => (await import('./task-panel.tsx')).TaskPanel)

/** Watches the tasks of a logged-in person, on every screen; people without tasks cause no further requests. */
export function TaskWatch() {
  const { data, refetch } = api.task.list.useQuery(
    {},
    {
      staleTime: FRESH_MS,
      meta: { isQuiet: true },
      refetchInterval: ({ state }) => {
        if (state.error && refusalOf(state.error)?.kind) return false
        return state.data?.list.some(isRunning) ? POLL_MS : false
      },
    },
  )
  const started = useEffectEvent(() => void refetch())
  const cache = useQueryClient().getMutationCache()
  useEffect(
    () =>
      cache.subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success' && namesTask(event.action.data)) started()
      }),
    [cache],
  )
  const followed = useFollowedTasks()
  const tasks = data?.list.filter(({ taskId }) => !followed.has(taskId)) ?? []
  return (
    tasks.length > 0 && (
      <Part isExtra>
        <TaskPanel tasks={tasks} onChange={() => void refetch()} />
      </Part>
    )
  )
}

/** An operation that starts a task returns its id. */
const namesTask = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'taskId' in answer
