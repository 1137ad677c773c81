import { useEffect, useRef, type RefObject } from 'react'

/**
 * Restores the focus to an element of `place` that is moved or recreated by the following change. Call the returned
 * function with a selector for that element just before the change.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): (selector: string) => void {
  const kept = useRef<string | null>(null)

  // After every render, because the change may be rendered later than the call.
  useEffect(() => {
    if (kept.current === null || document.activeElement !== document.body) return
    place.current?.querySelector<HTMLElement>(kept.current)?.focus({ preventScroll: true })
    kept.current = null
  })
  return (selector) => {
    kept.current = selector
  }
}
