import { createHash } from 'node:crypto'
import { sourceHtml } from '#core/page/source-html.ts'
import type { Article, Renderer } from '#core/ports/rendering.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { LimitedThread } from '../system/limited-thread.ts'
import { MemoryCache } from '../system/memory-cache.ts'

/** Texts up to this length are rendered in the fast thread; longer ones are never queued there. */
const QUICK_LENGTH = 16_000
/** A text that takes longer of the processor there is restarted in the other thread. */
const QUICK_MS = 400
/** The limit of processor time for each 100,000 characters, or part of them; ten seconds at most. */
const LIMIT_MS = 1_000
const LONGEST_LIMIT_MS = 10_000
/** After waiting for so much work on others, a text is displayed as typed. */
const LONGEST_WAIT_MS = 1_000
const SLOW_TEXTS_KEPT = 1_000

export const limitMs = ({ length }: string): number =>
  Math.min(LIMIT_MS * Math.max(1, Math.ceil(length / 100_000)), LONGEST_LIMIT_MS)
const sizeOf = ({ length }: string): number => length
const SCRIPT = new URL('renderer-thread.ts', import.meta.url)

/**
 * Renders in separate threads, so that a long text does not delay saves (threats §13): short texts in one thread, long
 * ones and those known to be slow in another, so that they do not delay readers of short ones either. A text that takes
 * too long, ends its thread, or waits too long is displayed as typed.
 */
export class ThreadedRenderer implements Renderer {
  readonly #quick: LimitedThread<string, Article>
  readonly #patient: LimitedThread<string, Article>
  readonly #slow = new MemoryCache<true>(SLOW_TEXTS_KEPT, () => 1)

  /** @param sitePath the path of the site on its host, as in `/docs` */
  constructor(log: Log, sitePath = '', limitOf = limitMs, quickMs = QUICK_MS) {
    const common = { sizeOf, longestWaitMs: LONGEST_WAIT_MS, told: sitePath }
    this.#quick = new LimitedThread(SCRIPT, {
      ...common,
      limitMs: () => quickMs,
      onGivenUp: (text) => this.#slow.put(keyOf(text), true),
    })
    this.#patient = new LimitedThread(SCRIPT, {
      ...common,
      limitMs: limitOf,
      onGivenUp: ({ length }, reason) =>
        log.warn('a text is shown as it was typed: it could not be rendered', { reason, length }),
    })
  }

  async render(markdown: string): Promise<Article> {
    if (markdown.length <= QUICK_LENGTH && this.#slow.find(keyOf(markdown)) === undefined) {
      const quick = await this.#quick.ask(markdown)
      if ('answer' in quick) return quick.answer
      if (quick.givenUp === 'waited') return { ...plainArticle(markdown), isUntried: true }
    }
    const outcome = await this.#patient.ask(markdown)
    if ('answer' in outcome) return outcome.answer
    return { ...plainArticle(markdown), ...(outcome.givenUp === 'waited' && { isUntried: true }) }
  }

  /** Ends the threads, when nobody waits for an article any more. The next text starts them again. */
  async end(): Promise<void> {
    await Promise.all([this.#quick.end(), this.#patient.end()])
  }
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64')

const plainArticle = (markdown: string): Article => ({ html: sourceHtml(markdown), headings: [], isAsTyped: true })
