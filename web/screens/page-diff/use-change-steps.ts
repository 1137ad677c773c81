import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comparison } from './comparison.ts'

const DRAWN_AT_ONCE = 1_000

export const changeId = (change: number): string => `change-${change}`

export interface ChangeSteps {
  /** The change navigated to last; 0 initially. */
  readonly at: number
  /** The number of rendered entries. */
  readonly drawn: number
  goTo(change: number): void
  drawMore(): void
}

/** Navigation between changes, also by Alt with the arrow keys; targets are rendered first if necessary. */
export function useChangeSteps(comparison: Comparison | null | undefined): ChangeSteps {
  const [at, setAt] = useState(0)
  const [drawn, setDrawn] = useState(DRAWN_AT_ONCE)
  const { changes = 0, entries = [] } = comparison ?? {}

  const goTo = (change: number) => {
    if (changes === 0) return
    // The first change follows the last one.
    const next = change < 1 ? changes : change > changes ? 1 : change
    const place = entries.findIndex((entry) => entry.of !== 'gap' && entry.change === next)
    // The target of the focus must be rendered.
    flushSync(() => {
      setDrawn(Math.max(drawn, place + DRAWN_AT_ONCE / 2))
      setAt(next)
    })
    const element = document.getElementById(changeId(next))
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
  }
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const isDown = event.key === 'ArrowDown'
    if (!event.altKey || event.ctrlKey || event.metaKey || (!isDown && event.key !== 'ArrowUp')) return
    event.preventDefault()
    goTo(isDown ? at + 1 : at - 1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => follow(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return { at, drawn, goTo, drawMore: () => setDrawn(drawn + DRAWN_AT_ONCE) }
}
