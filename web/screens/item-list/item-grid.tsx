import { memo, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { moved, placeBeside } from '../../parts/moved.ts'
import { useKeptFlag } from '../../parts/use-kept-flag.ts'
import { useKeptFocus } from '../../parts/use-kept-focus.ts'
import { useSortDrag, useSortDrops } from '#web/sort/use-sort-drag.ts'
import { ItemTile } from './item-tile.tsx'
import { useTileRows } from './use-tile-rows.ts'
import { listInput, type ListedItem } from './listed-item.ts'
import { api } from '../../api/trpc.ts'
import { useSortFailure } from '#web/sort/use-sort-failure.ts'

const KIND = 'item'

export interface ItemGridProps {
  readonly groupId: number
  readonly items: readonly ListedItem[]
  /** Whether these are all items of the group: a subset cannot be sorted. */
  readonly isWhole: boolean
}

/** The tiles, sortable by dragging or with Alt and an arrow key. */
export function ItemGrid({ groupId, items, isWhole }: ItemGridProps) {
  const { t } = useTranslation('items')
  const grid = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const [said, setSaid] = useState('')
  const [isSorted, noteSorted] = useKeptFlag('sorted_items')
  const keepFocus = useKeptFocus(grid)
  const saveOrder = useItemOrder(groupId)
  // It must stay rendered: focus and drag end when the element is removed.
  const heldId = useRef(0)
  const indexOf = (id: number) => items.findIndex(({ itemId }) => itemId === id)
  const held = () => indexOf(heldId.current)
  const { columns, rows, above, height, measure, show } = useTileRows({ grid, count: items.length, held })
  const isSortable = isWhole && items.length > 1

  const move = (from: number, wished: number) => {
    const to = Math.max(0, Math.min(wished, items.length - 1))
    const item = items[from]
    if (!item || to === from) return
    saveOrder(moved(items, from, to))
    noteSorted()
    heldId.current = item.itemId
    show(to)
    keepFocus(`[data-item="${item.itemId}"] h2 a`)
    setSaid(t('list.moved', { name: item.itemName, position: to + 1, count: items.length }))
  }
  const hold = (event: SyntheticEvent) => {
    heldId.current = tileIdOf(event)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey && isSortable ? stepOf(event.key, columns) : null
    const index = indexOf(tileIdOf(event))
    if (step === null || index < 0) return
    event.preventDefault()
    move(index, index + step)
  }
  useSortDrops(KIND, (draggedId, targetId, side) => {
    const from = indexOf(draggedId)
    move(from, placeBeside(from, indexOf(targetId), side))
  })

  return (
    <>
      {/* Hidden, it still describes the tiles. */}
      <p className="sort-hint" id={hintId} hidden={!isSortable || isSorted}>
        {isSortable && t('list.sortHint')}
      </p>
      {/* The keys are those of the links in the tiles. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="tiles tiles-drawn"
        ref={grid}
        style={{ height, paddingTop: above, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        // Tiles off screen are not rendered: the feed role announces their number.
        role={items.length > 0 ? 'feed' : undefined}
        aria-label={items.length > 0 ? t('list.title') : undefined}
        data-sortable={isSortable || undefined}
        onFocus={hold}
        onDragStart={hold}
        onKeyDown={onKeyDown}
      >
        {rows.flatMap(({ row, away }) =>
          items
            .slice(row * columns, (row + 1) * columns)
            .map((item, column) => (
              <GridTile
                key={item.itemId}
                item={item}
                hintId={hintId}
                position={row * columns + column + 1}
                count={items.length}
                row={column === 0 && away === null ? row : null}
                away={away}
                measure={measure}
              />
            )),
        )}
      </div>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

interface GridTileProps {
  readonly item: ListedItem
  /** The element that explains sorting; undefined when sorting is impossible. */
  readonly hintId: string
  /** Position in the list, from 1. */
  readonly position: number
  readonly count: number
  /** The row it is used to measure; null for all but the first tile of a row. */
  readonly row: number | null
  /** Pixels from the top of the list for a tile in a row off screen; null for others. */
  readonly away: number | null
  readonly measure: (tile: HTMLElement | null) => void
}

// Memoised by item: most tiles of a long list do not change while one of them moves.
const GridTile = memo(function GridTile({ item, hintId, position, count, row, away, measure }: GridTileProps) {
  const { ref, isDragged, side } = useSortDrag(item.itemId, { kind: KIND, axis: 'across' })
  useLayoutEffect(() => {
    if (row !== null) measure(ref.current)
  }, [row, measure, ref])
  return (
    <ItemTile
      ref={ref}
      item={item}
      aria-describedby={hintId}
      aria-posinset={position}
      aria-setsize={count}
      data-index={row ?? undefined}
      style={away === null ? undefined : { position: 'absolute', top: away }}
      data-dragged={isDragged || undefined}
      data-drop={side ?? undefined}
    />
  )
})

/** The item of the tile an event came from; 0 for none. */
function tileIdOf({ target }: SyntheticEvent): number {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-item]') : null
  return Number(tile?.dataset['item'] ?? 0)
}

function stepOf(key: string, columns: number): number | null {
  return { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[key] ?? null
}

/** Shows a new order of a group's items immediately and saves it, with positions from 1. */
function useItemOrder(groupId: number): (items: readonly ListedItem[]) => void {
  const cache = api.useUtils()
  const onError = useSortFailure()
  // One at a time, so that the last order wins.
  const setOrder = api.item.setOrder.useMutation({ meta: { isQuiet: true }, scope: { id: 'itemOrder' }, onError })

  return (items) => {
    cache.item.list.setData(listInput(groupId), [...items])
    const data = Object.fromEntries(items.map(({ itemId }, index) => [itemId, index + 1]))
    setOrder.mutate({ data, groupId })
  }
}
