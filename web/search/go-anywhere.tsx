import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { lazyPart, Part } from '#web/parts/part.tsx'
import { isHotkey } from '#web/parts/use-hotkey.ts'
import { isSearchWished, onSearchWish, wishSearch } from './search-wish.ts'

const SearchDialog = lazyPart(async () => (await import('./search-dialog.tsx')).SearchDialog)

/**
 * Ctrl+K, or its button in the bar, on every screen of logged-in people: searches pages, items and places. Screens with
 * their own search open that.
 */
export function GoAnywhere() {
  const isOpen = useSyncExternalStore(onSearchWish, isSearchWished)
  const open = useEffectEvent((event: KeyboardEvent) => {
    // In rich text it creates a link; and a dialog has its own keys.
    if (!isHotkey(event, 'k') || event.defaultPrevented || document.querySelector('dialog[open]')) return
    event.preventDefault()
    if (!event.repeat) wishSearch(true)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => open(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  if (!isOpen) return null
  return (
    <Part onClose={() => wishSearch(false)}>
      <SearchDialog item={null} keyword="" onClose={() => wishSearch(false)} />
    </Part>
  )
}
