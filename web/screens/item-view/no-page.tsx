import { EmptyItem, type EmptyItemProps } from './empty-item.tsx'
import { MissingItem, type MissingItemProps } from './missing-item.tsx'
import { MissingPage, type MissingPageProps } from './missing-page.tsx'

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
