import type { ErrorKind } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { refusalOf, type Refusal } from '#web/api/errors.ts'

/** Whether this window may edit, and if not, why. */
export type LockState =
  /** A new page, which nobody else can open (LOCK-18). */
  | { readonly kind: 'none' }
  /** Nothing is known yet. */
  | { readonly kind: 'asking' }
  | { readonly kind: 'held' }
  /** Released by hand: others may edit, and then a save is refused. */
  | { readonly kind: 'off' }
  /** The server does not answer, or with this refusal. Editing continues, stored on this device. */
  | { readonly kind: 'unsure'; readonly message: string | null; readonly isLoginDue?: true; readonly isGone?: true }
  /** This window was suspended, and checks whether it still has the lock. */
  | { readonly kind: 'checking' }
  /** Somebody else is editing. */
  | { readonly kind: 'taken'; readonly who: string }
  /** The same person is editing in another window. */
  | { readonly kind: 'elsewhere' }
  /** This person hands the page over: the text is being saved, and cannot be changed meanwhile. */
  | { readonly kind: 'handing' }
  /**
   * Somebody else is editing, and this person edits a copy, which is kept as a draft. `who`: null once the page is
   * free, and the copy can be merged.
   */
  | { readonly kind: 'copy'; readonly who: string | null }
  /** Nobody is editing, but this person has saved in the meantime: the text here is older. */
  | { readonly kind: 'changed'; readonly who: string }

export const isWritable = ({ kind }: LockState): boolean =>
  kind === 'none' || kind === 'held' || kind === 'off' || kind === 'unsure' || kind === 'copy'

/** The lock on the server. */
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

/** The dependencies of a keeper. */
export interface LockWorld {
  take(wish: TakeWish): Promise<LockAnswer>
  /** Awaited after the lock was released by hand. */
  release(pageId: number): Promise<unknown>
  /** Sent without waiting: the window may be closed before the response arrives. */
  sayGoodbye(pageId: number): void
  /** Releases the lock of closed windows of this browser. False when there are none. */
  releaseGone(pageId: number): Promise<boolean>
  look(pageId: number): Promise<LockAnswer>
  seize(pageId: number): Promise<LockAnswer>
  /** The base revision of the text in the window; null for a new page. */
  baseRevision(): number | null
  /** The person who is editing. */
  readonly username: string
  /** Milliseconds; includes the time while the machine is suspended. */
  now(): number
}

/** A window that has had no response for this long was suspended. */
const SLEPT_MS = 2 * limits.lockLookMs
/** Until then the faces of the editor have read the composed text from the document. */
const TAKEN_IN_MS = 200
/** How long the writer waits for a response before continuing. */
const LONGEST_CHECK_MS = 3_000

/** Takes and prolongs the lock of one page, and detects its loss. */
export class LockKeeper {
  readonly #world: LockWorld
  readonly #tell: (state: LockState) => void
  #state: LockState = { kind: 'none' }
  #told = JSON.stringify(this.#state)
  #isComposing = false
  #words = 0
  #pageId = 0
  /** By this person: it is only taken back by hand. */
  #isEndedByHand = false
  /** Until this window has the lock. */
  #isCopying = false
  #heardAt = 0
  // Only the response to the last request counts.
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

  /** @param isReturning whether this window had the lock before it was reloaded */
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

  /** A new page has got its id. Editing continues: nobody else knows the page yet. */
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

  /** The window may be closing: others need not wait until the lock expires. */
  goAway(): void {
    if (this.#pageId !== 0 && ['held', 'unsure', 'checking', 'asking'].includes(this.#state.kind))
      this.#world.sayGoodbye(this.#pageId)
  }

  /** Called before a key is accepted: false when nothing may be written now, or before the server has been asked. */
  mayWrite(): boolean {
    if (this.#isComposing) return true
    if (this.#state.kind === 'held' && this.#hasSlept()) this.#check()
    return isWritable(this.#state)
  }

  /**
   * A word is being composed, as in Chinese. It cannot be interrupted and is accepted as a whole: closing the text in
   * the middle of it would lose it. If the page is no longer editable, this is reported afterwards.
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

  /** The window is visible again. */
  wake(): void {
    if (this.#state.kind === 'held' && this.#hasSlept()) this.#check()
    else void this.look()
  }

  /** Whether the lock is still valid, without prolonging it. */
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

  /** Releases the lock by hand. */
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

  /** Takes it over a newer text, which the person is about to merge with the own one. */
  takeToMerge(): Promise<void> {
    this.#isEndedByHand = false
    return this.#take(true, false)
  }

  /** Takes it over from any person; for managers. @throws ApiError */
  async seize(): Promise<void> {
    await this.#world.seize(this.#pageId)
    this.#isEndedByHand = false
    await this.#take(true)
  }

  /** Edits a copy while somebody else has the lock. */
  copy(): void {
    if (this.#state.kind !== 'taken') return
    this.#isCopying = true
    this.#become(this.#state)
  }

  /**
   * Hands the page over to this user: nothing can be typed while `give` saves the text and tells the server. @throws
   * whatever `give` throws; then this window still has the lock
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
    // A clock that was set back is a good reason to check, too.
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
      // A crashed window could not release the lock: taking it over needs no confirmation.
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
      // Somebody else had the lock meanwhile. Their text is not overwritten: a save would report it.
      if (this.#state.kind !== 'changed') this.#become({ kind: 'off' })
      return
    }
    // The handed-over text may be newer than the one here.
    if (answer.isThisTab && this.#state.kind === 'taken') return this.#take(false)
    if (answer.isThisTab && this.#state.kind === 'copy') return this.#take(true, false)
    if (!answer.isLocked && this.#state.kind === 'copy') return this.#become({ kind: 'copy', who: null })
    if (answer.isLocked && this.#state.kind !== 'changed') return this.#heed(answer)
    // It has expired, or its owner has left: it is taken again unless the text is newer.
    if (!answer.isLocked && this.#state.kind !== 'changed') await this.#take(false)
  }

  #heed({ isThisTab, isOwn, holderUsername }: LockAnswer): void {
    this.#heardAt = this.#world.now()
    if (isThisTab) this.#become({ kind: 'held' })
    // The server no longer knows the caller: the session has ended.
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
/** The page is deleted, or no longer editable. */
const isForGood = (kind: ErrorKind | null | undefined): boolean =>
  kind === 'notFound' || kind === 'notAllowed' || kind === 'itemClosed'
const isSettled = ({ kind }: LockState): boolean => kind !== 'asking' && kind !== 'checking'
