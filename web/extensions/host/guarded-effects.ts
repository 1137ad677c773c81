import { useCallback, type EffectCallback, type useEffect, type useSyncExternalStore } from 'react'

/**
 * The hook for effects of plugins: what is undone while its component goes away cannot fail. No boundary of that
 * component is left then, so React would take down the screen around it, with what is typed there.
 */
export const guarded =
  (use: typeof useEffect): typeof useEffect =>
  (effect, deps) =>
    use(() => withSafeEnd(effect()), deps)

/** The same for the end of a subscription, which is an effect as well. */
export const guardedStore =
  (use: typeof useSyncExternalStore): typeof useSyncExternalStore =>
  (subscribe, ...snapshots) => {
    const subscribeSafely = useCallback(
      (onChange: () => void) => withSafeEnd(subscribe(onChange)) ?? (() => {}),
      [subscribe],
    )
    return use(subscribeSafely, ...snapshots)
  }

const withSafeEnd = (end: ReturnType<EffectCallback>): ReturnType<EffectCallback> => {
  if (typeof end !== 'function') return undefined
  return () => {
    try {
      end()
    } catch (error) {
      reportError(error)
    }
  }
}
