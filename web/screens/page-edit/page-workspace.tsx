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
import { AttachmentsDialog } from './attachments-dialog.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { useLongPage } from './long-page.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { SortPagesDialog } from './sort-pages-dialog.tsx'
import type { StartPage } from './start-page.ts'
import { StateLine } from './state-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { usePageFiles } from './use-page-files.ts'
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
  const [dialog, setDialog] = useState<'history' | 'sort' | 'attachments' | null>(null)
  const tools = useEditorTools({ editor: handleOf(work, itemId), language: i18n.language as Language })
  const longPage = useLongPage(work)
  const files = usePageFiles(itemId, work)
  const drop = useFileDrop((dropped, x, y) => {
    work.moveTo(x, y)
    files.add(dropped)
  })
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
          attachmentCount={files.count}
          onAttachments={() => setDialog('attachments')}
          onFace={longPage.choose}
        />
        {longPage.notice}
        <div className="edit-page" data-face={work.face} {...drop}>
          <PageEditor
            key={`${work.face} ${work.given.round}`}
            face={work.face}
            pageKey={`${itemId}/${work.pageId}`}
            markdown={work.given.text}
            onTouched={work.touched}
            onFiles={files.add}
            onControls={work.attach}
          />
        </div>
      </main>
      <UploadPanel uploads={files.uploads} />
      {tools.dialog}
      {longPage.dialog}
      {dialog === 'history' && (
        <HistoryDialog
          page={{ pageId: work.pageId, canEdit: false, revision: work.base.current.revision ?? 0 }}
          onClose={close}
        />
      )}
      {dialog === 'attachments' && (
        <AttachmentsDialog
          pageId={work.pageId}
          files={files}
          onInsert={(markdown) => {
            work.replaceSelection(markdown)
            close()
          }}
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
      <LeaveGuard isUnsaved={work.isUnsaved} isUploading={files.uploads.areRunning} />
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
