import { limits } from '#core/limits.ts'
import type { Draft, DraftMark, DraftStore } from './draft-store.ts'
import {
  draftsAt,
  isSamePage,
  isSameText,
  placedLike,
  worthOffering,
  type DraftPlace,
  type PageDraft,
} from './drafts.ts'
import type { GoneDrafts } from './gone-drafts.ts'
import type { SaveRequest } from './save-request.ts'
import type { ServerDrafts } from './server-drafts.ts'
import type { Time } from './time.ts'

/** The reference state of an open page: the text last acknowledged by the server. */
export interface BasePage {
  readonly page: PageDraft
  /** Null for a new page. */
  readonly revision: number | null
}

export interface DraftKeeperOptions {
  /** Identifies the editor uniquely, now and later. */
  readonly id: string
  readonly place: DraftPlace
  readonly journal: DraftStore
  readonly server: ServerDrafts
  readonly gone: GoneDrafts
  readonly time: Time
  base(): BasePage
  /** A save whose outcome is unknown; null when every save was answered. */
  unanswered(): SaveRequest | null
  current(): PageDraft
  onChange(): void
}

/** How long drafts on this device wait for those of the server before they are offered. */
const LOOK_MS = 2_000

/**
 * Stores unsaved text: on this device within a second, on the server within thirty (D01). Both drafts are deleted when
 * the server has acknowledged the save, and not before.
 */
export class DraftKeeper {
  readonly #options: DraftKeeperOptions
  #place: DraftPlace
  #offered: readonly Draft[] = []
  // Includes those that are not offered because another has the same text.
  #found: readonly Draft[] = []
  /** Drafts the person has decided about: late answers of the server do not bring them back. */
  #answered: readonly Draft[] = []
  /** Drafts whose texts this editor has taken over; they are deleted once these are stored as its own. */
  #inherited: { readonly device: readonly DraftMark[]; readonly server: readonly DraftMark[] } = {
    device: [],
    server: [],
  }
  /** Drafts that went into the current text. */
  #madeOf: readonly DraftMark[] = []
  /** The text typed before a draft was accepted, until it is on the server. */
  #left: readonly Draft[] = []
  #isNewToDevice = false
  #isNewToServer = false
  /** The last text to be stored. */
  #last: Draft | null = null
  #goneUntil = 0
  #keptAt: number | null = null
  #isRefused = false
  #isUnreached = false
  #sending: Promise<void> | null = null
  #isOnServer = false
  #isClosed = false
  readonly #timers: Record<'pause' | 'device' | 'server', (() => void) | null> = {
    pause: null,
    device: null,
    server: null,
  }

  constructor(options: DraftKeeperOptions) {
    this.#options = options
    this.#place = options.place
  }

  /** When the text was last stored, here or on the server; null for never. */
  get keptAt(): number | null {
    return this.#keptAt
  }
  /** This device does not accept drafts. */
  get isRefused(): boolean {
    return this.#isRefused
  }
  /** The server did not accept the last draft. */
  get isUnreached(): boolean {
    return this.#isUnreached
  }
  /** The newest leftover draft; null when there is none. */
  get offered(): Draft | null {
    return this.#offered[0] ?? null
  }

  /** Looks for leftover drafts. The server may be slow or unreachable. */
  async look(): Promise<void> {
    const { journal, server, time } = this.#options
    const ofServer = server.at(this.#place).catch(() => [])
    const ofDevice = draftsAt(journal, this.#place).catch(() => {
      this.#isRefused = true
      return []
    })
    let callOff = () => {}
    const late = new Promise<null>((resolve) => {
      callOff = time.after(LOOK_MS, () => resolve(null))
    })
    const inTime = await Promise.race([ofServer, late])
    callOff()
    this.#offer([...(await ofDevice), ...(inTime ?? [])])
    if (inTime === null) this.#offer([...(await ofDevice), ...(await ofServer)])
  }

  /** Something was typed. */
  touched(): void {
    this.#isNewToDevice = true
    this.#isNewToServer = true
    this.#timers.pause?.()
    this.#timers.pause = this.#after(limits.draftPauseMs, () => void this.keepOnDevice())
    this.#timers.device ??= this.#after(limits.draftJournalMs - limits.draftPauseMs, () => void this.keepOnDevice())
    this.#sendLater()
  }

  /** Another window may have emptied the journal: the current text is stored there again. */
  async keepAgain(): Promise<void> {
    this.#isNewToDevice = true
    await this.keepOnDevice()
  }

  /** Waits until the server has the text. @returns the id of the draft; null when it needs none @throws if refused */
  async keepWhole(): Promise<string | null> {
    await this.keepOnDevice()
    this.#callOff('server')
    await this.#sending
    const draft = this.#snapshot() ?? this.#last
    if (!draft || draft.keptAt <= this.#goneUntil) return null
    this.#isNewToServer = false
    // Further drafts wait for it: the server keeps the last one it receives.
    this.#sending = this.#send(draft)
    await this.#sending
    if (this.#isUnreached) throw new Error('the server did not keep the draft')
    return draft.id
  }

  /** Stores everything at once: the editor may be closed in a moment. */
  flush(): void {
    void this.keepOnDevice()
    this.#keepOnServer()
  }

  /** The editor was suspended and is active again. */
  reopen(): void {
    this.#isClosed = false
  }

  /** Stores everything for the last time. */
  close(): void {
    this.flush()
    this.#isClosed = true
    for (const callOff of Object.values(this.#timers)) callOff?.()
  }

  /** @returns false when the text could not be stored */
  async keepOnDevice(): Promise<boolean> {
    this.#callOff('pause')
    this.#callOff('device')
    if (!this.#isNewToDevice) return true
    this.#isNewToDevice = false
    const draft = this.#snapshot()
    // Undone up to what is stored; a draft from elsewhere that went into the text is still worth offering.
    if (!draft && this.#keptAt !== null && this.#madeOf.length === 0 && !this.#options.unanswered()) await this.#letGo()
    if (!draft) return true
    const { device } = this.#inherited
    const { journal } = this.#options
    const isKept = await this.#attempt(() => journal.put(draft))
    if (isKept) {
      this.#kept(draft)
      this.#inherited = { ...this.#inherited, device: without(this.#inherited.device, device) }
      for (const { id, keptAt } of device) await this.#attempt(() => journal.remove(id, keptAt))
    } else this.#isNewToDevice = true
    this.#options.onChange()
    return isKept
  }

  /** The page got this id, and its drafts another base. */
  follow(pageId: number): void {
    this.#place = { ...this.#place, pageId }
    this.touched()
  }

  /** The server has saved this editor's text: its drafts are deleted, unless more was typed meanwhile. */
  async acknowledged(pageId: number): Promise<void> {
    this.#place = { ...this.#place, pageId }
    this.#isUnreached = false
    if (!isSamePage(this.#options.current(), this.#options.base().page)) {
      this.touched()
      await this.keepOnDevice()
      return
    }
    await this.#letGo()
  }

  /** This editor's text is safe elsewhere: its drafts are deleted, unless the text has changed since. */
  async letGo(page: PageDraft): Promise<void> {
    if (isSamePage(this.#options.current(), page)) await this.#letGo()
  }

  async #letGo(): Promise<void> {
    const until = this.#last?.keptAt ?? 0
    const { device, server } = this.#inherited
    const { journal, id, gone, base } = this.#options
    gone.add([{ id, keptAt: until }, ...this.#madeOf], base().revision ?? 0)
    this.#inherited = { device: [], server: [] }
    this.#madeOf = []
    this.#goneUntil = until
    this.#keptAt = null
    this.#isNewToDevice = false
    this.#isNewToServer = false
    void this.#dropFromServer(until, server)
    for (const draft of [{ id, keptAt: until }, ...device])
      await this.#attempt(() => journal.remove(draft.id, draft.keptAt))
    this.#options.onChange()
  }

  /**
   * The offered draft; from now on it is this editor's own text. Text typed before is stored as a draft of its own.
   */
  takeOffered(): Draft | null {
    const draft = this.#takeNewest()
    if (!draft) return null
    this.#leaveBehind()
    const { device, server } = this.#inherited
    const same = this.#found.filter((other) => isSameText(other, draft))
    const made = same.flatMap(({ id, keptAt, madeOf = [] }): DraftMark[] => [{ id, keptAt }, ...madeOf])
    this.#madeOf = [...this.#madeOf, ...made]
    this.#inherited = { device: [...device, ...made], server: [...server, ...made] }
    return draft
  }

  /** It is offered again when the page is opened the next time. */
  postponeOffered(): void {
    this.#takeNewest()
    this.#options.onChange()
  }

  /** Somebody who continued with a draft and left has the same text twice: both are deleted. */
  async discardOffered(): Promise<void> {
    const draft = this.#takeNewest()
    this.#options.onChange()
    if (!draft) return
    const discarded = this.#found.filter((other) => isSameText(other, draft))
    this.#options.gone.add(discarded, this.#options.base().revision ?? 0)
    this.#drop(discarded)
    for (const { id, keptAt } of discarded) await this.#attempt(() => this.#options.journal.remove(id, keptAt))
  }

  #leaveBehind(): void {
    const typed = this.#snapshot()
    if (!typed) return
    const draft = { ...typed, id: `${typed.id}-${typed.keptAt.toString(36)}` }
    void this.#attempt(() => this.#options.journal.put(draft))
    this.#left = [...this.#left, draft]
    this.#sendLeft()
  }

  #sendLeft(): void {
    const { server } = this.#options
    for (const draft of this.#left) {
      const sent = server.keep(draft).then(() => (this.#left = without(this.#left, [draft])))
      sent.catch(() => {
        if (!this.#isClosed) this.#sendLater()
      })
    }
  }

  #offer(found: readonly Draft[]): void {
    const { base, id: own } = this.#options
    const { page: stored, revision } = base()
    const gone = found.filter((draft) => this.#options.gone.has(draft, revision ?? 0))
    const used = [...this.#madeOf, ...found.flatMap(({ madeOf = [] }) => madeOf)]
    const isOver = (draft: Draft): boolean =>
      gone.includes(draft) || used.some(({ id, keptAt }) => draft.id === id && draft.keptAt <= keptAt)
    this.#drop(gone)
    const others = found.filter((draft) => draft.id !== own && !isOver(draft)).map((draft) => placedLike(stored, draft))
    this.#found = others
    const offered = worthOffering(others, stored).filter(
      (draft) => !this.#answered.some((answered) => isSameText(answered, draft)),
    )
    // The draft being displayed stays first.
    const before = this.offered
    const isFirst = ({ id }: Draft) => id === before?.id
    this.#offered = [...offered.filter(isFirst), ...offered.filter((draft) => !isFirst(draft))]
    this.#options.onChange()
  }

  #takeNewest(): Draft | null {
    const [newest, ...others] = this.#offered
    this.#offered = others
    if (newest) this.#answered = [...this.#answered, newest]
    return newest ?? null
  }

  #sendLater(): void {
    this.#timers.server ??= this.#after(limits.draftIntervalMs - limits.draftSendingMs, () => this.#keepOnServer())
  }

  #keepOnServer(): void {
    this.#callOff('server')
    this.#sendLeft()
    if (!this.#isNewToServer || this.#sending) return
    const draft = this.#snapshot()
    this.#isNewToServer = false
    if (draft) this.#sending = this.#send(draft)
  }

  async #send(draft: Draft): Promise<void> {
    const { server } = this.#inherited
    this.#isOnServer = true
    try {
      await this.#options.server.keep(draft)
      this.#isUnreached = false
      this.#kept(draft)
      this.#inherited = { ...this.#inherited, server: without(this.#inherited.server, server) }
      this.#drop(server)
    } catch {
      this.#isUnreached = true
      this.#isNewToServer = true
    }
    this.#sending = null
    if (this.#isNewToServer && !this.#isClosed) this.#sendLater()
    this.#options.onChange()
  }

  /** Requests still on their way would arrive after the deletion, and restore the draft. */
  async #dropFromServer(until: number, inherited: readonly DraftMark[]): Promise<void> {
    this.#callOff('server')
    await this.#sending
    this.#drop(inherited)
    if (!this.#isOnServer) return
    this.#isOnServer = false
    await this.#options.server.drop(this.#options.id, until).catch(() => {
      this.#isOnServer = true
    })
  }

  #drop(drafts: readonly DraftMark[]): void {
    for (const { id, keptAt } of drafts) this.#options.server.drop(id, keptAt).catch(() => undefined)
  }

  /** The current text; null when the server has it. */
  #snapshot(): Draft | null {
    const { id, current, time } = this.#options
    const unanswered = this.#options.unanswered()
    const { page, revision } = this.#options.base()
    const text = current()
    if (isSamePage(text, page)) return null
    const last = this.#last
    const baseRevision = last?.base?.revision ?? null
    // The same text does not become newer by changing its place.
    const isSame = last && isSamePage(last, text) && baseRevision === revision && last.pageId === this.#place.pageId
    if (isSame && last.keptAt > this.#goneUntil && last.unanswered?.saveId === unanswered?.saveId) return last
    // Later than the previous one, whatever the device's clock does.
    const keptAt = Math.max(time.now(), (last?.keptAt ?? 0) + 1)
    const base = revision === null ? null : { revision, ...page }
    this.#last = { id, ...this.#place, ...text, base, keptAt, unanswered, madeOf: this.#madeOf }
    return this.#last
  }

  #kept({ keptAt }: Draft): void {
    // An answer that arrives after the acknowledgement is about a deleted draft.
    if (keptAt <= this.#goneUntil) return
    this.#keptAt = Math.max(keptAt, this.#keptAt ?? 0)
  }

  /** If the device does not accept drafts, this is shown and has no other effect: the text itself is not at risk. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    this.#isRefused = await work().then(
      () => false,
      () => true,
    )
    return !this.#isRefused
  }

  #after(milliseconds: number, work: () => void): (() => void) | null {
    return this.#isClosed ? null : this.#options.time.after(milliseconds, work)
  }
  #callOff(timer: 'pause' | 'device' | 'server'): void {
    this.#timers[timer]?.()
    this.#timers[timer] = null
  }
}

const without = <Mark extends DraftMark>(drafts: readonly Mark[], gone: readonly DraftMark[]): readonly Mark[] =>
  drafts.filter((draft) => !gone.includes(draft))
