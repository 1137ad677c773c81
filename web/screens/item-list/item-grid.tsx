import { memo, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { moved, placeBeside } from '../../parts/moved.ts'
import { useKeptFocus } from '../../parts/use-kept-focus.ts'
import { useSortDrag, useSortDrops } from '#web/sort/use-sort-drag.ts'
import { ItemTile } from './item-tile.tsx'
import { columnsOf, useDrawn } from './use-drawn.ts'
import { listInput, type ListedItem } from './listed-item.ts'
import { api } from '../../api/trpc.ts'
import { useSortFailure } from '#web/sort/use-sort-failure.ts'

const KIND = 'item'

export interface ItemGridProps {
  readonly groupId: number
  readonly items: readonly ListedItem[]
  /** Whether these are all items of the group: a part of them has no order of its own. */
  readonly isWhole: boolean
}

/** The tiles, to be sorted by dragging or with Alt and an arrow key. */
export function ItemGrid({ groupId, items, isWhole }: ItemGridProps) {
  const { t } = useTranslation('items')
  const grid = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const [said, setSaid] = useState('')
  const keepFocus = useKeptFocus(grid)
  const saveOrder = useItemOrder(groupId)
  const { count, rest, draw } = useDrawn(items.length)
  const isSortable = isWhole && items.length > 1

  const move = (from: number, wished: number) => {
    const to = Math.max(0, Math.min(wished, items.length - 1))
    const item = items[from]
    if (!item || to === from) return
    draw(to + 1)
    saveOrder(moved(items, from, to))
    keepFocus(`[data-item="${item.itemId}"] h2 a`)
    setSaid(t('list.moved', { name: item.itemName, position: to + 1, count: items.length }))
  }
  const indexOf = (id: number) => items.findIndex(({ itemId }) => itemId === id)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey && isSortable ? stepOf(event.key, columnsOf(grid.current)) : null
    const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null
    if (step === null || !tile) return
    event.preventDefault()
    const index = indexOf(Number(tile.dataset['item']))
    move(index, index + step)
  }
  useSortDrops(KIND, (draggedId, targetId, side) => {
    const from = indexOf(draggedId)
    move(from, placeBeside(from, indexOf(targetId), side))
  })

  return (
    <>
      <p className="sort-hint" id={hintId} hidden={!isSortable}>
        {isSortable && t('list.sortHint')}
      </p>
      {/* The keys are those of the links in the tiles. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="tiles"
        ref={grid}
        // Tiles below the screen are not there yet: a feed says how many there are.
        role={items.length > 0 ? 'feed' : undefined}
        aria-label={items.length > 0 ? t('list.title') : undefined}
        data-sortable={isSortable || undefined}
        onKeyDown={onKeyDown}
      >
        {items.slice(0, count).map((item, index) => (
          <GridTile key={item.itemId} item={item} hintId={hintId} position={index + 1} count={items.length} />
        ))}
        {count < items.length && <div className="tiles-rest" ref={rest} aria-hidden />}
      </div>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

interface GridTileProps {
  readonly item: ListedItem
  /** The element that says how it is sorted; empty when it cannot be. */
  readonly hintId: string
  /** In the list, from 1. */
  readonly position: number
  readonly count: number
}

// Kept as long as the item stays the same: most tiles of a long list do while one of them moves.
const GridTile = memo(function GridTile({ item, hintId, position, count }: GridTileProps) {
  const { ref, isDragged, side } = useSortDrag(item.itemId, { kind: KIND, axis: 'across' })
  return (
    <ItemTile
      ref={ref}
      item={item}
      aria-describedby={hintId}
      aria-posinset={position}
      aria-setsize={count}
      data-dragged={isDragged || undefined}
      data-drop={side ?? undefined}
    />
  )
})

function stepOf(key: string, columns: number): number | null {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? null
}

/** Shows a new order of a group's items at once and saves it, with positions from 1. */
function useItemOrder(groupId: number): (items: readonly ListedItem[]) => void {
  const cache = api.useUtils()
  const onError = useSortFailure()
  // One after the other, so that the last order wins.
  const setOrder = api.item.setOrder.useMutation({ meta: { isQuiet: true }, scope: { id: 'itemOrder' }, onError })

  return (items) => {
    cache.item.list.setData(listInput(groupId), [...items])
    const data = Object.fromEntries(items.map(({ itemId }, index) => [itemId, index + 1]))
    setOrder.mutate({ data, groupId })
  }
}
