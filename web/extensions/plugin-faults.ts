import { useSyncExternalStore } from 'react'

/** By the ids of the plugins. */
const faults = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes why the screens of a plugin could not be loaded. */
export function notePluginFault(id: string, reason: string): void {
  faults.set(id, reason)
  for (const listener of listeners) listener()
}

/** Why the screens of a plugin could not be loaded in this browser, in English; null when they were, or it has none. */
export const usePluginFault = (id: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => faults.get(id) ?? null,
    () => null,
  )
