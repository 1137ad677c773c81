import type { ComponentType, ReactNode } from 'react'
import { api } from '#web/api/trpc.ts'
import { useContributions } from '#web/extensions/contributions.ts'
import { pageFaces, type PageViewProps } from '#web/extensions/points.ts'
import { Slot } from '#web/extensions/slot.tsx'

export interface KindViewProps {
  readonly page: { readonly pageId: number; readonly kind: string }
  /** By which the page is read, where it is not read by right. */
  readonly uniqueKey: string | undefined
  /** As in `PageViewProps`. */
  readonly isWaitedFor?: boolean
  /** What the server made of the page: shown until there is something better, and for good where there is nothing. */
  readonly children: ReactNode
}

/** A page behind the face that its kind has for readers. */
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

// What was read before may be older than the HTML it takes the place of.
const FRESH = { staleTime: 0, gcTime: 0, meta: { isQuiet: true } } as const

function Viewed({ View, pageId, uniqueKey, isWaitedFor, children }: ViewedProps) {
  const isByKey = uniqueKey !== ''
  const page = api.page.info.useQuery({ pageId }, { ...FRESH, enabled: !isByKey })
  const shared = api.page.infoByKey.useQuery({ uniqueKey }, { ...FRESH, enabled: isByKey })
  const content = (isByKey ? shared.data : page.data)?.pageContent
  const itemId = page.data?.itemId ?? null
  return content === undefined ? children : <View {...{ pageId, itemId, content, isWaitedFor }} />
}
