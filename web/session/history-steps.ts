import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/** Hears of a step in the window's history before the router does. */
type Guard = (event: PopStateEvent) => void
type Address = Pick<Location, 'pathname' | 'search'>

let guard: Guard | null = null
/** Where the router stays while a guard brings the browser back; null for wherever the browser is. */
let held: Address | null = null

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
    if (guard !== next) return
    guard = null
    held = null
  }
}

/** The browser may be elsewhere already: nobody under the router sees it, however often they look. Null lets go. */
export function holdAddress(address: Address | null): void {
  held = address
}

const pathname = (): string => (held ?? location).pathname
const search = (): string => (held ?? location).search
const go: typeof navigate = (...target) => {
  held = null
  navigate(...target)
}

/** For the router of the window. */
export const useHeldLocation = (): [string, typeof navigate] => [useLocationProperty(pathname, pathname), go]
/** For the router of the window. */
export const useHeldSearch = (): string => useLocationProperty(search, search)
