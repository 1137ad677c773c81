import type { ComponentType, ReactNode } from 'react'
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
  /** The HTML from the server: shown until the kind's own view is loaded, and permanently if there is none. */
  readonly children: ReactNode
}

/** A page, displayed by the view of its kind. */
export function KindView({ page, uniqueKey, isWaitedFor = false, children }: KindViewProps) {
  const found = useContributions(pageFaces).find(({ value }) => value.kind === page.kind)
  const View = found?.value.View
  if (!found || !View) return children
  return (
    <Slot pluginId={found.pluginId} waiting={children} otherwise={children}>
      <Viewed View={View} pageId={page.pageId} uniqueKey={uniqueKey ?? ''} isWaitedFor={isWaitedFor}>
        {children}
      </Viewed>
    </Slot>
  )
}

interface ViewedProps {
  readonly View: ComponentType<PageViewProps>
  readonly pageId: number
  readonly uniqueKey: string
  readonly isWaitedFor: boolean
  readonly children: ReactNode
}

// Data read before may be older than the HTML it replaces.
const FRESH = { staleTime: 0, gcTime: 0, meta: { isQuiet: true } } as const

function Viewed({ View, pageId, uniqueKey, isWaitedFor, children }: ViewedProps) {
  const isByKey = uniqueKey !== ''
  const page = api.page.info.useQuery({ pageId }, { ...FRESH, enabled: !isByKey })
  const shared = api.page.infoByKey.useQuery({ uniqueKey }, { ...FRESH, enabled: isByKey })
  const content = (isByKey ? shared.data : page.data)?.pageContent
  const itemId = page.data?.itemId ?? null
  return content === undefined ? children : <View {...{ pageId, itemId, content, isWaitedFor }} />
}
