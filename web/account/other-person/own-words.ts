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

/** While `isSo`, the screen itself says that somebody else is logged in: a dialog would be in the way. */
export function useOwnWords(isSo: boolean): void {
  useEffect(() => {
    if (!isSo) return undefined
    change(1)
    return () => change(-1)
  }, [isSo])
}

export const useAreOwnWordsThere = (): boolean => useSyncExternalStore(subscribe, () => screens > 0)
