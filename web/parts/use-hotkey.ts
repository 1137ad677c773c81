import { useEffect, useEffectEvent } from 'react'

/** Does something when Ctrl (or Cmd) and this letter are pressed; null switches it off. */
export function useHotkey(letter: string, action: (() => void) | null): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const isMeant =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter
    if (!isMeant || !action) return
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
