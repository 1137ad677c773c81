import { createHash } from 'node:crypto'
import type { Article, Renderer } from '#core/ports/rendering.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { LimitedThread } from '../system/limited-thread.ts'
import { MemoryCache } from '../system/memory-cache.ts'
import type { TriedArticle } from './tried-article.ts'

/** Texts up to this length are rendered in the quick thread; no longer one ever stands before them. */
const QUICK_LENGTH = 16_000
/** What takes longer there is no quick text, and is begun again in the other thread. */
const QUICK_MS = 400
/** How long a text may take for each 100,000 characters, or part of them; ten seconds at most. */
const LIMIT_MS = 1_000
const LONGEST_LIMIT_MS = 10_000
/** Whoever has waited this long for others is shown the text as it was typed. */
const LONGEST_WAIT_MS = 1_000
const SLOW_TEXTS_KEPT = 1_000

const limitMs = ({ length }: string): number =>
  Math.min(LIMIT_MS * Math.max(1, Math.ceil(length / 100_000)), LONGEST_LIMIT_MS)
const sizeOf = ({ length }: string): number => length
const SCRIPT = new URL('renderer-thread.ts', import.meta.url)

/**
 * Renders in threads of its own, so that a long text holds up nobody's save (threats §13): short ones in one thread, long
 * ones and those known to be slow in another, so that they hold up no reader of a short one either. A text that takes too
 * long, ends its thread, or does not get its turn in time is shown as it was typed.
 */
export class ThreadedRenderer implements Renderer {
  readonly #quick: LimitedThread<string, Article>
  readonly #patient: LimitedThread<string, Article>
  readonly #slow = new MemoryCache<true>(SLOW_TEXTS_KEPT, () => 1)

  /** @param sitePath where the site lies below its host, as in `/docs` */
  constructor(log: Log, sitePath = '') {
    const common = { sizeOf, longestWaitMs: LONGEST_WAIT_MS, told: sitePath }
    this.#quick = new LimitedThread(SCRIPT, {
      ...common,
      limitMs: () => QUICK_MS,
      onGivenUp: (text) => this.#slow.put(keyOf(text), true),
    })
    this.#patient = new LimitedThread(SCRIPT, {
      ...common,
      limitMs,
      onGivenUp: ({ length }, reason) =>
        log.warn('a text is shown as it was typed: it could not be rendered', { reason, length }),
    })
  }

  async render(markdown: string): Promise<TriedArticle> {
    if (markdown.length <= QUICK_LENGTH && this.#slow.find(keyOf(markdown)) === undefined) {
      const quick = await this.#quick.ask(markdown)
      if ('answer' in quick) return quick.answer
      if (quick.givenUp === 'waited') return { ...plainArticle(markdown), isUntried: true }
    }
    const outcome = await this.#patient.ask(markdown)
    if ('answer' in outcome) return outcome.answer
    return { ...plainArticle(markdown), ...(outcome.givenUp === 'waited' && { isUntried: true }) }
  }
}

const keyOf = (text: string): string => createHash('sha256').update(text).digest('base64')

function plainArticle(markdown: string): TriedArticle {
  const text = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { html: `<pre><code>${text}</code></pre>`, headings: [], isAsTyped: true }
}
