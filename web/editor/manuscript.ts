import type { DraftStore, Draft } from './draft-store.ts'
import { DraftKeeper, type BasePage } from './draft-keeper.ts'
import type { GoneDrafts } from './gone-drafts.ts'
import { isSamePage, type PageDraft } from './drafts.ts'
import type { SaveRequest } from './save-request.ts'
import { Saver, type SavedPage } from './saver.ts'
import type { ServerDrafts } from './server-drafts.ts'
import { browserTime, type Time } from './time.ts'

/** A page that somebody else has saved in the meantime. */
export interface NewerPage {
  readonly page: PageDraft
  readonly revision: number
  readonly who: string
  readonly when: string
}

export type SaveOutcome =
  /** Another save is in progress. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'nothingNew' }
  | { readonly kind: 'saved'; readonly saved: SavedPage }
  /** Nothing was saved: the person has to merge both texts. */
  | { readonly kind: 'newer'; readonly newer: NewerPage }
  | { readonly kind: 'failed'; readonly error: unknown }

/** What a manuscript needs from the server. */
export interface EditingServer {
  save(request: SaveRequest): Promise<SavedPage>
  /** The currently stored page. */
  newest(pageId: number): Promise<NewerPage>
  /** Distinguishes a refusal, after which nothing was saved, from a connection error, after which that is unknown. */
  isRefused(error: unknown, isRetry: boolean): boolean
  /** Somebody else has saved. */
  isNewer(error: unknown): boolean
  readonly drafts: ServerDrafts
}

export interface ManuscriptOptions {
  /** Identifies this editor. */
  readonly id: string
  readonly username: string
  readonly itemId: number
  readonly start: { readonly pageId: number; readonly page: PageDraft; readonly revision: number | null }
  readonly server: EditingServer
  readonly journal: DraftStore
  /** Of this device as well. */
  readonly gone: GoneDrafts
  readonly time?: Time
  /** The page as displayed. */
  current(): PageDraft
  /** The same without a word that is being composed. */
  finished(): PageDraft
  /** The displayed state of the drafts has changed. */
  onChange(): void
}

/** How long "saved" waits for the deletion of the draft: a slow browser must not delay the message. */
const DRAFT_GOES_MS = 1_000

/** A page being edited: what the server has of it, and how the rest is stored and saved. */
export class Manuscript {
  readonly drafts: DraftKeeper
  readonly #options: ManuscriptOptions
  readonly #saver: Saver
  #base: BasePage
  #pageId: number
  #isSaving = false
  /** A save with unknown outcome whose text the person has taken back by hand; null for none. */
  #takenBack: SaveRequest | null = null

  constructor(options: ManuscriptOptions) {
    const { id, username, itemId, start, server, journal, gone, current, onChange, time = browserTime } = options
    this.#options = options
    this.#base = { page: start.page, revision: start.revision }
    this.#pageId = start.pageId
    this.#saver = new Saver(
      { pageId: start.pageId, baseRevision: start.revision },
      (request) => server.save(request),
      (error, isRetry) => server.isRefused(error, isRetry),
      time,
    )
    const place = { username, itemId, pageId: start.pageId }
    const base = () => this.#base
    const unanswered = () => this.#saver.unanswered
    this.drafts = new DraftKeeper({
      id,
      place,
      journal,
      gone,
      server: server.drafts,
      time,
      base,
      unanswered,
      current,
      onChange,
    })
  }

  /** 0 until a new page was saved. */
  get pageId(): number {
    return this.#pageId
  }
  /** The text last acknowledged by the server, or last seen there by the person. */
  get base(): BasePage {
    return this.#base
  }
  /** Also when a text no longer displayed may have become the page. */
  get isUnsaved(): boolean {
    return this.#saver.isUncertain || !isSamePage(this.#options.current(), this.#base.page)
  }
  /** Until the outcome of the save is known. */
  get isSaving(): boolean {
    return this.#isSaving
  }

  /** The text is the stored one again: a save with unknown outcome is not wanted any more. A new page may be there. */
  takeBack(): void {
    const request = this.#saver.unanswered
    // Sent again under its id, so that the followers are not told twice.
    const isOnlyRemark = request && request.notifyRemark !== null && isSamePage(request.page, this.#base.page)
    if (this.#pageId !== 0 && !isOnlyRemark) this.#takenBack = request
  }

  /** The server can be reached again: a save that was taken back is settled, unless another one does it just now. */
  async settleTakenBack(): Promise<void> {
    if (!this.#isSaving) await this.#askForTakenBack()
  }

  /** `notifyRemark` is sent to followers of the page; null to notify nobody. */
  async save(notifyRemark: string | null = null): Promise<SaveOutcome> {
    if (this.#isSaving) return { kind: 'busy' }
    if (this.#pageId !== 0 && notifyRemark === null && !this.isUnsaved) return { kind: 'nothingNew' }
    this.#isSaving = true
    try {
      return await this.#saved(this.#options.finished(), notifyRemark)
    } finally {
      this.#isSaving = false
    }
  }

  /** Accepts the offered draft; null when there is none. The caller displays it. */
  restore(): Draft | null {
    const draft = this.drafts.takeOffered()
    if (draft?.base) {
      const { revision, ...page } = draft.base
      this.#continueFrom({ page, revision })
    }
    // Not while a save of this window has an unknown outcome, nor with one that created another page.
    if (draft?.unanswered?.pageId === this.#pageId && !this.#saver.isUncertain) this.#saver.resume(draft.unanswered)
    return draft
  }

  /** The person has seen the newer text and merged it with their own. */
  continueFrom({ page, revision }: NewerPage): void {
    this.#continueFrom({ page, revision })
  }

  /** The text equals the stored one, which is as good as a save: it is no longer stored as a draft. */
  async settle(): Promise<void> {
    await this.#within(DRAFT_GOES_MS, this.drafts.acknowledged(this.#pageId))
  }

  /** This text became another page, where the person continues: nothing of it is stored here any more. */
  async letGo(page: PageDraft): Promise<void> {
    await this.#within(DRAFT_GOES_MS, this.drafts.letGo(page))
  }

  async #saved(page: PageDraft, notifyRemark: string | null): Promise<SaveOutcome> {
    try {
      if (this.#takenBack) await this.#askForTakenBack()
      const isMoved = this.#pageId === 0 || page.catalogId !== this.#base.page.catalogId
      const onRecognised = (before: PageDraft, saved: SavedPage): void => {
        this.#base = { page: before, revision: saved.revision }
        this.#pageId = saved.pageId
        this.drafts.follow(saved.pageId)
      }
      const saving = this.#saver.save(page, { isMoved, notifyRemark, onRecognised })
      // With the id of this save: after a connection error the retry is recognised as the same save.
      void this.drafts.keepAgain()
      const saved = await saving
      return saved ? await this.#acknowledged(page, saved) : { kind: 'busy' }
    } catch (error) {
      this.drafts.flush()
      return this.#options.server.isNewer(error) ? this.#newest(error) : { kind: 'failed', error }
    }
  }

  /** Asks whether the server has the save that was taken back: if not, it is never sent. @throws when unreachable */
  async #askForTakenBack(): Promise<void> {
    const request = this.#takenBack
    if (!request || request !== this.#saver.unanswered) return
    const { revision } = await this.#options.server.newest(this.#pageId)
    if (request !== this.#saver.unanswered) return
    this.#takenBack = null
    // Another revision may be that save: the next one finds out, by asking for it under its id.
    if (revision !== this.#base.revision) return
    this.#saver.forget()
    await this.drafts.acknowledged(this.#pageId)
  }

  async #acknowledged(page: PageDraft, saved: SavedPage): Promise<SaveOutcome> {
    this.#base = { page, revision: saved.revision }
    this.#pageId = saved.pageId
    // After "saved", reopening the page must not offer a draft of the saved text.
    await this.#within(DRAFT_GOES_MS, this.drafts.acknowledged(saved.pageId))
    return { kind: 'saved', saved }
  }

  async #newest(error: unknown): Promise<SaveOutcome> {
    try {
      return { kind: 'newer', newer: await this.#options.server.newest(this.#pageId) }
    } catch {
      return { kind: 'failed', error }
    }
  }

  /** Resolves with the work, or after this time. */
  async #within(milliseconds: number, work: Promise<void>): Promise<void> {
    let callOff = () => {}
    const late = new Promise<void>((resolve) => {
      callOff = (this.#options.time ?? browserTime).after(milliseconds, resolve)
    })
    await Promise.race([work, late])
    callOff()
  }

  #continueFrom(base: BasePage): void {
    this.#base = base
    this.#saver.continueFrom(base.revision)
  }
}
