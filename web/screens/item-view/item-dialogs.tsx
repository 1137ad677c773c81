import { lazy, Suspense } from 'react'
import type { ItemInfo, PageArticle } from './menu-nodes.ts'

const HistoryDialog = lazy(() => import('./history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })))
const ChangesDialog = lazy(() => import('./changes-dialog.tsx').then((module) => ({ default: module.ChangesDialog })))
const ShareDialog = lazy(() => import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })))
const DeletePageDialog = lazy(() =>
  import('./delete-page-dialog.tsx').then((module) => ({ default: module.DeletePageDialog })),
)
const SortPagesDialog = lazy(() =>
  import('../page-edit/sort-pages-dialog.tsx').then((module) => ({ default: module.SortPagesDialog })),
)

export type OpenDialog = 'history' | 'changes' | 'share' | 'sort' | 'delete'

export interface ItemDialogsProps {
  readonly open: OpenDialog
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly itemPath: string
  onClose(): void
}

/** The dialog that is open; each is loaded when it is first wanted. */
export function ItemDialogs({ open, info, page, itemPath, onClose }: ItemDialogsProps) {
  return (
    <Suspense>
      {open === 'history' && page && <HistoryDialog page={page} onClose={onClose} />}
      {open === 'changes' && <ChangesDialog info={info} itemPath={itemPath} onClose={onClose} />}
      {open === 'share' && <ShareDialog info={info} page={page} itemPath={itemPath} onClose={onClose} />}
      {open === 'sort' && page && <SortPagesDialog itemId={page.itemId} catalogId={page.catId} onClose={onClose} />}
      {open === 'delete' && page && <DeletePageDialog page={page} itemPath={itemPath} onClose={onClose} />}
    </Suspense>
  )
}
