import { useEffect } from 'react'
import { NotFoundScreen } from '#web/parts/not-found-screen.tsx'

export interface MissingItemProps {
  /** The address is a domain, and what lies there is closed or not there at all. */
  readonly isClosedDomain: boolean
}

/**
 * Says that there is nothing. At a closed domain the server is asked for this address first: it alone knows the item
 * behind a domain, and leads to the item's gate. When this document is its answer already, nobody has the domain.
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
