import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refusalOf } from '#web/api/errors.ts'
import { api } from '#web/api/trpc.ts'
import { isSamePage, type PageDraft } from '#web/editor/drafts.ts'
import type { SaveWishes } from '#web/editor/editor-handle.ts'
import type { FaceControls } from '#web/editor/face-controls.ts'
import { isRichByDefault } from '#web/editor/page-size.ts'
import { Saver, type SavedPage, type SaveRequest } from '#web/editor/saver.ts'
import { showToast } from '#web/parts/toast-store.ts'
import { rememberedFace, rememberFace, type Face } from '#web/session/editor-face.ts'
import type { StartPage } from './start-page.ts'
import { useDraftKeeping } from './use-draft-keeping.ts'

/** What the line beside the buttons says. */
export type WorkState =
  | { readonly kind: 'clean' }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly revision: number; readonly at: Date }
  /** `isLoginDue`: the session has ended. */
  | { readonly kind: 'failed'; readonly message: string; readonly isLoginDue: boolean }

/** A page that somebody else saved in the meantime. */
export interface NewerPage {
  readonly page: PageDraft
  readonly revision: number
  readonly who: string
  readonly when: string
}

/** What the open page is compared with: the text the server acknowledged last. */
export interface BasePage {
  readonly page: PageDraft
  readonly revision: number | null
}

export interface PageWorkOptions {
  readonly itemId: number
  readonly username: string
  readonly start: StartPage
  onCreated(pageId: number): void
}

const JUST_SAVED: SaveWishes = { notifyRemark: null }
const LOOK_AFTER_MS = 250
/** How long "saved" waits for the draft to go: a browser that is slow to forget must not hold up the message. */
const DRAFT_GOES_MS = 1_000

/** Everything that happens to a page from opening the editor to leaving it. */
export function usePageWork({ itemId, username, start, onCreated }: PageWorkOptions) {
  const { t } = useTranslation('editor')
  const cache = api.useUtils()
  const order = api.page.save.useMutation({ meta: { isQuiet: true }, networkMode: 'always' })
  const [pageId, setPageId] = useState(start.pageId)
  const [title, setTitle] = useState(start.page.title)
  const [catalogId, setCatalogId] = useState(start.page.catalogId)
  const [face, setFace] = useState<Face>(() => (isRichByDefault(start.page.content) ? rememberedFace() : 'source'))
  // What the face that is shown was given; `round` makes another face of another text.
  const [given, setGiven] = useState({ text: start.page.content, round: 0 })
  const [state, setState] = useState<WorkState>({ kind: 'clean' })
  const [newer, setNewer] = useState<NewerPage | null>(null)
  const controls = useRef<FaceControls | null>(null)
  const base = useRef<BasePage>({ page: start.page, revision: start.revision })
  const fields = useRef({ title, catalogId })
  const text = useRef(start.page.content)
  const lookTimer = useRef(0)
  const saver = useRef<Saver | null>(null)

  // What is to be done with the save that comes when a newer text was joined.
  const wishes = useRef<SaveWishes>(JUST_SAVED)

  const send = ({ saveId, pageId, baseRevision, page, notifyRemark }: SaveRequest): Promise<SavedPage> =>
    order.mutateAsync({
      pageId,
      itemId,
      pageTitle: page.title,
      pageContent: page.content,
      catId: page.catalogId,
      saveId,
      ...(baseRevision === null ? {} : { baseRevision }),
      ...(notifyRemark === null ? {} : { isNotify: true, notifyContent: notifyRemark }),
    })
  const theSaver = (): Saver =>
    (saver.current ??= new Saver(
      { pageId: start.pageId, baseRevision: start.revision },
      send,
      (error) => refusalOf(error)?.kind !== null,
    ))

  const current = (): PageDraft => {
    if (controls.current) text.current = controls.current.markdown()
    return { ...fields.current, content: text.current }
  }
  const isUnsaved = (): boolean => !isSamePage(current(), base.current.page)
  const drafts = useDraftKeeping({ username, itemId, pageId, base, current, isUnsaved })

  /** Says at once that something changed, and a moment later whether it really differs. */
  const touched = () => {
    setState((before) => (before.kind === 'saving' ? before : { kind: 'unsaved' }))
    drafts.touched()
    clearTimeout(lookTimer.current)
    lookTimer.current = window.setTimeout(() => {
      if (!isUnsaved()) setState((before) => (before.kind === 'unsaved' ? { kind: 'clean' } : before))
    }, LOOK_AFTER_MS)
  }
  useEffect(() => () => clearTimeout(lookTimer.current), [])

  const show = (page: PageDraft, shownFace: Face = face) => {
    fields.current = { title: page.title, catalogId: page.catalogId }
    text.current = page.content
    controls.current = null
    setTitle(page.title)
    setCatalogId(page.catalogId)
    setFace(shownFace)
    setGiven(({ round }) => ({ text: page.content, round: round + 1 }))
  }

  const acknowledged = async (page: PageDraft, saved: SavedPage): Promise<void> => {
    const at = new Date()
    base.current = { page, revision: saved.revision }
    if (pageId === 0) {
      setPageId(saved.pageId)
      onCreated(saved.pageId)
    }
    void cache.page.view.invalidate({ pageId: saved.pageId })
    void cache.item.info.invalidate()
    // Who leaves on "saved" and comes back must not be offered a draft of what is saved.
    await within(DRAFT_GOES_MS, drafts.acknowledged(saved.pageId))
    setState(isUnsaved() ? { kind: 'unsaved' } : { kind: 'saved', revision: saved.revision, at })
    showToast(t('save.done'))
  }

  const newerPage = async (): Promise<NewerPage> => {
    await cache.page.info.invalidate({ pageId })
    const stored = await cache.page.info.fetch({ pageId })
    return {
      page: { title: stored.pageTitle, content: stored.pageContent, catalogId: stored.catId },
      revision: stored.revision,
      who: stored.authorUsername,
      when: String(stored.addtime),
    }
  }

  const failed = async (error: unknown): Promise<void> => {
    void drafts.keepNow()
    const refusal = refusalOf(error)
    if (refusal?.kind !== 'pageChanged') {
      const isLoginDue = refusal?.kind === 'loginRequired'
      setState({ kind: 'failed', message: refusal?.message ?? t('save.unreachable'), isLoginDue })
      return
    }
    try {
      setNewer(await newerPage())
      setState({ kind: 'unsaved' })
    } catch {
      setState({ kind: 'failed', message: refusal.message ?? t('save.unreachable'), isLoginDue: false })
    }
  }

  /** False when it was not saved. */
  const save = async ({ notifyRemark }: SaveWishes = JUST_SAVED): Promise<boolean> => {
    if (theSaver().isBusy) return false
    const page = current()
    if (pageId !== 0 && notifyRemark === null && isSamePage(page, base.current.page)) {
      showToast(t('save.nothingNew'), 'info')
      return true
    }
    wishes.current = { notifyRemark }
    setState({ kind: 'saving' })
    const result = await theSaver()
      .save(page, notifyRemark)
      .catch((error: unknown) => ({ error }))
    if (result && 'error' in result) await failed(result.error)
    else if (result) await acknowledged(page, result)
    return result !== null && !('error' in result)
  }

  return {
    pageId,
    title,
    catalogId,
    face,
    given,
    state,
    newer,
    base,
    keptAt: drafts.keptAt,
    isUnkept: drafts.isRefused,
    offered: drafts.offered,
    current,
    isUnsaved,
    touched,
    selection: () => controls.current?.selection() ?? '',
    insert(markdown: string) {
      if (controls.current) return controls.current.insert(markdown)
      // The face is still being loaded.
      const page = current()
      show({ ...page, content: [page.content.trimEnd(), markdown].filter((part) => part !== '').join('\n\n') })
      touched()
    },
    hold: (label: string) => controls.current?.hold(label) ?? null,
    moveTo: (x: number, y: number) => controls.current?.moveTo(x, y),
    replaceSelection: (markdown: string) => controls.current?.replaceSelection(markdown),
    /** The face that is shown says how to reach it. */
    attach(given: FaceControls | null) {
      controls.current = given
    },
    save: () => void save(),
    saveWith: save,
    rename(changed: string) {
      fields.current = { ...fields.current, title: changed }
      setTitle(changed)
      touched()
    },
    move(changed: number) {
      fields.current = { ...fields.current, catalogId: changed }
      setCatalogId(changed)
      touched()
    },
    chooseFace(chosen: Face) {
      const page = current()
      rememberFace(chosen)
      show(page, chosen)
    },
    restoreDraft() {
      const draft = drafts.takeOffered()
      if (!draft) return
      if (draft.base) {
        const { revision, ...page } = draft.base
        base.current = { page, revision }
        theSaver().continueFrom(revision)
      }
      show(draft)
      touched()
    },
    postponeDraft: drafts.postponeOffered,
    discardDraft: () => void drafts.discardOffered(),
    closeMerge: () => setNewer(null),
    takeMerged(merged: PageDraft) {
      if (!newer) return
      base.current = { page: newer.page, revision: newer.revision }
      theSaver().continueFrom(newer.revision)
      text.current = merged.content
      show(merged)
      setNewer(null)
      setState({ kind: 'unsaved' })
      // The merged text is in the fields already; the face that shows it comes with the next rendering.
      void save(wishes.current)
    },
  }
}

/** Ends with the work, or when this time is over. */
const within = (milliseconds: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])

export type PageWork = ReturnType<typeof usePageWork>
