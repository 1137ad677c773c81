import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#core/context.ts'
import { PageEditor } from '#web/editor/page-editor.tsx'
import type { EditorHandle } from '#web/editor/editor-handle.ts'
import { useEditorTools } from '#web/extensions/editor-tools.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { TopBar } from '#web/parts/top-bar.tsx'
import { useDocumentTitle } from '#web/parts/use-document-title.ts'
import { useHotkey } from '#web/parts/use-hotkey.ts'
import { HistoryDialog } from '../item-view/history-dialog.tsx'
import { AttachmentsDialog, type FileUse } from './attachments-dialog.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { useLongPage } from './long-page.tsx'
import { isGone, LockBanner } from './lock-banner.tsx'
import { LockGate } from './lock-gate.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { PersonBanner, useOtherWriter } from './person-banner.tsx'
import { SortPagesDialog } from './sort-pages-dialog.tsx'
import type { StartPage } from './start-page.ts'
import { StateLine } from './state-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { usePageFiles } from './use-page-files.ts'
import { useLockTools } from './use-lock-tools.ts'
import { usePageLock } from './use-page-lock.ts'
import { usePageWork, type PageWork } from './use-page-work.ts'

export interface PageWorkspaceProps {
  readonly itemId: number
  readonly itemName: string
  readonly username: string
  /** Whether this person may take a page from somebody who writes in it. */
  readonly isManager: boolean
  readonly start: StartPage
  /** The page was saved by somebody else, and nothing of one's own is at stake. */
  onStale(): void
  /** A new page was saved for the first time. */
  onCreated(pageId: number): void
}

/** The bar, the tools and the page that is written. */
export function PageWorkspace(props: PageWorkspaceProps) {
  const { itemId, itemName, username, isManager, start, onStale, onCreated } = props
  const { t, i18n } = useTranslation('editor')
  const { t: tf } = useTranslation('files')
  const work = usePageWork({ itemId, username, start, onCreated })
  const place = useRef<HTMLElement>(null)
  const lock = usePageLock({ itemId, username, pageId: work.pageId, base: work.base, place })
  const lockTools = useLockTools(lock)
  const [isAdmitted, setAdmitted] = useState(lock.isWritable)
  if (!isAdmitted && lock.isWritable) setAdmitted(true)
  const otherWriter = useOtherWriter(isAdmitted, lock, work)
  const [dialog, setDialog] = useState<'history' | 'sort' | 'attachments' | null>(null)
  const refuse = () => showToast(tf('upload.readOnly'), 'info')
  const put = (deed: (markdown: string) => void) => (lock.isWritable ? deed : refuse)
  const tools = useEditorTools({ editor: handleOf(work, itemId, put), language: i18n.language as Language })
  const longPage = useLongPage(work)
  const files = usePageFiles(itemId, work)
  const take = (given: readonly File[]) => (lock.isWritable ? files.add(given) : refuse())
  const drop = useFileDrop((dropped, x, y) => {
    work.moveTo(x, y)
    take(dropped)
  })
  useDocumentTitle(work.title || t('title.new'), itemName)
  useHotkey('s', isAdmitted ? work.save : null)
  const close = () => setDialog(null)
  // It may be that somebody else has the page now, or another window of the same person.
  const isAnswered = work.state.kind === 'failed' || work.state.kind === 'saved'
  useEffect(() => {
    if (isAnswered) void lock.keeper.look()
  }, [isAnswered, lock.keeper])

  if (!isAdmitted) {
    const back = `/${itemId}/${work.pageId}`
    return <LockGate lock={lock} itemName={itemName} back={back} isManager={isManager} onStale={onStale} />
  }

  return (
    <div className="edit">
      <TopBar
        title={itemName}
        actions={
          <StateLine
            state={work.state}
            kept={work.kept}
            isExplained={otherWriter !== null || isGone(lock.state)}
            onRetry={work.save}
          />
        }
      />
      <main className="edit-main" ref={place}>
        <h1 className="visually-hidden">{work.title || t('title.new')}</h1>
        <Toolbar
          itemId={itemId}
          work={work}
          tools={[...tools.tools, ...lockTools]}
          isReadOnly={!lock.isWritable}
          onHistory={work.pageId > 0 ? () => setDialog('history') : null}
          onSort={() => setDialog('sort')}
          attachmentCount={files.count}
          onFiles={files.add}
          onAttachments={() => setDialog('attachments')}
          onFace={longPage.choose}
        />
        {otherWriter === null ? (
          <LockBanner lock={lock} work={work} itemId={itemId} isManager={isManager} onStale={onStale} />
        ) : (
          <Suspense>
            <PersonBanner own={username} other={otherWriter} isKept={!work.kept.isRefused} />
          </Suspense>
        )}
        {longPage.notice}
        <div className="edit-page" data-face={work.face} {...drop}>
          <PageEditor
            key={`${work.face} ${work.given.round}`}
            face={work.face}
            pageKey={`${itemId}/${work.pageId}`}
            markdown={work.given.text}
            isReadOnly={!lock.isWritable}
            onTouched={work.touched}
            onFiles={take}
            onControls={work.attach}
          />
        </div>
      </main>
      <UploadPanel uploads={files.uploads} />
      {tools.dialog}
      {longPage.dialog}
      {dialog === 'history' && (
        // Its texts are those of the reader: while they come, the text that is being written stays.
        <Suspense>
          <HistoryDialog
            page={{ pageId: work.pageId, canEdit: true, revision: work.base().revision ?? 0 }}
            isBesideEditor
            onClose={close}
          />
        </Suspense>
      )}
      {dialog === 'attachments' && (
        <AttachmentsDialog
          pageId={work.pageId}
          files={files}
          shownIn={(url) => whereShown(url, work)}
          onInsert={(markdown) => {
            put(work.replaceSelection)(markdown)
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'sort' && <SortPagesDialog itemId={itemId} catalogId={work.catalogId} onClose={close} />}
      {work.newer && (
        <MergeDialog
          base={work.base().page}
          mine={work.current}
          newer={work.newer}
          onMerged={work.takeMerged}
          onClose={work.closeMerge}
        />
      )}
      {work.kept.offered && !work.newer && (
        <DraftDialog
          draft={work.kept.offered}
          stored={work.base().page.content}
          onRestore={work.restoreDraft}
          onDiscard={work.discardDraft}
          onClose={work.postponeDraft}
        />
      )}
      <LeaveGuard isUnsaved={work.isUnsaved} isUploading={files.uploads.areRunning} />
    </div>
  )
}

/** The files of a page that was never saved stay the writer's own, and the first save makes them the page's. */
function whereShown(url: string, work: PageWork): FileUse {
  if (!work.current().content.includes(url)) return 'none'
  return work.pageId === 0 || work.base().page.content.includes(url) ? 'saved' : 'unsaved'
}

/** `put` says what becomes of an insertion: the text of a page that somebody else has stays as it is. */
const handleOf = (
  work: PageWork,
  itemId: number,
  put: (deed: EditorHandle['insert']) => EditorHandle['insert'],
): EditorHandle => ({
  itemId,
  pageId: work.pageId,
  markdown: () => work.current().content,
  selection: work.selection,
  insert: put(work.insert),
  replaceSelection: put(work.replaceSelection),
  save: work.saveWith,
})
