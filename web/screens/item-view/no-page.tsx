import { useEffect } from 'react'
import { NotFoundScreen } from '#web/parts/not-found-screen.tsx'
import { EmptyItem, type EmptyItemProps } from './empty-item.tsx'
import { MissingPage, type MissingPageProps } from './missing-page.tsx'

interface MissingItemProps {
  /** The address is a domain, whose item is inaccessible or does not exist. */
  readonly isClosedDomain: boolean
}

interface InItemProps extends EmptyItemProps, Pick<MissingPageProps, 'itemPath' | 'error'> {
  /** Null when the item has no page. */
  readonly pageId: number | null
}

/** In place of what is not there: the item, any page of it, or this one. One part, which only few readers need. */
export function NoPage(props: InItemProps | MissingItemProps) {
  if (!('info' in props)) return <MissingItem {...props} />
  const { pageId, info, itemPath, error } = props
  return pageId === null ? <EmptyItem info={info} /> : <MissingPage {...{ pageId, info, itemPath, error }} />
}

/**
 * Shows that there is nothing. For a domain the server is asked for this address first: only the server can tell
 * whether there is an item, and redirects to its gate. If this document is already its answer, there is none.
 */
function MissingItem({ isClosedDomain }: MissingItemProps) {
  const isAnswer = documentOf(performance.getEntriesByType('navigation')[0]?.name) === documentOf(location.href)
  const isAsked = isClosedDomain && !isAnswer
  useEffect(() => {
    if (isAsked) location.reload()
  }, [isAsked])
  return isAsked ? null : <NotFoundScreen />
}

const documentOf = (address?: string): string | undefined => address?.split('#')[0]
