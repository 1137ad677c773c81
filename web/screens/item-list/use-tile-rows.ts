import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useState, type RefObject } from 'react'

/** Height of a row in pixels until it has been measured. */
const ROW = 124
/** The minimum width of a tile and the gap, in pixels. */
const TILE = 252
const GAP = 14
/** How many extra rows are rendered above and below the screen. */
const AHEAD = 2

export interface DrawnRow {
  readonly row: number
  /** Pixels from the top of the list for a row rendered off screen; null for others. */
  readonly away: number | null
}

export interface TileRows {
  /** At least one. */
  readonly columns: number
  readonly rows: readonly DrawnRow[]
  /** Height in pixels of the rows above the first rendered one. */
  readonly above: number
  /** Height in pixels of all rows. */
  readonly height: number
  /** For the first tile of each row, which has its row in `data-index`. */
  readonly measure: (tile: HTMLElement | null) => void
  /** Scrolls to the tile at this index. */
  show(index: number): void
}

export interface TileRowsOptions {
  readonly grid: RefObject<HTMLElement | null>
  readonly count: number
  /** The index of a tile that stays rendered because it has the focus or is dragged; else -1. */
  held(): number
}

/** The rows of a long list on or near the screen. */
export function useTileRows({ grid, count, held }: TileRowsOptions): TileRows {
  const { columns, top } = useGridPlace(grid)
  // Everything around the list is rendered and usable before the first tiles.
  const isDrawn = useDeferredValue(true, false)
  const rowOf = (index: number) => Math.floor(index / columns)
  const heldRow = (): number => {
    const index = held()
    return index >= 0 && index < count ? rowOf(index) : -1
  }
  // Only the measuring callback is memoised; it does not change.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: top === null ? 0 : Math.ceil(count / columns),
    estimateSize: () => ROW,
    gap: GAP,
    overscan: AHEAD,
    scrollMargin: top ?? 0,
    rangeExtractor(range) {
      const [drawn, row] = [defaultRangeExtractor(range), heldRow()]
      return row < 0 || drawn.includes(row) ? drawn : [...drawn, row].toSorted((a, b) => a - b)
    },
    // Rows may be updated later, scrolling may not.
    useFlushSync: false,
  })
  const drawn = isDrawn ? virtual.getVirtualItems() : []
  const row = heldRow()
  const isAway = (index: number): boolean =>
    index === row && drawn.length > 1 && drawn.every((other) => Math.abs(other.index - index) !== 1)
  return {
    columns,
    rows: drawn.map(({ index, start }) => ({ row: index, away: isAway(index) ? start - (top ?? 0) : null })),
    above: (drawn.find(({ index }) => !isAway(index))?.start ?? top ?? 0) - (top ?? 0),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
    show: (index) => virtual.scrollToIndex(rowOf(index)),
  }
}

interface GridPlace {
  readonly columns: number
  /** Pixels from the top of the page; null until measured. */
  readonly top: number | null
}

/** The number of columns, and the position of the grid; both change with the surrounding layout. */
function useGridPlace(grid: RefObject<HTMLElement | null>): GridPlace {
  const [place, setPlace] = useState<GridPlace>({ columns: 1, top: null })
  useLayoutEffect(() => {
    const look = () => {
      const element = grid.current
      if (!element) return
      const { width, top } = element.getBoundingClientRect()
      const columns = Math.max(1, Math.floor((width + GAP) / (TILE + GAP)))
      const fromTop = Math.round(top + window.scrollY)
      setPlace((before) => (before.columns === columns && before.top === fromTop ? before : { columns, top: fromTop }))
    }
    look()
    const observer = new ResizeObserver(look)
    if (grid.current) observer.observe(grid.current)
    // Elements appearing or disappearing above the grid move it.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [grid])
  return place
}
