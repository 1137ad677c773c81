import { useState } from 'react'

/** Spec §9; larger pages of a list can be requested. */
const FEWEST = 7

/** The displayed part of a long list. */
export interface ListedPages {
  readonly page: number
  readonly count: number
  setPage(page: number): void
  setCount(count: number): void
  /** Back to the first page, e.g. after a new search. */
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
