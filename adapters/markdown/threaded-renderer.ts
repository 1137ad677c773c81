import { Worker } from 'node:worker_threads'
import type { Article, Renderer } from '#core/ports/rendering.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { TriedArticle } from './tried-article.ts'

interface Order {
  readonly markdown: string
  readonly article: PromiseWithResolvers<TriedArticle>
}

/** How long one text may take. */
const LIMIT_MS = 10_000
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/**
 * Renders in a thread of its own, one text after the other, so that a long one holds up nobody's save (threats §13). A text
 * that takes too long or ends the thread is shown as it was typed; those behind it go to a new thread.
 */
export class ThreadedRenderer implements Renderer {
  readonly #log: Log
  // All are with the thread: it works on the first one.
  readonly #orders: Order[] = []
  #thread: Worker | null = null
  #limit: NodeJS.Timeout | null = null

  constructor(log: Log) {
    this.#log = log
  }

  render(markdown: string): Promise<TriedArticle> {
    const order: Order = { markdown, article: Promise.withResolvers<TriedArticle>() }
    this.#thread ??= this.#started()
    this.#thread.postMessage(markdown, [])
    if (this.#orders.push(order) === 1) this.#limitFirst()
    return order.article.promise
  }

  #started(): Worker {
    const thread = new Worker(new URL('renderer-thread.ts', import.meta.url), { resourceLimits: MEMORY_LIMITS })
    // The process lives for as long as somebody can ask, not for as long as something could be rendered.
    thread.unref()
    // What a thread says that has been given up belongs to a text that was answered already.
    const heard = (hear: () => void) => {
      if (thread === this.#thread) hear()
    }
    thread.on('message', (article: Article) => heard(() => this.#answerFirst(article)))
    thread.on('error', (error) => heard(() => this.#giveUp(error.message)))
    return thread
  }

  #limitFirst(): void {
    if (this.#limit) clearTimeout(this.#limit)
    this.#limit = this.#orders.length === 0 ? null : setTimeout(() => this.#giveUp('took too long'), LIMIT_MS)
  }

  #answerFirst(article: TriedArticle): void {
    this.#orders.shift()?.article.resolve(article)
    this.#limitFirst()
  }

  #giveUp(reason: string): void {
    void this.#thread?.terminate()
    this.#thread = null
    const [first, ...others] = this.#orders
    if (!first) return
    this.#log.warn('a text is shown as it was typed: it could not be rendered', {
      reason,
      length: first.markdown.length,
    })
    if (others.length > 0) {
      this.#thread = this.#started()
      for (const { markdown } of others) this.#thread.postMessage(markdown, [])
    }
    this.#answerFirst(plainArticle(first.markdown))
  }
}

function plainArticle(markdown: string): TriedArticle {
  const text = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { html: `<pre><code>${text}</code></pre>`, headings: [], isAsTyped: true }
}
