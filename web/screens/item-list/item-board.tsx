import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import { maySearch } from '#core/page/search.ts'
import { ItemGrid } from './item-grid.tsx'
import { ItemTile } from './item-tile.tsx'
import type { ListedItem } from './listed-item.ts'
import { PageHits } from './page-hits.tsx'

const PAUSE_MS = 300

export interface ItemBoardProps {
  /** At least one. */
  readonly items: readonly ListedItem[]
}

/** The tiles, with a box that filters them and searches all their pages at the same time. */
export function ItemBoard({ items }: ItemBoardProps) {
  const { t } = useTranslation('items')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const [keyword] = useDebouncedValue(wanted, PAUSE_MS)
  const matching = items.filter(({ itemName }) => itemName.toLowerCase().includes(wanted.toLowerCase()))

  return (
    <>
      {items.length > limits.searchBoxAbove && (
        <div className="item-find">
          <TextInput
            type="search"
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
      {wanted === '' ? (
        <ItemGrid items={items} />
      ) : (
        <>
          <div className="tiles">
            {matching.map((item) => (
              <ItemTile key={item.itemId} item={item} />
            ))}
          </div>
          {matching.length === 0 && <p className="no-tile">{t('list.noMatch', { filter: wanted })}</p>}
          {maySearch(wanted) && maySearch(keyword) && <PageHits keyword={keyword} />}
        </>
      )}
    </>
  )
}
