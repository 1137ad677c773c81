import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiPart } from '#web/api/api-part.ts'
import { useHotkey } from '#web/parts/use-hotkey.ts'
import type { ItemInfo } from './menu-nodes.ts'
import { Part } from '#web/parts/part.tsx'

const SearchDialog = apiPart(async () => (await import('#web/search/search-dialog.tsx')).SearchDialog)

export interface SearchBoxProps {
  readonly info: ItemInfo
  readonly itemPath: string
  /** From the address: opens the search immediately when not empty. */
  readonly keyword: string
}

/** A button that looks like a field and opens the search. */
export function SearchBox({ info, itemPath, keyword }: SearchBoxProps) {
  const { t } = useTranslation('reader')
  const [isOpen, setOpen] = useState(false)
  // Not before hydration: the server renders no dialogs.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setOpen(keyword !== ''), [keyword])
  useHotkey('k', () => setOpen(true))
  return (
    <>
      <button type="button" className="search-box" aria-label={t('search.open')} onClick={() => setOpen(true)}>
        <Search aria-hidden />
        <span>{t('search.open')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Part onClose={() => setOpen(false)}>
          <SearchDialog item={{ ...info, path: itemPath }} keyword={keyword} onClose={() => setOpen(false)} />
        </Part>
      )}
    </>
  )
}
