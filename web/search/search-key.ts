import { useEffect, useEffectEvent } from 'react'
import { isHotkey } from '#web/parts/use-hotkey.ts'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { wishSearch } from './search-wish.ts'

/**
 * Ctrl+K on every screen of logged-in people asks for the search, also while what shows it is still on its way. Screens with
 * their own search open that.
 */
export function SearchKey() {
  const user = useCurrentUser()
  const open = useEffectEvent((event: KeyboardEvent) => {
    // In rich text it creates a link; and a dialog has its own keys.
    if (!user || !isHotkey(event, 'k') || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    if (!event.repeat) wishSearch(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => open(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return null
}
