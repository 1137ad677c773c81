import { Suspense, type ReactNode } from 'react'
import type { PageArticle } from '#web/article/shown-page.ts'
import { useContributions, useSettledContributions } from '#web/extensions/contributions.ts'
import { pageActions } from '#web/extensions/points.ts'
import { Slot } from '#web/extensions/slot.tsx'
import type { OpenDialog } from './item-dialogs.tsx'
import type { ItemInfo } from './menu-nodes.ts'

export interface PageActionsProps {
  readonly info: ItemInfo
  readonly page: PageArticle
  readonly onChoose: (dialog: OpenDialog) => void
  /** Shown until all of them are loaded, so that no entry appears later. */
  readonly waiting: ReactNode
}

/** The entries of plugins for a page. */
export function PageActions(props: PageActionsProps) {
  // Starts loading even while nothing is rendered.
  useContributions(pageActions)
  return (
    <Suspense fallback={props.waiting}>
      <Settled {...props} />
    </Suspense>
  )
}

function Settled({ info, page: { itemId, pageId }, onChoose, waiting }: PageActionsProps) {
  return useSettledContributions(pageActions).map(
    ({ pluginId, value: { Component, Dialog, isForVisitors = false } }, index) =>
      (info.isLoggedIn || isForVisitors) && (
        <Slot key={`${pluginId}.${index}`} failure="menuItem" {...{ pluginId, waiting }}>
          <Component {...{ itemId, pageId }} openDialog={() => Dialog && onChoose({ pluginId, Dialog })} />
        </Slot>
      ),
  )
}
