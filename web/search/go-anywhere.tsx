import { useSyncExternalStore } from 'react'
import { apiPart } from '#web/api/api-part.ts'
import { Part } from '#web/parts/part.tsx'
import { isSearchWished, onSearchWish, wishSearch } from './search-wish.ts'

const SearchDialog = apiPart(async () => (await import('./search-dialog.tsx')).SearchDialog)

/** The search that Ctrl+K, or its button in the bar, asks for: for pages, items and places. */
export function GoAnywhere() {
  const isOpen = useSyncExternalStore(onSearchWish, isSearchWished)
  if (!isOpen) return null
  return (
    <Part onClose={() => wishSearch(false)}>
      <SearchDialog item={null} keyword="" onClose={() => wishSearch(false)} />
    </Part>
  )
}
