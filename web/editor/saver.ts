import type { ErrorKind } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { isSamePage, type PageDraft } from './drafts.ts'
import type { SaveRequest } from './save-request.ts'
import { browserTime, type Time } from './time.ts'

interface Wishes extends Pick<SaveRequest, 'isMoved' | 'notifyRemark'> {
  /** An earlier save whose answer was lost was done after all; what is saved now goes on top of it. */
  onRecognised(page: PageDraft, saved: SavedPage): void
}
export interface SavedPage {
  readonly pageId: number
  readonly revision: number
}
/** @throws whatever says that it failed */
type Send = (request: SaveRequest) => Promise<SavedPage>

/** After these nobody knows whether it was written: the save may still be under way, or have been done. */
const OPEN_ENDS: ReadonlySet<ErrorKind> = new Set(['busy', 'databaseAway', 'internal'])

/** Refused before the server looks whether it has done the same save already. */
const UNHEARD: ReadonlySet<ErrorKind> = new Set(['loginRequired', 'otherPerson', 'tooManyRequests'])

/**
 * Whether a refusal says that nothing was written; null is a broken connection.
 * @param isRetry an earlier try of the same save was left without an answer
 */
export const isWithoutEffect = (kind: ErrorKind | null, isRetry = false): boolean =>
  kind !== null && !OPEN_ENDS.has(kind) && !(isRetry && UNHEARD.has(kind))

/** As `isWithoutEffect`, of what was thrown. */
export type IsRefused = (error: unknown, isRetry: boolean) => boolean

/** Saves one page again and again: one call at a time, each on top of the one before. */
export class Saver {
  readonly #send: Send
  readonly #isRefused: IsRefused
  readonly #time: Time
  #pageId: number
  #baseRevision: number | null
  /** The latest revision that was on the screen here. */
  #seen: number
  #isBusy = false
  /** Sent, and nobody knows whether it arrived. */
  #unanswered: SaveRequest | null = null

  /** `isRefused` tells a refusal, after which nothing was written, from a broken connection. */
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

  /** The save of which nobody knows whether it arrived. */
  get unanswered(): SaveRequest | null {
    return this.#unanswered
  }

  /** Goes on after an editor that was left without an answer: the next save asks for it under its id first. */
  resume(unanswered: SaveRequest): void {
    this.#unanswered = unanswered
  }

  /** From here on saves go on top of this revision: after its text was merged. */
  continueFrom(revision: number | null): void {
    this.#baseRevision = revision
    this.#seen = Math.max(this.#seen, revision ?? 0)
  }

  /** Null when another save is under way. */
  async save(
    page: PageDraft,
    { isMoved = true, notifyRemark = null, onRecognised }: Partial<Wishes> = {},
  ): Promise<SavedPage | null> {
    if (this.#isBusy) return null
    this.#isBusy = true
    try {
      const before = this.#unanswered
      const answer = before ? await this.#retry(before) : null
      // What was done before the text that was seen here since is no answer to who wants it to be the page now.
      const isDone =
        answer &&
        answer.revision >= this.#seen &&
        before &&
        isSamePage(before.page, page) &&
        before.notifyRemark === notifyRemark
      if (isDone) return answer
      if (before && answer) onRecognised?.(before.page, answer)
      // What the try moved may have to be moved back.
      const wishes = { isMoved: isMoved || (answer !== null && before?.isMoved === true), notifyRemark }
      return await this.#attempt(this.#requestFor(page, wishes))
    } finally {
      this.#isBusy = false
    }
  }

  /** Null when it is refused: then nothing of it was written, and what is to be saved now may well be taken. */
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
