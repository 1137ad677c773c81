import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { maySearch } from '#core/page/search.ts'
import { ItemGrid } from './item-grid.tsx'
import type { ListedItem } from './listed-item.ts'
import { PageHits } from './page-hits.tsx'

const PAUSE_MS = 300

export interface ItemBoardProps {
  readonly groupId: number
  /** At least one. */
  readonly items: readonly ListedItem[]
}

/** The tiles, with a box that filters them and searches all their pages at the same time. */
export function ItemBoard({ groupId, items }: ItemBoardProps) {
  const { t } = useTranslation('items')
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  useFocus(box)
  const wanted = typed.trim()
  const [keyword] = useDebouncedValue(wanted, PAUSE_MS)
  // The tiles may be updated later, the typed text may not.
  const filter = useDeferredValue(wanted)
  const shown = useMemo(() => named(items, filter), [items, filter])

  return (
    <>
      {items.length > limits.searchBoxAbove && (
        <div className="item-find">
          <TextInput
            ref={box}
            type="search"
            aria-keyshortcuts="/"
            aria-label={t('list.find')}
            placeholder={t('list.find')}
            leftSection={<Search size={15} aria-hidden />}
            maxLength={limits.keywordLength}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          />
        </div>
      )}
      <ItemGrid groupId={groupId} items={shown} isWhole={filter === ''} />
      {shown.length === 0 && <p className="no-tile">{t('list.noMatch', { filter })}</p>}
      {maySearch(wanted) && maySearch(keyword) && <PageHits keyword={keyword} />}
    </>
  )
}

/** Focuses the box initially, unless that opens an on-screen keyboard, and when a slash is typed anywhere. */
function useFocus(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (isFree && matchMedia('(pointer: fine)').matches) box.current?.focus({ preventScroll: true })
    const reach = (event: KeyboardEvent) => {
      const isTyped =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyped) return
      if (document.querySelector('dialog[open]') || !box.current) return
      event.preventDefault()
      box.current.focus()
    }
    document.addEventListener('keydown', reach)
    return () => document.removeEventListener('keydown', reach)
  }, [box])
}

function named(items: readonly ListedItem[], filter: string): readonly ListedItem[] {
  const part = filter.toLowerCase()
  return part === '' ? items : items.filter(({ itemName }) => itemName.toLowerCase().includes(part))
}
