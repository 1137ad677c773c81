import { useEffect, useRef, type RefObject } from 'react'

/**
 * Gives the focus back to an element of `place` that was moved or made anew by the change that follows, and lost the
 * focus with it. The answer is told which element that is, as a selector, just before the change.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>): (selector: string) => void {
  const kept = useRef<string | null>(null)

  // After every rendering, because the change may reach the screen later than the call.
  useEffect(() => {
    if (kept.current === null || document.activeElement !== document.body) return
    place.current?.querySelector<HTMLElement>(kept.current)?.focus({ preventScroll: true })
    kept.current = null
  })
  return (selector) => {
    kept.current = selector
  }
}
