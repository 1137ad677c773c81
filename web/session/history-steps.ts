/** Hears of a step in the window's history before the router does, and may keep it from the router. */
type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * To be called before the router is there: on `window` listeners are called in the order in which they came, and
 * capturing changes nothing about it.
 */
export function listenForSteps(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Puts a guard before the router. @returns takes it away again */
export function guardSteps(next: Guard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}
