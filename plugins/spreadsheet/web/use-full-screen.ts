import './full-screen.css'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { onNewTrouble } from './new-trouble.ts'

export interface FullScreen {
  readonly isFull: boolean
  enter(): void
  leave(): void
}

export interface FullScreenOptions {
  /** The sheet. */
  readonly place: RefObject<Element | null>
  onTrouble(): void
  onFocusLost(): void
}

/**
 * Lets a sheet fill the window, and the window the screen where the browser allows it. The whole document becomes full
 * screen, so that dialogs and messages are still shown. Escape leaves, and so does trouble that the page reports where the
 * sheet covers it: then `onTrouble` is called. `onFocusLost` is called when what had the focus is gone with it.
 */
export function useFullScreen({ place, onTrouble, onFocusLost }: FullScreenOptions): FullScreen {
  const [isFull, setFull] = useState(false)
  const wasFull = useRef(false)
  const leave = () => setFull(false)
  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const isForOther = event.defaultPrevented || (event.target instanceof Element && event.target.closest('dialog'))
    if (event.key === 'Escape' && !isForOther) leave()
  })
  // The browser has an Escape of its own.
  const follow = useEffectEvent(() => {
    if (document.fullscreenElement === null) leave()
  })
  const giveWay = useEffectEvent(() => {
    leave()
    onTrouble()
  })
  useEffect(() => {
    if (!isFull) return undefined
    const onKey = (event: KeyboardEvent) => pressKey(event)
    const onChange = () => follow()
    document.addEventListener('keydown', onKey)
    document.addEventListener('fullscreenchange', onChange)
    const stop = takeScreen()
    const stopLooking = onNewTrouble(place.current, () => giveWay())
    return () => {
      stopLooking()
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('fullscreenchange', onChange)
      stop()
    }
  }, [isFull, place])
  const lose = useEffectEvent(onFocusLost)
  useEffect(() => {
    if (wasFull.current && !isFull && document.activeElement === document.body) lose()
    wasFull.current = isFull
  }, [isFull])
  return { isFull, enter: () => setFull(true), leave }
}

/** Gives the function that ends it, which may come before the browser has begun. */
function takeScreen(): () => void {
  const whole = document.documentElement
  let isOver = false
  const end = () => {
    if (document.fullscreenElement === whole) void document.exitFullscreen()
  }
  // It may be refused: then only the window is filled.
  if (document.fullscreenEnabled)
    void whole.requestFullscreen().then(
      () => isOver && end(),
      () => undefined,
    )
  return () => {
    isOver = true
    end()
  }
}
