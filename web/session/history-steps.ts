import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/** Is notified of history navigation before the router. @returns whether it deals with it, and no other guard has to */
type Guard = (event: PopStateEvent) => boolean
type Address = Pick<Location, 'pathname' | 'search'>

/** One for each form of a screen and each dialog, the newest first: a dialog lies above the forms of its screen. */
let guards: readonly Guard[] = []
/** The location for the router while a guard navigates back; null for the browser's location. */
let held: Address | null = null

/**
 * Must be called before the router is created: listeners on `window` are called in the order of registration,
 * regardless of capturing.
 */
export function listenForSteps(): void {
  window.addEventListener('popstate', (event) => void guards.some((guard) => guard(event)))
}

/** Registers a guard before the router. @returns removes it */
export function guardSteps(next: Guard): () => void {
  guards = [next, ...guards]
  return () => {
    guards = guards.filter((guard) => guard !== next)
    if (!guards.length) held = null
  }
}

/** Hides the browser's current location from everything below the router. Null ends that. */
export function holdAddress(address: Address | null): void {
  held = address
}

const pathname = (): string => (held ?? location).pathname
const search = (): string => (held ?? location).search
const go: typeof navigate = (...target) => {
  held = null
  navigate(...target)
}

/** For the window's router. */
export const useHeldLocation = (): [string, typeof navigate] => [useLocationProperty(pathname, pathname), go]
/** For the window's router. */
export const useHeldSearch = (): string => useLocationProperty(search, search)
