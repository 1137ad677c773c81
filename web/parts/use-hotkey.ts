import { useEffect, useEffectEvent } from 'react'

/** Whether exactly Ctrl (or Cmd) and this letter are pressed. */
export const isHotkey = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent, letter: string): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter

/** Calls the action for Ctrl (or Cmd) and this letter; null disables it. */
export function useHotkey(letter: string, action: (() => void) | null): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (!isHotkey(event, letter) || !action) return
    event.preventDefault()
    // Ignores key repetition.
    if (!event.repeat) action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
