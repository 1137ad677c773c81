import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { isSamePage, type PageDraft } from '#web/editor/drafts.ts'
import type { SaveWishes } from '#web/editor/editor-handle.ts'
import { hasText, type FaceControls, type HoldHere, type TextFaceControls } from '#web/editor/face-controls.ts'
import { endOfChange, HeldPlaces } from '#web/editor/held-places.ts'
import type { KindFaces } from '#web/editor/kind-faces.ts'
import type { NewerPage } from '#web/editor/manuscript.ts'
import { isStorable, storable } from '#web/editor/storable.ts'
import { Saver, type SavedPage } from '#web/editor/saver.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { MARKDOWN } from '#web/editor/markdown-faces.tsx'
import { rememberFace } from '#web/session/editor-face.ts'
import { isBlank, type StartPage } from './start-page.ts'
import { useManuscript } from './drafts/use-manuscript.ts'
import { earlyField } from './early-text.tsx'
import { useBackOnline } from './use-back-online.ts'
import { useEarlyText } from './use-early-text.ts'
import { useEditingServer } from './use-editing-server.ts'
import { useFaceText } from './use-face-text.ts'
import type { WorkState } from './work-state.ts'

export interface PageWorkOptions {
  readonly itemId: number
  readonly username: string
  readonly start: StartPage
  /** Typed as the title before the editor was loaded. */
  readonly typedTitle?: string
  /** The same of the text; null when the writer was not there yet. */
  readonly typedText?: string | null
  /** The id of the editor that kept these as a draft; null when this one gets an id of its own. */
  readonly editorId?: string | null
  /** The kind the page had when it was opened: the editor keeps it until the page is opened again. */
  readonly kindFaces: KindFaces
  onCreated(pageId: number): void
}

const JUST_SAVED: SaveWishes = { notifyRemark: null }
const LOOK_AFTER_MS = 250
/** The face that every kind has. */
const SOURCE = 'source'

/** Everything that happens to a page from opening the editor to leaving it. */
export function usePageWork(options: PageWorkOptions) {
  const { itemId, username, start, typedTitle = '', typedText = null, editorId = null, onCreated } = options
  const { kind, faces, opensIn } = options.kindFaces
  const { t } = useTranslation('editor')
  const cache = api.useUtils()
  const server = useEditingServer(itemId)
  const [pageId, setPageId] = useState(start.pageId)
  const [title, setTitle] = useState(typedTitle || start.page.title)
  const [catalogId, setCatalogId] = useState(start.page.catalogId)
  const [face, setFace] = useState(() => opensIn(start.page.content))
  // The content passed to the displayed face; a new `round` mounts another face with another text.
  const [given, setGiven] = useState({ text: start.page.content, round: 0 })
  const [state, setState] = useState<WorkState>({ kind: 'clean' })
  const [newer, setNewer] = useState<NewerPage | null>(null)
  const faceText = useFaceText(start.page.content)
  const { controls } = faceText
  const isMarkdown = kind === MARKDOWN
  const early = useEarlyText({ typed: typedText, face, isMarkdown, onFormLoaded: () => touched() })
  // Outlives the button that uses it: a copy that was sent without a response is not created twice.
  const [copy] = useState(
    () => new Saver({ pageId: 0, baseRevision: null }, (request) => server.save(request), server.isRefused),
  )
  const [places] = useState(() => new HeldPlaces(() => touched()))
  const fields = useRef({ title, catalogId })
  // The page before the word being composed.
  const beforeWord = useRef<(() => PageDraft) | null>(null)
  const isUnstorableSaid = useRef(false)
  const isFocusDue = useRef(false)
  // The cursor position of the next face: an offset in the text, or its end.
  const cursorOfNext = useRef<number | 'end' | null>(null)
  const lookTimer = useRef(0)
  // A pending notification of followers, because the save failed or a newer text came first.
  const owedRemark = useRef<string | null>(null)
  // A save was asked for and did not reach the server, whatever was typed since, unless it was taken back by hand.
  const isSaveOwed = useRef(false)
  const underway = useRef<Promise<unknown>>(Promise.resolve())
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const current = (): PageDraft => {
    const page = { ...fields.current, content: early.within(faceText.read()) }
    if (isStorable(page.title) && isStorable(page.content)) return page
    if (!isUnstorableSaid.current) queueMicrotask(() => showToast(t('text.unstorable'), 'info'))
    isUnstorableSaid.current = true
    return { ...page, title: storable(page.title), content: storable(page.content) }
  }
  const finished = (): PageDraft => beforeWord.current?.() ?? current()
  const { manuscript, kept } = useManuscript({ editorId, itemId, username, start, server, current, finished })
  const isUnsaved = (): boolean => faceText.isTroubled() || places.haveCome || manuscript().isUnsaved

  const cleanAgain = () => {
    if (!isUnsaved()) setState((before) => (before.kind === 'unsaved' ? { kind: 'clean' } : before))
  }

  /** Reports a change immediately, and a moment later whether the text really differs. */
  const touched = () => {
    // The same state again is not rendered again: the screen would be, at every key.
    setState((before) => (before.kind === 'saving' || before.kind === 'unsaved' ? before : { kind: 'unsaved' }))
    manuscript().drafts.touched()
    clearTimeout(lookTimer.current)
    lookTimer.current = window.setTimeout(() => {
      // Who brings back by hand what is stored has taken the save back that is still owed, but for a remark.
      if (isSamePage(current(), manuscript().base.page)) {
        if (owedRemark.current === null) isSaveOwed.current = false
        manuscript().takeBack()
      }
      cleanAgain()
    }, LOOK_AFTER_MS)
  }
  useEffect(() => () => clearTimeout(lookTimer.current), [])
  useEffect(() => {
    if (typedTitle !== '' || early.text() !== '') touched()
    // It was typed once, before anything else.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const show = (page: PageDraft, shownFace: string = face) => {
    const before = current().content
    beforeWord.current = null
    places.leave()
    places.follow(before, page.content)
    fields.current = { title: page.title, catalogId: page.catalogId }
    faceText.replace(page.content)
    setTitle(page.title)
    setCatalogId(page.catalogId)
    setFace(shownFace)
    setGiven(({ round }) => ({ text: page.content, round: round + 1 }))
  }

  /** Shows a page that contains what was typed before there was a face. */
  const showWhole = (page: PageDraft) => {
    early.clear()
    show(page)
  }

  /** The same, and goes on below it as soon as there is a face. */
  const goOnBelow = (page: PageDraft) => {
    cursorOfNext.current = 'end'
    early.goBelow()
    showWhole(page)
  }

  /** Null when there is no cursor in a text, as in the faces of some kinds. */
  const textFace = (): TextFaceControls | null =>
    controls.current && hasText(controls.current) ? controls.current : null

  const created = (createdId: number): void => {
    setPageId(createdId)
    // A person who has left meanwhile is not brought back.
    if (isOpen.current) onCreated(createdId)
  }
  const acknowledged = (saved: SavedPage, isNew: boolean): void => {
    if (isNew) created(saved.pageId)
    void cache.page.view.invalidate({ pageId: saved.pageId })
    void cache.item.info.invalidate()
    setState(isUnsaved() ? { kind: 'unsaved' } : { kind: 'saved', revision: saved.revision, at: new Date() })
    showToast(t('save.done'))
  }
  const failed = (error: unknown): void => {
    const refusal = refusalOf(error)
    const isLoginDue = refusal?.kind === 'loginRequired'
    // The refusal may concern the remark, which must not prevent the save of the text.
    if (refusal?.kind === 'invalidInput') owedRemark.current = null
    const message = isLoginDue ? t('save.sessionEnded') : (refusal?.message ?? t('save.unreachable'))
    const isTakenBack = owedRemark.current === null && isSamePage(current(), manuscript().base.page)
    isSaveOwed.current = refusal?.kind == null && !isTakenBack
    setState({ kind: 'failed', message, isLoginDue })
  }

  /** Whether the displayed face has given all of its text; otherwise the person is told. */
  const isFaceRead = async (): Promise<boolean> => {
    if (controls.current?.settle) return faceText.taken()
    faceText.read()
    return !faceText.isTroubled()
  }

  /** False when it was not saved. */
  const save = async (wish: SaveWishes = JUST_SAVED): Promise<boolean> => {
    owedRemark.current = wish.notifyRemark ?? owedRemark.current
    if (!(await isFaceRead())) return false
    // What is saved in one form must not be typed in another afterwards.
    if (!(await early.hasForm()) && !controls.current) goOnBelow(current())
    // The face that would have put it there is not loaded, and may never be.
    if (places.haveCome) places.putInto(current().content, (content) => showWhole({ ...current(), content }))
    // Text typed since a save began is saved after it.
    const hasWaited = manuscript().isSaving
    if (hasWaited) await underway.current
    // Another waiting save was first, and included everything.
    if (manuscript().isSaving) return false
    const isNew = manuscript().pageId === 0
    if (isNew && isBlank(current(), start.page)) {
      showToast(t('save.blank'), 'info')
      return false
    }
    if (!isNew && owedRemark.current === null && !isUnsaved()) {
      if (!hasWaited) showToast(t('save.nothingNew'), 'info')
      return true
    }
    setState({ kind: 'saving' })
    isSaveOwed.current = false
    const remark = owedRemark.current
    const saving = manuscript().save(remark)
    underway.current = saving
    const outcome = await saving
    if (outcome.kind === 'saved') {
      if (owedRemark.current === remark) owedRemark.current = null
      acknowledged(outcome.saved, isNew)
    }
    // An earlier save may turn out to have created the page, while this one fails.
    else if (isNew && manuscript().pageId !== 0) created(manuscript().pageId)
    if (outcome.kind === 'failed') failed(outcome.error)
    if (outcome.kind === 'newer') {
      setNewer(outcome.newer)
      setState({ kind: 'unsaved' })
    }
    return outcome.kind === 'saved'
  }

  useBackOnline(kept.isOffline, () => {
    if (isSaveOwed.current) void save()
    // Without an answer it stays unsettled.
    else
      manuscript()
        .settleTakenBack()
        .then(cleanAgain, () => undefined)
  })

  const rename = (changed: string) => {
    fields.current = { ...fields.current, title: changed }
    setTitle(changed)
    touched()
  }
  /** Puts what was typed before into the face that is there now. */
  const land = () => {
    const rest = controls.current && early.land(controls.current)
    if (rest) rename([fields.current.title, rest].filter((part) => part !== '').join(' '))
  }

  const move = (changed: number) => {
    fields.current = { ...fields.current, catalogId: changed }
    setCatalogId(changed)
    touched()
  }

  return {
    pageId,
    title,
    catalogId,
    kind,
    faces,
    face,
    given,
    state,
    newer,
    /** The last acknowledged state of the server. */
    base: () => manuscript().base,
    kept,
    current,
    isUnsaved,
    touched,
    /** During composition of a word, e.g. in Chinese, its letters are kept as a draft, but not saved. */
    beginWord() {
      const { title: titleThen } = fields.current
      const content = faceText.snapshot()
      const typed = early.text()
      beforeWord.current = () => ({
        ...fields.current,
        title: storable(titleThen),
        content: storable(early.within(content(), typed)),
      })
    },
    endWord: () => (beforeWord.current = null),
    /** What is typed as the text before there is a face; null for nothing. */
    early: early.shown,
    typeEarly(text: string) {
      early.type(text)
      touched()
    },
    composeEarly(isComposing: boolean) {
      early.compose(isComposing)
      if (!isComposing) land()
    },
    /** Whether markdown can be inserted into the page. */
    takesText: (): boolean => (controls.current ? hasText(controls.current) : isMarkdown),
    selection: () => textFace()?.selection() ?? '',
    insert(markdown: string, sample?: string) {
      if (controls.current) return textFace()?.insert(markdown, sample)
      if (!isMarkdown) return undefined
      // The face is still being loaded. Later insertions come after this one.
      const page = current()
      goOnBelow({ ...page, content: [page.content.trimEnd(), markdown].filter((part) => part !== '').join('\n\n') })
      touched()
    },
    /**
     * Marks the position of the cursor, or the one that `here` marks, for an insertion that is not ready yet; a separate
     * block where the face has blocks.
     */
    hold: (label: string, isBlock: boolean, here?: HoldHere) => places.hold({ label, isBlock }, here),
    moveTo: (x: number, y: number) => textFace()?.moveTo(x, y),
    replaceSelection: (markdown: string) => textFace()?.replaceSelection(markdown),
    /** The displayed face reports how to access it. */
    attach(given: FaceControls | null) {
      // The text of a failing face of a plugin is kept.
      if (!given && controls.current && !hasText(controls.current)) faceText.read()
      if (!given && controls.current) places.leave()
      controls.current = given
      if (!given) return
      // Not while the screen is rendered: what is put there may be drawn by parts of their own.
      if (early.isOpen()) queueMicrotask(land)
      if (!hasText(given)) return
      places.enter(given)
      if (cursorOfNext.current === 'end') given.moveToEnd()
      else if (cursorOfNext.current !== null) given.continueAt(cursorOfNext.current)
      cursorOfNext.current = null
      if (isFocusDue.current && earlyField() === null) given.focus()
      isFocusDue.current = false
    },
    /** Focuses the text, as soon as there is one. */
    goToText() {
      if (controls.current) controls.current.focus()
      else {
        isFocusDue.current = true
        early.open()
      }
    },
    save: () => void save(),
    saveWith: save,
    rename,
    move,
    /** The text's catalog is deleted: the page stays where it is, a new one goes to the root. */
    moveBack(isThere: (catalogId: number) => boolean) {
      const place = isThere(start.page.catalogId) ? start.page.catalogId : pageId === 0 ? 0 : null
      if (place === null) return
      move(place)
      showToast(t('catalog.gone'), 'info')
    },
    async chooseFace(chosen: string) {
      if (!(await isFaceRead())) return
      const page = { ...current(), content: faceText.read() }
      // Each face has its own undo history.
      if (page.content !== given.text) showToast(t('face.undoEnds'), 'info')
      rememberFace(kind, chosen)
      show(page, chosen)
    },
    /** Why the displayed face does not give its text; null as long as it does. */
    faceTrouble: faceText.trouble,
    /** Continues with the last text the face gave, edited as source. */
    leaveFace() {
      show({ ...fields.current, content: faceText.read() }, SOURCE)
      touched()
    },
    restoreDraft() {
      const draft = manuscript().restore()
      if (!draft) return
      cursorOfNext.current = endOfChange(manuscript().base.page.content, draft.content)
      // The person continues with this text; where a dialog still has the focus, see `useTextAfterOffer`.
      isFocusDue.current = true
      show(draft)
      touched()
    },
    /** Stores the text as a draft on the server. @returns its id; null when it needs none @throws when this fails */
    keepOnServer: () => manuscript().drafts.keepWhole(),
    /** On this device, even if the journal is unavailable. */
    keepAgain: () => manuscript().drafts.keepAgain(),
    /** Clears the reason why the last save failed. */
    forgetFailure: () => setState((before) => (before.kind === 'failed' ? { kind: 'unsaved' } : before)),
    postponeDraft: () => manuscript().drafts.postponeOffered(),
    discardDraft: () => void manuscript().drafts.discardOffered(),
    /** Saves the text as a new page of the same item. */
    copy,
    /** The text was saved as another page, as given. */
    letGo: (page: PageDraft) => manuscript().letGo(page),
    closeMerge: () => setNewer(null),
    takeMerged(merged: PageDraft) {
      if (!newer) return
      manuscript().continueFrom(newer)
      showWhole(merged)
      setNewer(null)
      setState({ kind: 'unsaved' })
      // The merged text is in the fields already; the next rendering shows its face.
      if (owedRemark.current !== null || isUnsaved()) void save()
      else
        void manuscript()
          .settle()
          .then(() => acknowledged({ pageId, revision: newer.revision }, false))
    },
  }
}

export type PageWork = ReturnType<typeof usePageWork>
