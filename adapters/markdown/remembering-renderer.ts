import { createHash } from 'node:crypto'
import type { CacheUse } from '#core/ports/health.ts'
import type { Article, Renderer, RenderWait } from '#core/ports/rendering.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import { MemoryCache } from '../system/memory-cache.ts'

interface Tries {
  render(markdown: string): Promise<Article>
}
interface Remembered {
  readonly article: Article
  /** The number of failures in a row. */
  readonly failures: number
  /** When to try again, in milliseconds since 1970. */
  readonly until: number
}

/** After the first failure; it doubles with each further one, so that a hopeless text rarely delays the others. */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** Each delays others by a second. */
const LONG_WAIT_TURNS = 20

/**
 * A cache in front of another renderer for the most recently used articles, up to `bytes` in total; a failure is only
 * cached for a while, because the machine may just have been busy.
 */
export class RememberingRenderer implements Renderer {
  readonly #renderer: Tries
  readonly #clock: Clock
  readonly #articles: MemoryCache<Remembered>
  // Requests for a text that is already being rendered wait for the same article.
  readonly #awaited = new Map<string, Promise<Article>>()

  constructor(renderer: Tries, clock: Clock, bytes = 32 * 1024 * 1024) {
    this.#renderer = renderer
    this.#clock = clock
    this.#articles = new MemoryCache(bytes, ({ article }) => bytesOf(article))
  }

  /** The number of cache hits. */
  get use(): CacheUse {
    return this.#articles.use
  }

  async render(markdown: string, wait: RenderWait = 'short'): Promise<Article> {
    let article = await this.#tried(markdown)
    let turns = wait === 'long' ? LONG_WAIT_TURNS : 0
    while (article.isUntried && turns > 0) {
      article = await this.#tried(markdown)
      turns -= 1
    }
    return article
  }

  async #tried(markdown: string): Promise<Article> {
    const key = createHash('sha256').update(markdown).digest('base64')
    const known = this.#articles.find(key)
    if (known && this.#now() < known.until) return known.article
    return this.#awaited.get(key) ?? this.#rendered(key, markdown)
  }

  async #rendered(key: string, markdown: string): Promise<Article> {
    const awaited = this.#renderer.render(markdown)
    this.#awaited.set(key, awaited)
    try {
      const article = await awaited
      // It has not delayed anybody yet, so it is tried again with the next request.
      if (article.isUntried) return article
      const failures = article.isAsTyped ? (this.#articles.find(key)?.failures ?? 0) + 1 : 0
      this.#articles.put(key, { article, failures, until: failures === 0 ? Infinity : this.#now() + pause(failures) })
      return article
    } finally {
      this.#awaited.delete(key)
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

const pause = (failures: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)

// UTF-16 in memory, and at most as much again for the headings.
const bytesOf = ({ html, headings }: Article): number =>
  headings.reduce((bytes, heading) => bytes + 2 * (heading.id.length + heading.text.length), 2 * html.length)
