import type { ErrorKind } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { isSamePage, type PageDraft } from './drafts.ts'
import type { SaveRequest } from './save-request.ts'
import { browserTime, type Time } from './time.ts'

interface Wishes extends Pick<SaveRequest, 'isMoved' | 'notifyRemark'> {
  /** An earlier save whose answer was lost did succeed; the next save is based on it. */
  onRecognised(page: PageDraft, saved: SavedPage): void
}
export interface SavedPage {
  readonly pageId: number
  readonly revision: number
}
/** @throws the reason of the failure */
type Send = (request: SaveRequest) => Promise<SavedPage>

/** After these the outcome is unknown: the save may still be running, or have succeeded. */
const OPEN_ENDS: ReadonlySet<ErrorKind> = new Set(['busy', 'databaseAway', 'internal'])

/** Refusals before the server checks whether it has done this save already. */
const UNHEARD: ReadonlySet<ErrorKind> = new Set(['loginRequired', 'otherPerson', 'tooManyRequests'])

/**
 * Whether a refusal means that nothing was written; null is a connection error.
 * @param isRetry whether an earlier try of the same save got no answer
 */
export const isWithoutEffect = (kind: ErrorKind | null, isRetry = false): boolean =>
  kind !== null && !OPEN_ENDS.has(kind) && !(isRetry && UNHEARD.has(kind))

/** Like `isWithoutEffect`, for a thrown error. */
export type IsRefused = (error: unknown, isRetry: boolean) => boolean

/** Saves one page repeatedly: one call at a time, each based on the previous one. */
export class Saver {
  readonly #send: Send
  readonly #isRefused: IsRefused
  readonly #time: Time
  #pageId: number
  #baseRevision: number | null
  /** The latest revision displayed here. */
  #seen: number
  #isBusy = false
  /** Sent, with unknown outcome. */
  #unanswered: SaveRequest | null = null

  /** `isRefused` distinguishes a refusal, after which nothing was written, from a connection error. */
  constructor(
    start: { pageId: number; baseRevision: number | null },
    send: Send,
    isRefused: IsRefused,
    time: Time = browserTime,
  ) {
    this.#pageId = start.pageId
    this.#baseRevision = start.baseRevision
    this.#seen = start.baseRevision ?? 0
    this.#send = send
    this.#isRefused = isRefused
    this.#time = time
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /** A text was sent, and may be what the server has now. */
  get isUncertain(): boolean {
    return this.#unanswered !== null
  }

  /** The save with unknown outcome. */
  get unanswered(): SaveRequest | null {
    return this.#unanswered
  }

  /** Continues after an editor that got no answer: the next save first asks for its result by its id. */
  resume(unanswered: SaveRequest): void {
    this.#unanswered = unanswered
  }

  /** The save with unknown outcome is known not to have been done, and not to be wanted any more. */
  forget(): void {
    this.#unanswered = null
  }

  /** Saves are based on this revision from now on, after merging its text. */
  continueFrom(revision: number | null): void {
    this.#baseRevision = revision
    this.#seen = Math.max(this.#seen, revision ?? 0)
  }

  /** Null when another save is in progress. */
  async save(
    page: PageDraft,
    { isMoved = true, notifyRemark = null, onRecognised }: Partial<Wishes> = {},
  ): Promise<SavedPage | null> {
    if (this.#isBusy) return null
    this.#isBusy = true
    try {
      const before = this.#unanswered
      const answer = before ? await this.#retry(before) : null
      // A result from before the text last seen here does not help somebody who wants the current text saved.
      const isDone =
        answer &&
        answer.revision >= this.#seen &&
        before &&
        isSamePage(before.page, page) &&
        before.notifyRemark === notifyRemark
      if (isDone) return answer
      if (before && answer) onRecognised?.(before.page, answer)
      // A page moved by that try may have to be moved back.
      const wishes = { isMoved: isMoved || (answer !== null && before?.isMoved === true), notifyRemark }
      return await this.#attempt(this.#requestFor(page, wishes))
    } finally {
      this.#isBusy = false
    }
  }

  /** Null when it is refused: then nothing of it was written, and the next save may succeed. */
  async #retry(request: SaveRequest): Promise<SavedPage | null> {
    try {
      return await this.#attempt(request, true)
    } catch (error) {
      if (this.#isRefused(error, true)) return null
      throw error
    }
  }

  async #attempt(request: SaveRequest, isRetry = false): Promise<SavedPage> {
    this.#unanswered = request
    try {
      const saved = await inTime(this.#time, this.#send(request))
      this.#unanswered = null
      this.#pageId = saved.pageId
      this.#baseRevision = saved.revision
      if (!isRetry) this.#seen = Math.max(this.#seen, saved.revision)
      return saved
    } catch (error) {
      if (this.#isRefused(error, isRetry)) this.#unanswered = null
      throw error
    }
  }

  readonly #requestFor = (page: PageDraft, wishes: Pick<Wishes, 'isMoved' | 'notifyRemark'>): SaveRequest => ({
    saveId: newSaveId(),
    pageId: this.#pageId,
    baseRevision: this.#pageId === 0 ? null : this.#baseRevision,
    page,
    ...wishes,
  })
}

/** The answer, or an error when it does not come; what comes later is left to the next try with the same id. */
function inTime<T>(time: Time, answer: Promise<T>): Promise<T> {
  let callOff = () => {}
  const late = new Promise<never>((_, reject) => {
    callOff = time.after(limits.saveGuardMs, () => reject(new Error('the server did not answer in time')))
  })
  return Promise.race([answer, late]).finally(() => callOff())
}

// crypto.randomUUID is missing on addresses without TLS.
const newSaveId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
