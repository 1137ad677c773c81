import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptFocus } from '../../parts/use-kept-focus.ts'
import { ItemTile } from './item-tile.tsx'
import type { ListedItem } from './listed-item.ts'
import { moved } from '../../parts/moved.ts'
import { useItemOrder } from './use-item-order.ts'
import { useTileDrag, type Side } from './use-tile-drag.ts'

export interface ItemGridProps {
  readonly items: readonly ListedItem[]
}

/** All tiles, to be sorted by dragging or with Alt and an arrow key. */
export function ItemGrid({ items }: ItemGridProps) {
  const { t } = useTranslation('items')
  const grid = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const [said, setSaid] = useState('')
  const keepFocus = useKeptFocus(grid)
  const saveOrder = useItemOrder()
  const isSortable = items.length > 1

  const move = (from: number, wished: number) => {
    const to = Math.max(0, Math.min(wished, items.length - 1))
    const item = items[from]
    if (!item || to === from) return
    saveOrder(moved(items, from, to))
    keepFocus(`[data-item="${item.itemId}"] h2 a`)
    setSaid(t('list.moved', { name: item.itemName, position: to + 1, count: items.length }))
  }
  const drop = (draggedId: number, targetId: number, side: Side) => {
    const from = items.findIndex(({ itemId }) => itemId === draggedId)
    const target = items.findIndex(({ itemId }) => itemId === targetId)
    const before = from < target ? target - 1 : target
    move(from, side === 'before' ? before : before + 1)
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = event.altKey && isSortable ? stepOf(event.key, columnsOf(grid.current)) : null
    if (step === null) return
    event.preventDefault()
    move(index, index + step)
  }

  return (
    <>
      {isSortable && (
        <p className="sort-hint" id={hintId}>
          {t('list.sortHint')}
        </p>
      )}
      <div className="tiles" ref={grid}>
        {items.map((item, index) => (
          <SortableTile
            key={item.itemId}
            item={item}
            hintId={isSortable ? hintId : undefined}
            onDrop={(draggedId, side) => drop(draggedId, item.itemId, side)}
            onKeyDown={(event) => onKeyDown(event, index)}
          />
        ))}
      </div>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

interface SortableTileProps {
  readonly item: ListedItem
  readonly hintId: string | undefined
  onDrop(draggedId: number, side: Side): void
  onKeyDown(event: KeyboardEvent): void
}

function SortableTile({ item, hintId, onDrop, onKeyDown }: SortableTileProps) {
  const { ref, isDragged, side } = useTileDrag(item.itemId, onDrop)
  return (
    <ItemTile
      ref={ref}
      item={item}
      aria-describedby={hintId}
      data-dragged={isDragged || undefined}
      data-drop={side ?? undefined}
      onKeyDown={onKeyDown}
    />
  )
}

const columnsOf = (grid: HTMLElement | null): number =>
  grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1

function stepOf(key: string, columns: number): number | null {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? null
}
