import { useEffect, useEffectEvent } from 'react'

/** Whether Ctrl (or Cmd) and this letter are pressed, and nothing else. */
export const isHotkey = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent, letter: string): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === letter

/** Does something when Ctrl (or Cmd) and this letter are pressed; null switches it off. */
export function useHotkey(letter: string, action: (() => void) | null): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (!isHotkey(event, letter) || !action) return
    event.preventDefault()
    // A key that is held down was pressed once.
    if (!event.repeat) action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
