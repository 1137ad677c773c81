import { useState } from 'react'

/** Spec §9; a list may be asked for in larger pages. */
const FEWEST = 7

/** Which part of a long list is looked at. */
export interface ListedPages {
  readonly page: number
  readonly count: number
  setPage(page: number): void
  setCount(count: number): void
  /** Back to the beginning, as after a new search. */
  rewind(): void
  /** Leaves a last page that has become empty. */
  fit(total: number): void
}

export function useListedPages(): ListedPages {
  const [page, setPage] = useState(1)
  const [count, chooseCount] = useState(FEWEST)
  return {
    page,
    count,
    setPage,
    setCount(chosen) {
      chooseCount(chosen)
      setPage(1)
    },
    rewind: () => setPage(1),
    fit(total) {
      const last = Math.max(1, Math.ceil(total / count))
      if (page > last) setPage(last)
    },
  }
}
