import { useCallback, useState, type RefCallback } from 'react'

/** About a screen of tiles: so many are drawn at first, and in one frame at most. */
const AT_ONCE = 30
/** Tiles are drawn before they come into sight. */
const AHEAD = '600px 0px'
/** A tile with the gap below it, in pixels. */
const ROW = 138

export interface Drawn {
  /** So many are drawn, from the beginning. */
  readonly count: number
  /** For the room of those that are not: they are drawn as it comes near the screen. */
  readonly rest: RefCallback<HTMLElement>
  /** Draws at least so many: the next change is about them. */
  draw(count: number): void
}

/** A long list is drawn as far as somebody has looked. It begins anew when it has become shorter, as by a filter. */
export function useDrawn(length: number): Drawn {
  const [drawn, setDrawn] = useState({ length, count: AT_ONCE })
  if (drawn.length !== length) setDrawn({ length, count: length < drawn.length ? AT_ONCE : drawn.count })
  const { count } = drawn

  // A new callback for each count: what is left is measured, and looked at, anew.
  const rest = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      element.style.height = `${Math.ceil((length - count) / columnsOf(element.parentElement)) * ROW}px`
      const observer = new IntersectionObserver(
        (entries) => entries.some((entry) => entry.isIntersecting) && setDrawn({ length, count: count + AT_ONCE }),
        { rootMargin: AHEAD },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [length, count],
  )
  const draw = (wanted: number) => setDrawn((before) => ({ ...before, count: Math.max(before.count, wanted) }))
  return { count, rest, draw }
}

export const columnsOf = (grid: Element | null): number =>
  grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
