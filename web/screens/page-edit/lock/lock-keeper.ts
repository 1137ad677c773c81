import type { ErrorKind } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { refusalOf, type Refusal } from '#web/api/errors.ts'

/** Whether this window may write, and if not, why. */
export type LockState =
  /** A new page, which nobody else can open (LOCK-18). */
  | { readonly kind: 'none' }
  /** Nothing is known yet. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'held' }
  /** Ended by hand: others may write, and a save is refused when they do. */
  | { readonly kind: 'off' }
  /** The server gives no answer, or this refusal. Writing goes on, kept on this device. */
  | { readonly kind: 'unsure'; readonly message: string | null; readonly isLoginDue?: true; readonly isGone?: true }
  /** This window slept, and asks whether the page is still its own. */
  | { readonly kind: 'checking' }
  /** Somebody else writes. */
  | { readonly kind: 'taken'; readonly who: string }
  /** The same person writes in another window. */
  | { readonly kind: 'elsewhere' }
  /** This person gives the page to somebody else: the text is being put in safety, and nothing comes to it meanwhile. */
  | { readonly kind: 'handing' }
  /**
   * Somebody else writes, and this person writes a copy, which is kept as a draft.
   * `who`: null once the page is free, and the copy can be joined with it.
   */
  | { readonly kind: 'copy'; readonly who: string | null }
  /** Nobody writes, but this person saved since: the text here is older. */
  | { readonly kind: 'changed'; readonly who: string }

export const isWritable = ({ kind }: LockState): boolean =>
  kind === 'none' || kind === 'held' || kind === 'off' || kind === 'unsure' || kind === 'copy'

/** The lock as the server sees it. */
export interface LockAnswer {
  readonly isLocked: boolean
  readonly isOwn: boolean
  readonly isThisTab: boolean
  readonly holderUsername: string
}
export interface TakeWish {
  readonly pageId: number
  readonly takesOver?: boolean
  readonly baseRevision?: number
}

/** What a keeper needs of the world. */
export interface LockWorld {
  take(wish: TakeWish): Promise<LockAnswer>
  /** Waited for by somebody who ended the lock by hand. */
  release(pageId: number): Promise<unknown>
  /** Sent without waiting: the window may be gone before the answer comes. */
  sayGoodbye(pageId: number): void
  /** Ends the lock as far as windows of this browser hold it that are gone. False when there are none. */
  releaseGone(pageId: number): Promise<boolean>
  look(pageId: number): Promise<LockAnswer>
  seize(pageId: number): Promise<LockAnswer>
  /** The revision the text in the window started from; null for a new page. */
  baseRevision(): number | null
  /** Who writes here. */
  readonly username: string
  /** Milliseconds; goes on while the machine sleeps. */
  now(): number
}

/** Whoever has not heard from the server for this long has slept. */
const SLEPT_MS = 2 * limits.lockLookMs
/** Until then the faces of the editor have read from the document what was composed. */
const TAKEN_IN_MS = 200
/** How long somebody who wants to go on writing waits for an answer. */
const LONGEST_CHECK_MS = 3_000

/** Takes the lock of one page, keeps it, and knows when it is lost. */
export class LockKeeper {
  readonly #world: LockWorld
  readonly #tell: (state: LockState) => void
  #state: LockState = { kind: 'none' }
  #told = JSON.stringify(this.#state)
  #isComposing = false
  #words = 0
  #pageId = 0
  /** By the person here: it comes back only by hand. */
  #isEndedByHand = false
  /** Until this window has the page. */
  #isCopying = false
  #heardAt = 0
  // Only the answer to the question asked last counts.
  #asked = 0
  #timers: readonly ReturnType<typeof setInterval>[] = []

  /** @param tell called with each new state */
  constructor(world: LockWorld, tell: (state: LockState) => void) {
    this.#world = world
    this.#tell = tell
  }
  get state(): LockState {
    return this.#state
  }

  /** @param isReturning whether this window had the page before it was loaded anew */
  open(pageId: number, isReturning = false): void {
    if (pageId === 0) return
    this.#become({ kind: 'asking' })
    this.#begin(pageId, isReturning)
  }

  #begin(pageId: number, isReturning: boolean): void {
    this.#pageId = pageId
    this.#timers = [
      setInterval(() => this.#prolong(), limits.lockHeartbeatMs),
      setInterval(() => void this.look(), limits.lockLookMs),
    ]
    void this.#take(isReturning)
  }

  /** A new page has got its number. Writing goes on: nobody else knows the page yet. */
  adopt(pageId: number): void {
    if (this.#pageId === 0 && pageId !== 0) this.#begin(pageId, false)
  }

  /** The person leaves the editor. */
  close(): void {
    this.#timers.forEach(clearInterval)
    this.#timers = []
    this.#asked += 1
    this.goAway()
  }

  /** The window may be closing: others need not wait until the time is over. */
  goAway(): void {
    if (this.#pageId !== 0 && ['held', 'unsure', 'checking', 'asking'].includes(this.#state.kind))
      this.#world.sayGoodbye(this.#pageId)
  }

  /** To be asked before a key is let through: false when nothing may be written now, or before the server was asked. */
  mayWrite(): boolean {
    if (this.#isComposing) return true
    if (this.#state.kind === 'held' && this.#hasSlept()) this.#check()
    return isWritable(this.#state)
  }

  /**
   * A word is being composed, as Chinese is written. It cannot be held up and is let in as a whole: a text that was closed
   * in the middle of it would lose it. What is not writable any more is told afterwards.
   */
  beginWord(): void {
    if (!isWritable(this.#state)) return
    this.#words += 1
    this.#isComposing = true
    if (this.#state.kind === 'held' && this.#hasSlept()) this.#check()
  }
  endWord(): void {
    const word = this.#words
    setTimeout(() => {
      if (word !== this.#words) return
      this.#isComposing = false
      this.#tellNews()
    }, TAKEN_IN_MS)
  }

  /** The window is looked at again. */
  wake(): void {
    if (this.#state.kind === 'held' && this.#hasSlept()) this.#check()
    else void this.look()
  }

  /** Whether the lock still stands, without prolonging it. */
  async look(): Promise<void> {
    if (this.#pageId === 0 || ['checking', 'asking', 'handing'].includes(this.#state.kind)) return
    const asked = (this.#asked += 1)
    try {
      const answer = await this.#world.look(this.#pageId)
      if (asked === this.#asked) await this.#hear(answer)
    } catch (error) {
      if (asked === this.#asked) this.#hearRefusal(error)
    }
  }

  /** Ends the lock by hand. */
  async release(): Promise<void> {
    this.#asked += 1
    this.#isEndedByHand = true
    this.#become({ kind: 'off' })
    await this.#world.release(this.#pageId).catch(() => undefined)
  }

  /** Takes it by hand, also from another window of the same person. */
  take(): Promise<void> {
    this.#isEndedByHand = false
    return this.#take(true)
  }

  /** Takes it over a newer text, which the person is about to join with their own. */
  takeToMerge(): Promise<void> {
    this.#isEndedByHand = false
    return this.#take(true, false)
  }

  /** Takes it from whoever has it; for managers. @throws ApiError */
  async seize(): Promise<void> {
    await this.#world.seize(this.#pageId)
    this.#isEndedByHand = false
    await this.#take(true)
  }

  /** Writes a copy while somebody else has the page. */
  copy(): void {
    if (this.#state.kind !== 'taken') return
    this.#isCopying = true
    this.#become(this.#state)
  }

  /**
   * Gives the page to this user: nothing is typed while `give` puts the text in safety and tells the server.
   * @throws whatever `give` throws; the page is this window's then as before
   */
  async handOver(who: string, give: () => Promise<void>): Promise<void> {
    if (this.#state.kind !== 'held') return
    this.#asked += 1
    this.#become({ kind: 'handing' })
    try {
      await give()
      this.#become({ kind: 'taken', who })
    } catch (error) {
      this.#become({ kind: 'held' })
      void this.look()
      throw error
    }
  }

  #hasSlept(): boolean {
    // A clock that was put back is as good a reason to ask.
    return Math.abs(this.#world.now() - this.#heardAt) > SLEPT_MS
  }

  #check(): void {
    this.#become({ kind: 'checking' })
    const asked = this.#asked + 1
    setTimeout(() => {
      if (asked === this.#asked && this.#state.kind === 'checking') this.#become({ kind: 'unsure', message: null })
    }, LONGEST_CHECK_MS)
    void this.#take(false)
  }

  #prolong(): void {
    const isKept = this.#state.kind === 'held' || this.#state.kind === 'unsure'
    if (isKept && !this.#isEndedByHand) void this.#take(false)
  }

  async #take(takesOver: boolean, mindsRevision = true, isFirst = true): Promise<void> {
    const asked = (this.#asked += 1)
    const baseRevision = mindsRevision ? this.#world.baseRevision() : null
    try {
      const answer = await this.#world.take({
        pageId: this.#pageId,
        takesOver,
        ...(baseRevision === null ? {} : { baseRevision }),
      })
      const isElsewhere = isFirst && answer.isOwn && !answer.isThisTab
      // A window that crashed could not say goodbye: nobody has to be asked whether it may be taken from that one.
      const isFreed = isElsewhere && (await this.#world.releaseGone(this.#pageId))
      if (asked !== this.#asked) return
      if (isFreed) await this.#take(takesOver, mindsRevision, false)
      else this.#heed(answer)
    } catch (error) {
      if (asked === this.#asked) this.#hearRefusal(error)
    }
  }

  async #hear(answer: LockAnswer): Promise<void> {
    if (this.#isEndedByHand && (!answer.isLocked || answer.isOwn)) {
      // Somebody else had it meanwhile. What they wrote is not overwritten: a save would say so.
      if (this.#state.kind !== 'changed') this.#become({ kind: 'off' })
      return
    }
    // What was handed over may be newer than the text here.
    if (answer.isThisTab && this.#state.kind === 'taken') return this.#take(false)
    if (answer.isThisTab && this.#state.kind === 'copy') return this.#take(true, false)
    if (!answer.isLocked && this.#state.kind === 'copy') return this.#become({ kind: 'copy', who: null })
    if (answer.isLocked && this.#state.kind !== 'changed') return this.#heed(answer)
    // It ran out, or whoever had it has gone: it is taken again unless the text is newer.
    if (!answer.isLocked && this.#state.kind !== 'changed') await this.#take(false)
  }

  #heed({ isThisTab, isOwn, holderUsername }: LockAnswer): void {
    this.#heardAt = this.#world.now()
    if (isThisTab) this.#become({ kind: 'held' })
    // The server does not know any more who asks: the session has ended.
    else if (!isOwn && holderUsername === this.#world.username) this.#become({ kind: 'unsure', message: null })
    else this.#become(isOwn ? { kind: 'elsewhere' } : { kind: 'taken', who: holderUsername })
  }

  #hearRefusal(error: unknown): void {
    const refusal = refusalOf(error)
    const who = String(refusal?.details['who'] ?? '')
    if (refusal?.kind === 'pageLocked') this.#become({ kind: 'taken', who })
    else if (refusal?.kind === 'pageChanged') this.#become({ kind: 'changed', who })
    else if (
      ['off', 'copy'].includes(this.#state.kind)
        ? isForGood(refusal?.kind)
        : isWritable(this.#state) || !isSettled(this.#state)
    )
      this.#become(unsureBecause(refusal))
  }

  #become(next: LockState): void {
    if (next.kind === 'held') this.#isCopying = false
    const state: LockState = this.#isCopying && next.kind === 'taken' ? { kind: 'copy', who: next.who } : next
    this.#state = state
    if (!this.#isComposing || isWritable(state)) this.#tellNews()
  }

  #tellNews(): void {
    const news = JSON.stringify(this.#state)
    if (news === this.#told) return
    this.#told = news
    this.#tell(this.#state)
  }
}

const unsureBecause = (refusal: Refusal | null): LockState => {
  const message = refusal?.message ?? null
  if (refusal?.kind === 'loginRequired') return { kind: 'unsure', message, isLoginDue: true }
  return refusal?.kind === 'notFound' ? { kind: 'unsure', message, isGone: true } : { kind: 'unsure', message }
}
/** The page is gone, or may not be written any more. */
const isForGood = (kind: ErrorKind | null | undefined): boolean =>
  kind === 'notFound' || kind === 'notAllowed' || kind === 'itemClosed'
const isSettled = ({ kind }: LockState): boolean => kind !== 'asking' && kind !== 'checking'
