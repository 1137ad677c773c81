import { useEffect, useSyncExternalStore } from 'react'

let screens = 0
const listeners = new Set<() => void>()
const change = (by: number) => {
  screens += by
  listeners.forEach((listener) => listener())
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As long as `isSo`, the screen says itself that somebody else is logged in by now: a dialog would be in the way there. */
export function useOwnWords(isSo: boolean): void {
  useEffect(() => {
    if (!isSo) return undefined
    change(1)
    return () => change(-1)
  }, [isSo])
}

export const useAreOwnWordsThere = (): boolean => useSyncExternalStore(subscribe, () => screens > 0)
