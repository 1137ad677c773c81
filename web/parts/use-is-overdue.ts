import { useEffect, useState } from 'react'

/** A loading indicator is closed after this time (spec §9). */
const PATIENCE_MS = 20_000

/** True once something has been loading for longer than anybody wants to look at an indicator. */
export function useIsOverdue(isLoading: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!isLoading) return undefined
    const timer = setTimeout(() => setOverdue(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [isLoading])
  return isLoading && isOverdue
}
