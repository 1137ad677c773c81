import { useEffect } from 'react'
import { NotFoundScreen } from '#web/parts/not-found-screen.tsx'

export interface MissingItemProps {
  /** The address is a domain, whose item is inaccessible or does not exist. */
  readonly isClosedDomain: boolean
}

/**
 * Shows that there is nothing. For a domain the server is asked for this address first: only the server can tell
 * whether there is an item, and redirects to its gate. If this document is already its answer, there is none.
 */
export function MissingItem({ isClosedDomain }: MissingItemProps) {
  const isAnswer = documentOf(performance.getEntriesByType('navigation')[0]?.name) === documentOf(location.href)
  const isAsked = isClosedDomain && !isAnswer
  useEffect(() => {
    if (isAsked) location.reload()
  }, [isAsked])
  return isAsked ? null : <NotFoundScreen />
}

const documentOf = (address?: string): string | undefined => address?.split('#')[0]
