import type { i18n } from 'i18next'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExtensionPoint } from '#core/extension.ts'
import { loadWebPlugins } from './load.ts'
import type { WebPlugin } from './points.ts'

export interface Contributed<T> {
  readonly pluginId: string
  readonly value: T
}

let plugins: readonly WebPlugin[] = []
let isLoading = false
let isSettled = false
const listeners = new Set<() => void>()
const byPoint = new Map<string, readonly Contributed<unknown>[]>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function loadOnce(i18n: i18n): Promise<void> {
  if (isLoading) return
  isLoading = true
  try {
    plugins = await loadWebPlugins(i18n)
    byPoint.clear()
  } catch (error) {
    // Another screen may try again.
    isLoading = false
    reportError(error)
  }
  isSettled = true
  for (const listener of listeners) listener()
}

function contributedTo(point: ExtensionPoint<unknown>): readonly Contributed<unknown>[] {
  const known = byPoint.get(point.id)
  if (known) return known
  const found = plugins.flatMap(({ id, contributes }) =>
    contributes.filter((one) => one.point.id === point.id).map(({ value }) => ({ pluginId: id, value })),
  )
  byPoint.set(point.id, found)
  return found
}

/** The values contributed at a point. Initially empty: plugin screens are loaded when the first point is used. */
export function useContributions<T>(point: ExtensionPoint<T>): readonly Contributed<T>[] {
  const { i18n } = useTranslation()
  useEffect(() => {
    void loadOnce(i18n)
  }, [i18n])
  const values = useSyncExternalStore(
    subscribe,
    () => contributedTo(point),
    () => contributedTo(point),
  )
  // `contribute` ensures the type of a point's values.
  return values as readonly Contributed<T>[]
}

/** Whether contributions are loaded, or loading has failed. */
export const usePluginsAreSettled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isSettled,
    () => false,
  )
