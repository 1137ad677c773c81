import type { PageArticle } from '#web/article/shown-page.ts'
import type { ComponentType } from 'react'
import type { PageDialogProps } from '#web/extensions/points.ts'
import { Slot } from '#web/extensions/slot.tsx'
import type { ItemInfo } from './menu-nodes.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'

const HistoryDialog = lazyPart(async () => (await import('#web/page-history/history-dialog.tsx')).HistoryDialog)
const ChangesDialog = lazyPart(async () => (await import('./changes-dialog.tsx')).ChangesDialog)
const ShareDialog = lazyPart(async () => (await import('#web/sharing/share-dialog.tsx')).ShareDialog)
const DeletePageDialog = lazyPart(async () => (await import('./delete-page-dialog.tsx')).DeletePageDialog)
const SortPagesDialog = lazyPart(async () => (await import('#web/sort/sort-pages-dialog.tsx')).SortPagesDialog)

/** Opened by an entry of a plugin. */
export interface PluginDialog {
  readonly pluginId: string
  readonly Dialog: ComponentType<PageDialogProps>
}
export type OpenDialog = 'history' | 'changes' | 'share' | 'sort' | 'delete' | PluginDialog

export interface ItemDialogsProps {
  readonly open: OpenDialog
  readonly info: ItemInfo
  readonly page: PageArticle | null
  readonly itemPath: string
  onClose(): void
}

/** The open dialog; each is loaded on demand. */
export function ItemDialogs({ open, info, page, itemPath, onClose }: ItemDialogsProps) {
  if (typeof open === 'object')
    return (
      page && (
        <Slot pluginId={open.pluginId} failure="toast" onClose={onClose}>
          <open.Dialog itemId={page.itemId} pageId={page.pageId} onClose={onClose} />
        </Slot>
      )
    )
  return (
    <Part onClose={onClose}>
      {open === 'history' && page && <HistoryDialog page={page} onClose={onClose} />}
      {open === 'changes' && <ChangesDialog info={info} itemPath={itemPath} onClose={onClose} />}
      {open === 'share' && <ShareDialog info={info} page={page} itemPath={itemPath} onClose={onClose} />}
      {open === 'sort' && page && <SortPagesDialog itemId={page.itemId} catalogId={page.catalogId} onClose={onClose} />}
      {open === 'delete' && page && <DeletePageDialog page={page} itemPath={itemPath} onClose={onClose} />}
    </Part>
  )
}
