import { useLayoutEffect, type ComponentType } from 'react'
import { api } from '#web/api/trpc.ts'
import { useContributions } from '#web/extensions/contributions.ts'
import { pageFaces, type PageViewProps } from '#web/extensions/points.ts'
import { Slot } from '#web/extensions/slot.tsx'

export interface KindViewProps {
  readonly page: { readonly pageId: number; readonly kind: string }
  /** The key of the link, if the page is read by link. */
  readonly uniqueKey: string | undefined
  /** As in `PageViewProps`. */
  readonly isWaitedFor?: boolean
  /**
   * Called before the view is painted, and with false when it is gone or has failed: the HTML from the server is shown
   * meanwhile.
   */
  setViewed(isViewed: boolean): void
}

/**
 * A page, displayed by the view of its kind; nothing without one. What is shown until then stays where it is: a large page
 * would be built anew at each step until its view is there.
 */
export function KindView({ page, uniqueKey, isWaitedFor = false, setViewed }: KindViewProps) {
  const found = useContributions(pageFaces).find(({ value }) => value.kind === page.kind)
  const View = found?.value.View
  if (!found || !View) return null
  return (
    <Slot pluginId={found.pluginId} waiting={null}>
      <Viewed View={View} pageId={page.pageId} uniqueKey={uniqueKey ?? ''} {...{ isWaitedFor, setViewed }} />
    </Slot>
  )
}

interface ViewedProps {
  readonly View: ComponentType<PageViewProps>
  readonly pageId: number
  readonly uniqueKey: string
  readonly isWaitedFor: boolean
  readonly setViewed: KindViewProps['setViewed']
}

// Data read before may be older than the HTML it replaces.
const FRESH = { staleTime: 0, gcTime: 0, meta: { isQuiet: true } } as const

function Viewed({ View, pageId, uniqueKey, isWaitedFor, setViewed }: ViewedProps) {
  const isByKey = uniqueKey !== ''
  const page = api.page.info.useQuery({ pageId }, { ...FRESH, enabled: !isByKey })
  const shared = api.page.infoByKey.useQuery({ uniqueKey }, { ...FRESH, enabled: isByKey })
  const content = (isByKey ? shared.data : page.data)?.pageContent
  const itemId = page.data?.itemId ?? null
  const isViewed = content !== undefined
  useLayoutEffect(() => {
    setViewed(isViewed)
    return () => setViewed(false)
  }, [isViewed, setViewed])
  return isViewed && <View {...{ pageId, itemId, content, isWaitedFor }} />
}
