import { useEffect, useSyncExternalStore } from 'react'

let followed: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()

function change(ids: Iterable<number>): void {
  followed = new Set(ids)
  for (const listener of listeners) listener()
}

/** While this is rendered, the screen itself shows the task. */
export function useFollowing(taskId: number): void {
  useEffect(() => {
    change([...followed, taskId])
    return () => change([...followed].filter((id) => id !== taskId))
  }, [taskId])
}

/** The tasks shown by the screen itself. */
export const useFollowedTasks = (): ReadonlySet<number> => useSyncExternalStore(subscribe, read, read)

const read = (): ReadonlySet<number> => followed
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
