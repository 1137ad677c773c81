import { Worker } from 'node:worker_threads'
import type { Article, Renderer } from '#core/ports/rendering.ts'
import type { Log } from '#core/ports/surroundings.ts'

export interface ThreadedRendererOptions {
  readonly log: Log
  /** How long one text may take. */
  readonly limitMs?: number
}

interface Order {
  readonly markdown: string
  readonly article: PromiseWithResolvers<Article>
}

const LIMIT_MS = 10_000
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 }

/**
 * Renders in a thread of its own, one text after the other, so that a long one holds up nobody's save (threats §11). A text
 * that takes too long or ends the thread is shown as it was typed; the thread is started anew for the next one.
 */
export class ThreadedRenderer implements Renderer {
  readonly #log: Log
  readonly #limitMs: number
  readonly #waiting: Order[] = []
  #thread: Worker | null = null
  #current: Order | null = null
  #limit: NodeJS.Timeout | null = null

  constructor({ log, limitMs = LIMIT_MS }: ThreadedRendererOptions) {
    this.#log = log
    this.#limitMs = limitMs
  }

  render(markdown: string): Promise<Article> {
    const article = Promise.withResolvers<Article>()
    this.#waiting.push({ markdown, article })
    this.#goOn()
    return article.promise
  }

  #goOn(): void {
    if (this.#current) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#current = next
    this.#thread ??= this.#started()
    this.#limit = setTimeout(() => this.#giveUp('took too long'), this.#limitMs)
    this.#thread.postMessage(next.markdown, [])
  }

  #started(): Worker {
    const thread = new Worker(new URL('renderer-thread.ts', import.meta.url), { resourceLimits: MEMORY_LIMITS })
    // The process lives for as long as somebody can ask, not for as long as something could be rendered.
    thread.unref()
    // What a thread says that has been given up belongs to a text that was answered already.
    const heard = (hear: () => void) => {
      if (thread === this.#thread) hear()
    }
    thread.on('message', (article: Article) => heard(() => this.#answer(article)))
    thread.on('error', (error) => heard(() => this.#giveUp(error.message)))
    return thread
  }

  #answer(article: Article): void {
    if (this.#limit) clearTimeout(this.#limit)
    this.#current?.article.resolve(article)
    this.#current = null
    this.#goOn()
  }

  #giveUp(reason: string): void {
    void this.#thread?.terminate()
    this.#thread = null
    if (!this.#current) return
    const { markdown } = this.#current
    this.#log.warn('a text is shown as it was typed: it could not be rendered', { reason, length: markdown.length })
    this.#answer(plainArticle(markdown))
  }
}

function plainArticle(markdown: string): Article {
  const text = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { html: `<pre><code>${text}</code></pre>`, headings: [] }
}
