import { hash } from 'node:crypto'
import type { PageKind, PageSides } from '#core/page/kind.ts'
import type { KindCalls, KindQuestion } from '#core/ports/page-kinds.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import type { CheckedFolders } from '../system/checked-folders.ts'
import { LimitedThread } from '../system/limited-thread.ts'
import { MemoryCache } from '../system/memory-cache.ts'
import type { KindAnswer, KindOrder, KindsTold } from './kind-messages.ts'

/** Calls with longer contents go to the other thread at once. */
const QUICK_LENGTH = 200_000
/** UTF-16 units of the results that took long, together; they are kept for the next ones who ask. */
const KEPT_LENGTHS = 16_000_000
const SLOW_KEPT = 1_000
/** A kind that was given up this often within the time is not called until it has passed. */
const MOST_GIVEN_UP = 3
const GIVEN_UP_WITHIN_MS = 3_600_000
/** Every view of a page asks which kind recognises it. */
const MOST_RECOGNISED = 10_000
/** Texts up to this length are also remembered as they are: finding one takes a tenth of the time of a digest. */
const SHORT_LENGTH = 16_000
/** Of the remembered texts of one kind together. */
const SHORT_LENGTHS = 2_000_000

/** How long a thread may work or sleep; time in which it waits for the processor does not count. */
const LIMITS_MS = {
  call: 10_000,
  /** A call that takes longer is made again in the other thread, and no longer holds up others. */
  quick: 1_000,
  /** Every view of a page waits for this, which only has to look at the content. */
  recognised: 3_000,
}

/** Whether a kind recognises a short text. */
interface ShortText {
  readonly isRecognised: boolean
  readonly length: number
}

/** A result that took long. */
interface Kept {
  readonly value: string
  readonly length: number
}

/** A call of the patient thread. */
interface Awaited {
  readonly answer: Promise<unknown>
  /** Of those who wait for it. */
  readonly passed: Set<Passed>
}
type Passed = (ms: number) => void

interface GivenUp {
  /** In milliseconds since 1970. */
  readonly at: number
  readonly digest: string
}

/**
 * Calls the kinds of plugins in threads, each call with limits of time and memory (threats §13): in one thread what is
 * done soon, in another what takes longer, so that a page whose kind hangs does not hold up other pages.
 */
export class ThreadedKinds implements KindCalls {
  readonly #clock: Clock
  readonly #log: Log
  readonly #quick: LimitedThread<KindOrder, KindAnswer>
  readonly #patient: LimitedThread<KindOrder, KindAnswer>
  /** Those that could be loaded in time, told to both threads when they start. */
  readonly #modules: string[] = []
  /** By module; resolves once the quick thread has loaded it. */
  readonly #loaded = new Map<string, Promise<unknown>>()
  /** Calls that the quick thread has given up, by digest. */
  readonly #slow = new MemoryCache<true>(SLOW_KEPT, () => 1)
  /** Results of the patient thread, by digest. */
  readonly #kept = new MemoryCache<Kept>(KEPT_LENGTHS, ({ length }) => length)
  /** Calls that the patient thread has not answered yet, by digest: who asks for the same waits for the same. */
  readonly #awaited = new Map<string, Awaited>()
  readonly #recognised = new MemoryCache<boolean>(MOST_RECOGNISED, () => 1)
  /** By module. */
  readonly #short = new Map<string, MemoryCache<ShortText>>()
  /** The calls of a module that were given up. */
  readonly #givenUp = new Map<string, readonly GivenUp[]>()

  /** `checked` may be filled until the first call: modules of these folders only run unchanged. */
  constructor(clock: Clock, log: Log, checked: CheckedFolders = new Map(), limitsMs = LIMITS_MS) {
    this.#clock = clock
    this.#log = log
    const told: KindsTold = { checked, modules: this.#modules }
    // Otherwise a hundred calls of a kind that hangs would block all kinds for a quarter of an hour.
    const isStillWanted = (order: KindOrder): boolean => !this.#isLeftAlone(order)
    this.#quick = new LimitedThread(SCRIPT, {
      told,
      limitMs: ({ question }) => (question === 'load' ? limitsMs.call : limitsMs.quick),
      onGivenUp: (order) => this.#slow.put(digestOf(order), true),
      isStillWanted,
    })
    this.#patient = new LimitedThread(SCRIPT, {
      told,
      limitMs: ({ question }) => (question === 'recognises' ? limitsMs.recognised : limitsMs.call),
      onGivenUp: (order, reason) => this.#noteGivenUp(order, reason),
      isStillWanted,
    })
  }

  /** Ends both threads, when nobody waits for an answer any more. */
  async end(): Promise<void> {
    await Promise.all([this.#quick.end(), this.#patient.end()])
  }

  async ready(kinds: readonly PageKind[]): Promise<void> {
    await Promise.all(kinds.flatMap(({ module }) => (module === null ? [] : [this.#load(module)])))
  }

  /** Calls made afterwards come after it. */
  #load(module: string): Promise<unknown> {
    const known = this.#loaded.get(module)
    if (known) return known
    const loaded = this.#loadNow(module)
    this.#loaded.set(module, loaded)
    return loaded
  }

  async #loadNow(module: string): Promise<void> {
    const outcome = await this.#quick.ask({ module, question: 'load', given: [] })
    // A new thread would otherwise wait for a module that hangs before it takes orders of other kinds.
    if ('answer' in outcome) this.#modules.push(module)
  }

  async answerOf(
    { module }: PageKind,
    question: KindQuestion,
    given: readonly unknown[],
    passed: Passed = () => undefined,
  ): Promise<unknown> {
    if (module === null || this.#isLeftAlone({ module, question, given })) return null
    if (question !== 'recognises') return this.#asked({ module, question, given }, passed)
    const text = String(given[0])
    const short = text.length <= SHORT_LENGTH ? this.#shortOf(module) : null
    const known = short?.find(text)
    if (known !== undefined) return known.isRecognised
    const isRecognised = await this.#isRecognised(module, text, passed)
    if (typeof isRecognised === 'boolean') short?.put(text, { isRecognised, length: text.length })
    return isRecognised
  }

  #shortOf(module: string): MemoryCache<ShortText> {
    const short = this.#short.get(module) ?? new MemoryCache<ShortText>(SHORT_LENGTHS, ({ length }) => length + 100)
    this.#short.set(module, short)
    return short
  }

  async #isRecognised(module: string, text: string, passed: Passed): Promise<unknown> {
    const key = hash('sha256', `${module}\n${text}`, 'base64')
    const known = this.#recognised.find(key)
    if (known !== undefined) return known
    const isRecognised = await this.#asked({ module, question: 'recognises', given: [text] }, passed)
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

  async #asked(order: KindOrder, passed: Passed): Promise<unknown> {
    void this.#load(order.module)
    const digest = digestOf(order)
    if (lengthOf(order.given) <= QUICK_LENGTH && this.#slow.find(digest) === undefined) {
      const outcome = await this.#quick.ask(order, passed)
      if ('answer' in outcome) return this.#valueOf(order, outcome.answer)
      if (this.#isLeftAlone(order)) return null
    }
    const kept = this.#kept.find(digest)
    if (kept) return kept.value
    const awaited = this.#awaited.get(digest) ?? this.#askedPatiently(order, digest)
    this.#awaited.set(digest, awaited)
    awaited.passed.add(passed)
    return awaited.answer
  }

  #askedPatiently(order: KindOrder, digest: string): Awaited {
    const passed = new Set<Passed>()
    const pass: Passed = (ms) => passed.forEach((each) => each(ms))
    return { passed, answer: this.#answeredPatiently(order, digest, pass) }
  }

  async #answeredPatiently(order: KindOrder, digest: string, passed: Passed): Promise<unknown> {
    try {
      const outcome = await this.#patient.ask(order, passed)
      if ('givenUp' in outcome) return null
      const value = this.#valueOf(order, outcome.answer)
      if (typeof value === 'string') this.#kept.put(digest, { value, length: value.length + 100 })
      return value
    } finally {
      this.#awaited.delete(digest)
    }
  }

  #valueOf({ module, question }: KindOrder, answer: KindAnswer): unknown {
    for (const { module, failure } of answer.strays)
      this.#log.warn('a kind of pages has failed after its answer', { module, reason: failure })
    if ('value' in answer) return answer.value
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

const SCRIPT = new URL('kinds-thread.ts', import.meta.url)

/** Of the texts; other values are short. */
function lengthOf(given: readonly unknown[]): number {
  let length = 0
  for (const value of given) {
    if (typeof value === 'string') length += value.length
    else if (isSides(value)) length += value.base.length + value.mine.length + value.theirs.length
  }
  return length
}
const isSides = (value: unknown): value is PageSides => typeof value === 'object' && value !== null && 'theirs' in value

const digestOf = ({ module, question, given }: KindOrder): string =>
  hash('sha256', `${module}\n${question}\n${JSON.stringify(given)}`, 'base64')
