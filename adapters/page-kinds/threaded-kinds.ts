import { hash } from 'node:crypto'
import type { PageKind } from '#core/page/kind.ts'
import type { KindCalls, KindQuestion } from '#core/ports/page-kinds.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import type { CheckedFolders } from '../system/checked-folders.ts'
import { LimitedThread } from '../system/limited-thread.ts'
import { MemoryCache } from '../system/memory-cache.ts'
import type { KindAnswer, KindOrder } from './kind-messages.ts'

const LIMIT_MS = 10_000
/** A kind that was given up this often within the time is not called until it has passed. */
const MOST_GIVEN_UP = 3
const GIVEN_UP_WITHIN_MS = 3_600_000
/** Every view of a page waits for this, which only has to look at the content. */
const RECOGNISED_MS = 3_000
/** Every view of a page asks which kind recognises it. */
const MOST_RECOGNISED = 10_000
/** Texts up to this length are also remembered as they are: finding one takes a tenth of the time of a digest. */
const SHORT_LENGTH = 16_000
/** Of the remembered texts of one kind together. */
const SHORT_LENGTHS = 2_000_000

/** Whether a kind recognises a short text. */
interface ShortText {
  readonly isRecognised: boolean
  readonly length: number
}

interface GivenUp {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly digest: string
}

/** Calls the kinds of plugins in one thread, each call with limits of time and memory (threats §13). */
export class ThreadedKinds implements KindCalls {
  readonly #clock: Clock
  readonly #log: Log
  readonly #thread: LimitedThread<KindOrder, KindAnswer>
  readonly #recognised = new MemoryCache<boolean>(MOST_RECOGNISED, () => 1)
  /** By module. */
  readonly #short = new Map<string, MemoryCache<ShortText>>()
  /** The calls of a module that were given up. */
  readonly #givenUp = new Map<string, readonly GivenUp[]>()

  /** `checked` may be filled until the first call: modules of these folders only run unchanged. */
  constructor(clock: Clock, log: Log, checked: CheckedFolders = new Map()) {
    this.#clock = clock
    this.#log = log
    this.#thread = new LimitedThread(new URL('kinds-thread.ts', import.meta.url), {
      told: checked,
      limitMs: ({ question }) => (question === 'recognises' ? RECOGNISED_MS : LIMIT_MS),
      onGivenUp: (order, reason) => this.#noteGivenUp(order, reason),
      // Otherwise a hundred such calls would block all kinds for a quarter of an hour.
      isStillWanted: (order) => !this.#isLeftAlone(order),
    })
  }

  async answerOf({ module }: PageKind, question: KindQuestion, given: readonly unknown[]): Promise<unknown> {
    if (module === null || this.#isLeftAlone({ module, question, given })) return null
    if (question !== 'recognises') return this.#asked({ module, question, given })
    const text = String(given[0])
    const short = text.length <= SHORT_LENGTH ? this.#shortOf(module) : null
    const known = short?.find(text)
    if (known !== undefined) return known.isRecognised
    const isRecognised = await this.#isRecognised(module, text, given)
    if (typeof isRecognised === 'boolean') short?.put(text, { isRecognised, length: text.length })
    return isRecognised
  }

  #shortOf(module: string): MemoryCache<ShortText> {
    const short = this.#short.get(module) ?? new MemoryCache<ShortText>(SHORT_LENGTHS, ({ length }) => length + 100)
    this.#short.set(module, short)
    return short
  }

  async #isRecognised(module: string, text: string, given: readonly unknown[]): Promise<unknown> {
    const key = hash('sha256', `${module}\n${text}`, 'base64')
    const known = this.#recognised.find(key)
    if (known !== undefined) return known
    const isRecognised = await this.#asked({ module, question: 'recognises', given })
    if (typeof isRecognised === 'boolean') this.#recognised.put(key, isRecognised)
    return isRecognised
  }

  leftAloneUntil({ module }: PageKind): Date | null {
    const decisive = module === null ? undefined : this.#givenUpOf(module).at(-MOST_GIVEN_UP)
    return decisive === undefined ? null : new Date(decisive.at + GIVEN_UP_WITHIN_MS)
  }

  callAgain({ module }: PageKind): void {
    if (module !== null) this.#givenUp.delete(module)
  }

  async #asked(order: KindOrder): Promise<unknown> {
    const outcome = await this.#thread.ask(order)
    if ('givenUp' in outcome) return null
    const { answer } = outcome
    if ('value' in answer) return answer.value
    const { module, question } = order
    this.#log.warn('a kind of pages has failed', { module, question, reason: answer.failure })
    return null
  }

  #noteGivenUp(order: KindOrder, reason: string): void {
    const { module, question } = order
    this.#log.warn('a kind of pages was given up', { module, question, reason })
    const given = { at: this.#clock.now().getTime(), digest: digestOf(order) }
    this.#givenUp.set(module, [...this.#givenUpOf(module), given])
  }

  /** The next reader of a page need not wait as long for the same. */
  #isLeftAlone(order: KindOrder): boolean {
    const givenUp = this.#givenUpOf(order.module)
    if (givenUp.length >= MOST_GIVEN_UP) return true
    if (givenUp.length === 0) return false
    const digest = digestOf(order)
    return givenUp.some((each) => each.digest === digest)
  }

  #givenUpOf(module: string): readonly GivenUp[] {
    const limit = this.#clock.now().getTime() - GIVEN_UP_WITHIN_MS
    return (this.#givenUp.get(module) ?? []).filter(({ at }) => at > limit)
  }
}

const digestOf = ({ question, given }: KindOrder): string =>
  hash('sha256', `${question}\n${JSON.stringify(given)}`, 'base64')
