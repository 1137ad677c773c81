import { Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#core/language.ts'
import { api } from '#web/api/trpc.ts'
import { PageEditor } from '#web/editor/page-editor.tsx'
import { PageFinder } from '#web/editor/page-finder.ts'
import type { EditorHandle } from '#web/editor/editor-handle.ts'
import type { HoldHere } from '#web/editor/face-controls.ts'
import type { KindFaces, KnownFace } from '#web/editor/kind-faces.ts'
import { MARKDOWN } from '#web/editor/markdown-faces.tsx'
import { useEditorTools, type ToolEntry } from '#web/extensions/editor-tools.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { useDocumentTitle } from '#web/parts/use-document-title.ts'
import { useHotkey } from '#web/parts/use-hotkey.ts'
import { HistoryDialog } from '#web/page-history/history-dialog.tsx'
import { AttachmentsDialog, type FileUse } from './files/attachments-dialog.tsx'
import { EarlyText } from './early-text.tsx'
import { InEditBar } from './edit-frame.tsx'
import { DraftDialog } from './drafts/draft-dialog.tsx'
import { useTextAfterOffer } from './drafts/use-text-after-offer.ts'
import { KindMergeDialog } from './merge/kind-merge-dialog.tsx'
import { LeaveGuard } from '#web/leaving/leave-guard.tsx'
import { FaceTroubleNotice } from './face-trouble.tsx'
import { useLongPage } from './long-page.tsx'
import { LockAsked } from './lock/lock-asked.tsx'
import { isGone, LockBanner, takeAndSave } from './lock/lock-banner.tsx'
import { LockGuard } from './lock/lock-guard.tsx'
import { MergeDialog } from './merge/merge-dialog.tsx'
import { PageTitle } from './page-title.tsx'
import { PersonBanner, useOtherWriter } from './lock/person-banner.tsx'
import { SortPagesDialog } from '#web/sort/sort-pages-dialog.tsx'
import type { StartPage } from './start-page.ts'
import { SharePage } from './share-page.tsx'
import { StateLine } from './state-line.tsx'
import { Toolbar } from './toolbar.tsx'
import { UploadPanel } from './files/upload-panel.tsx'
import { useFileDrop } from './files/use-file-drop.ts'
import { usePageFiles } from './files/use-page-files.ts'
import { usePageFinder } from './use-page-finder.ts'
import { useLockTalk } from './lock/use-lock-talk.ts'
import { usePageLock, type PageLock } from './lock/use-page-lock.ts'
import { usePageWork, type PageWork } from './use-page-work.ts'

export interface PageWorkspaceProps {
  readonly itemId: number
  readonly itemName: string
  readonly username: string
  /** Whether this person may take a page over from somebody who is editing it. */
  readonly isManager: boolean
  readonly start: StartPage
  /** The title of a new page, as typed before the editor was loaded. */
  readonly typedTitle: string
  /** The same of its text; null when the writer was not there yet. */
  readonly typedText: string | null
  /** Files that were brought before the text could be edited. */
  readonly broughtFiles: readonly File[]
  /** Further ones are brought. */
  onFiles(files: readonly File[]): void
  /** These are taken, or refused: another editor does not get them again. */
  onFilesTaken(): void
  /** The id of the editor under which these were kept as a draft; null when it gets one of its own. */
  readonly editorId: string | null
  readonly kindFaces: KindFaces
  /** The page was saved by somebody else, and there are no own changes. */
  onStale(): void
  /** A new page was saved for the first time. */
  onCreated(pageId: number): void
}

/** The toolbar, the tools and the editor. */
export function PageWorkspace(props: PageWorkspaceProps) {
  const { itemId, itemName, username, isManager, start, typedText, broughtFiles, onFiles, onFilesTaken, onStale } =
    props
  const { t, i18n } = useTranslation('editor')
  const { t: tf } = useTranslation('files')
  const { t: tl } = useTranslation('lock')
  const work = usePageWork(props)
  const place = useRef<HTMLElement>(null)
  const lock = usePageLock({ itemId, username, pageId: work.pageId, base: work.base, place })
  const talk = useLockTalk(lock)
  const lockTools = useLockTools(lock)
  const findPages = usePageFinder(itemId)
  const [isAdmitted, setAdmitted] = useState(lock.isWritable)
  if (!isAdmitted && lock.isWritable) setAdmitted(true)
  const otherWriter = useOtherWriter(isAdmitted, lock, work)
  const [dialog, setDialog] = useState<'history' | 'sort' | 'attachments' | 'share' | null>(null)
  const refuse = () => showToast(tf('upload.readOnly'), 'info')
  // A tool may take some time: it uses the face and the lock when its text arrives.
  const insert = useEffectEvent((markdown: string, sample?: string) =>
    lock.isWritable ? work.insert(markdown, sample) : refuse(),
  )
  const isWritable = useEffectEvent(() => lock.isWritable)
  const replaceSelection = useEffectEvent((markdown: string) =>
    lock.isWritable ? work.replaceSelection(markdown) : refuse(),
  )
  const editor = { ...handleOf(work, itemId), insert, replaceSelection }
  const tools = useEditorTools({ editor, language: i18n.language as Language }, work.kind, () => {
    const chosen = work.hold('', true)
    return {
      insert: (markdown, sample) => (isWritable() ? chosen.insert(markdown, () => insert(markdown, sample)) : refuse()),
      release: chosen.release,
    }
  })
  const face = work.faces.find(({ id }) => id === work.face)
  const longPage = useLongPage(work)
  const files = usePageFiles(itemId, work)
  const take = (given: readonly File[], hold?: HoldHere) => (lock.isWritable ? files.add(given, hold) : refuse())
  const takeBrought = useEffectEvent(() => {
    if (broughtFiles.length === 0) return
    take(broughtFiles)
    onFilesTaken()
  })
  useEffect(() => {
    if (isAdmitted) takeBrought()
  }, [isAdmitted])
  const drop = useFileDrop((dropped, x, y) => {
    work.moveTo(x, y)
    take(dropped)
  })
  useDocumentTitle(work.title || t('title.new'), itemName)
  /** A copy is kept as a draft as long as somebody else has the page locked. */
  const save = () => {
    if (lock.state.kind !== 'copy') return work.save()
    if (lock.state.who === null) return void takeAndSave(lock, work)
    if (!work.isUnsaved()) return showToast(t('save.nothingNew'), 'info')
    showToast(tl('copy.kept', { who: lock.state.who }), 'info')
    return void work.keepOnServer().catch(() => undefined)
  }
  useHotkey('s', isAdmitted ? save : null)
  useComposedWords(place, work)
  const offered = work.newer ? null : work.kept.offered
  useTextAfterOffer(offered !== null, work.goToText)
  const close = () => setDialog(null)
  const goOn = () => {
    // The server only accepts saves of this person from this window.
    if (work.state.kind === 'failed') work.save()
    void lock.keeper.look()
  }
  // Somebody else may have the page locked now, or another window of the same person.
  const isAnswered = work.state.kind === 'failed' || work.state.kind === 'saved'
  useEffect(() => {
    if (isAnswered) void lock.keeper.look()
  }, [isAnswered, lock.keeper])
  useNotedSave(work)

  if (!isAdmitted) {
    const back = `/${itemId}/${work.pageId}`
    return <LockGuard {...{ lock, talk, itemName, back, isManager, onFiles, onStale }} pageId={work.pageId} />
  }

  return (
    <div className="edit">
      <InEditBar>
        <StateLine
          state={work.state}
          kept={work.kept}
          isExplained={otherWriter !== null || isGone(lock.state)}
          username={username}
          onRetry={save}
          onLoggedIn={goOn}
        />
      </InEditBar>
      <main className="edit-main" ref={place}>
        <h1 className="visually-hidden">{work.title || t('title.new')}</h1>
        <Toolbar
          itemId={itemId}
          work={work}
          onSave={save}
          tools={[...tools.tools, ...lockTools]}
          isReadOnly={!lock.isWritable}
          isManager={isManager}
          onHistory={work.pageId > 0 ? () => setDialog('history') : null}
          onSort={() => setDialog('sort')}
          onShare={() => setDialog('share')}
          attachmentCount={files.count}
          onFiles={files.add}
          onAttachments={() => setDialog('attachments')}
          onFace={longPage.choose}
        />
        {otherWriter === null ? (
          <LockBanner
            lock={lock}
            talk={talk}
            work={work}
            itemId={itemId}
            isManager={isManager}
            username={username}
            onLoggedIn={goOn}
            onStale={onStale}
          />
        ) : (
          <Suspense>
            <PersonBanner own={username} other={otherWriter} isKept={!work.kept.isRefused} />
          </Suspense>
        )}
        {otherWriter === null && <LockAsked lock={lock} talk={talk} work={work} />}
        {longPage.notice}
        <KindNotice kind={work.kind} faces={work.faces} plugins={start.missingPlugins ?? ''} />
        {face && <FaceTroubleNotice face={face} work={work} onRetry={save} />}
        <PageTitle
          title={work.title}
          isReadOnly={!lock.isWritable}
          isFocused={start.pageId === 0 && typedText === null}
          onChange={work.rename}
          onEnter={work.goToText}
        />
        <div className="edit-page" data-face={work.face} {...drop}>
          {work.early !== null && lock.isWritable && (
            <EarlyText text={work.early} onType={work.typeEarly} onComposing={work.composeEarly} onFiles={take} />
          )}
          {face && (
            <PageFinder value={findPages}>
              <PageEditor
                key={`${work.face} ${work.given.round}`}
                face={face}
                pageKey={`${itemId}/${work.pageId}`}
                content={work.given.text}
                isReadOnly={!lock.isWritable}
                commands={tools.commands}
                onTouched={work.touched}
                onFiles={take}
                onControls={work.attach}
              />
            </PageFinder>
          )}
        </div>
      </main>
      <UploadPanel uploads={files.uploads} />
      {tools.dialog}
      {longPage.dialog}
      {dialog === 'history' && (
        // It uses the texts of the reader: while they are loading, the editor stays.
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
          onInsert={
            work.takesText()
              ? (markdown) => {
                  replaceSelection(markdown)
                  close()
                }
              : null
          }
          onClose={close}
        />
      )}
      {dialog === 'share' && (
        <Suspense>
          <SharePage itemId={itemId} pageId={work.pageId} onClose={close} />
        </Suspense>
      )}
      {dialog === 'sort' && <SortPagesDialog itemId={itemId} catalogId={work.catalogId} onClose={close} />}
      {work.newer && work.kind !== MARKDOWN && (
        <KindMergeDialog
          pageId={work.pageId}
          base={work.base().page}
          mine={work.current}
          newer={work.newer}
          onMerged={work.takeMerged}
          onClose={work.closeMerge}
        />
      )}
      {work.newer && work.kind === MARKDOWN && (
        <MergeDialog
          base={work.base().page}
          mine={work.current}
          newer={work.newer}
          onMerged={work.takeMerged}
          onClose={work.closeMerge}
        />
      )}
      {offered && (
        <DraftDialog
          draft={offered}
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

/** Locking and unlocking by hand, as entries of the menu beside the save button (EDIT-10). */
function useLockTools({ state, keeper }: PageLock): readonly ToolEntry[] {
  const { t } = useTranslation('lock')
  if (state.kind === 'held')
    return [{ key: 'lock', place: 'save', title: t('tool.unlock'), open: () => void keeper.release() }]
  if (state.kind === 'off')
    return [{ key: 'lock', place: 'save', title: t('tool.lock'), open: () => void keeper.take() }]
  return []
}

/** Reports the beginning and end of a composed word in the editor. */
function useComposedWords(place: RefObject<HTMLElement | null>, work: PageWork): void {
  const begin = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && place.current?.contains(event.target) === true) work.beginWord()
  })
  const end = useEffectEvent(() => work.endWord())
  useEffect(() => {
    const begun = (event: Event) => begin(event)
    const ended = () => end()
    // Before the editor receives the first letter.
    document.addEventListener('compositionstart', begun, { capture: true })
    document.addEventListener('compositionend', ended, { capture: true })
    return () => {
      document.removeEventListener('compositionstart', begun, { capture: true })
      document.removeEventListener('compositionend', ended, { capture: true })
    }
  }, [])
}

/** Remembers that the person edited this page, for the list of recently edited pages. */
function useNotedSave({ state, pageId }: PageWork): void {
  const cache = api.useUtils()
  const noting = api.page.noteVisit.useMutation({
    meta: { isQuiet: true },
    onSuccess: () => void cache.page.recent.invalidate(),
  })
  const note = useEffectEvent(() => noting.mutate({ pageId, hasSaved: true }))
  const revision = state.kind === 'saved' ? state.revision : 0
  useEffect(() => {
    if (revision > 0) note()
  }, [revision])
}

/** Files of a page that was never saved are the writer's own, and the first save attaches them to the page. */
function whereShown(url: string, work: PageWork): FileUse {
  if (!work.current().content.includes(url)) return 'none'
  return work.pageId === 0 || work.base().page.content.includes(url) ? 'saved' : 'unsaved'
}

const handleOf = (work: PageWork, itemId: number): Omit<EditorHandle, 'insert' | 'replaceSelection'> => ({
  itemId,
  pageId: work.pageId,
  markdown: () => work.current().content,
  selection: work.selection,
  save: work.saveWith,
})

interface KindNoticeProps {
  readonly kind: string
  readonly faces: readonly KnownFace[]
  /** The names of the plugins that may be missing; '' if unknown. */
  readonly plugins: string
}

/** Says that a page can only be edited as it is stored, because its kind has no face of its own here. */
function KindNotice({ kind, faces, plugins }: KindNoticeProps) {
  const { t } = useTranslation('editor')
  if (kind === MARKDOWN || faces.some(({ pluginId }) => pluginId !== null)) return null
  return (
    <div className="edit-notice" role="status">
      <span>{plugins === '' ? t('kind.missing') : t('kind.missingPlugin', { plugin: plugins })}</span>
    </div>
  )
}
