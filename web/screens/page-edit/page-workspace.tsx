import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#core/context.ts'
import { PageEditor } from '#web/editor/page-editor.tsx'
import type { EditorHandle } from '#web/editor/editor-handle.ts'
import { useEditorTools } from '#web/extensions/editor-tools.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'
import { useDocumentTitle } from '#web/parts/use-document-title.ts'
import { useHotkey } from '#web/parts/use-hotkey.ts'
import { HistoryDialog } from '../item-view/history-dialog.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { SortPagesDialog } from './sort-pages-dialog.tsx'
import type { StartPage } from './start-page.ts'
import { StateLine } from './state-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { usePageWork, type PageWork } from './use-page-work.ts'

export interface PageWorkspaceProps {
  readonly itemId: number
  readonly itemName: string
  readonly username: string
  readonly start: StartPage
  /** A new page was saved for the first time. */
  onCreated(pageId: number): void
}

/** The bar, the tools and the page that is written. */
export function PageWorkspace({ itemId, itemName, username, start, onCreated }: PageWorkspaceProps) {
  const { t, i18n } = useTranslation('editor')
  const work = usePageWork({ itemId, username, start, onCreated })
  const [dialog, setDialog] = useState<'history' | 'sort' | null>(null)
  const tools = useEditorTools({ editor: handleOf(work, itemId), language: i18n.language as Language })
  useDocumentTitle(work.title || t('title.new'), itemName)
  useHotkey('s', work.save)
  const close = () => setDialog(null)

  return (
    <div className="edit">
      <TopBar
        title={itemName}
        actions={<StateLine state={work.state} keptAt={work.keptAt} isUnkept={work.isUnkept} onRetry={work.save} />}
      />
      <main className="edit-main">
        <h1 className="visually-hidden">{work.title || t('title.new')}</h1>
        <Toolbar
          itemId={itemId}
          work={work}
          tools={tools.tools}
          onHistory={work.pageId > 0 ? () => setDialog('history') : null}
          onSort={() => setDialog('sort')}
        />
        <div className="edit-page" data-face={work.face}>
          <PageEditor
            key={`${work.face} ${work.given.round}`}
            face={work.face}
            pageKey={`${itemId}/${work.pageId}`}
            markdown={work.given.text}
            onTouched={work.touched}
            onControls={work.attach}
          />
        </div>
      </main>
      {tools.dialog}
      {dialog === 'history' && (
        <HistoryDialog
          page={{ pageId: work.pageId, canEdit: false, revision: work.base.current.revision ?? 0 }}
          onClose={close}
        />
      )}
      {dialog === 'sort' && <SortPagesDialog itemId={itemId} catalogId={work.catalogId} onClose={close} />}
      {work.newer && (
        <MergeDialog
          base={work.base.current.page}
          mine={work.current()}
          newer={work.newer}
          onMerged={work.takeMerged}
          onClose={work.closeMerge}
        />
      )}
      {work.offered && !work.newer && (
        <DraftDialog
          draft={work.offered}
          stored={work.base.current.page.content}
          onRestore={work.restoreDraft}
          onDiscard={work.discardDraft}
          onClose={work.postponeDraft}
        />
      )}
      <LeaveGuard isUnsaved={work.isUnsaved} />
    </div>
  )
}

const handleOf = (work: PageWork, itemId: number): EditorHandle => ({
  itemId,
  pageId: work.pageId,
  markdown: () => work.current().content,
  selection: work.selection,
  insert: work.insert,
  replaceSelection: work.replaceSelection,
  save: work.saveWith,
})
