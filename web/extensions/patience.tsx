import { useEffect, useState, type ReactNode } from 'react'

const PATIENCE_MS = 6_000

interface PatienceProps {
  readonly waiting: ReactNode
  /** Shown in its place after some seconds. */
  readonly late: ReactNode
}

/** What is shown while something is loading, which may never end. */
export function Patience({ waiting, late }: PatienceProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? late : waiting
}
