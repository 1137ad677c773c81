import { useSyncExternalStore } from 'react'

const NONE: readonly string[] = []
/** By the ids of the plugins. */
const faults = new Map<string, string>()
const ignored = new Map<string, readonly string[]>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function note<Noted>(all: Map<string, Noted>, id: string, noted: Noted): void {
  all.set(id, noted)
  for (const listener of listeners) listener()
}

/** Notes why the screens of a plugin could not be loaded. */
export const notePluginFault = (id: string, reason: string): void => note(faults, id, reason)

/** Notes the points to which a plugin contributes and that nobody reads. */
export const noteIgnoredPoints = (id: string, points: readonly string[]): void => note(ignored, id, points)

/** Why the screens of a plugin could not be loaded in this browser, in English; null when they were, or it has none. */
export const usePluginFault = (id: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => faults.get(id) ?? null,
    () => null,
  )

/** The points to which a plugin contributes in this browser and that nobody reads. */
export const useIgnoredPoints = (id: string): readonly string[] =>
  useSyncExternalStore(
    subscribe,
    () => ignored.get(id) ?? NONE,
    () => NONE,
  )
