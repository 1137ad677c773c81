import { createHash } from 'node:crypto'
import type { Article, Renderer } from '#core/ports/rendering.ts'
import { MemoryShelf } from '../system/memory-shelf.ts'

/** Renders by another renderer and remembers the articles used last, up to `bytes` in all. */
export class RememberingRenderer implements Renderer {
  readonly #renderer: Renderer
  readonly #articles: MemoryShelf<Article>
  // Who asks for a text that is being rendered already waits for the same article.
  readonly #awaited = new Map<string, Promise<Article>>()

  constructor(renderer: Renderer, bytes = 32 * 1024 * 1024) {
    this.#renderer = renderer
    this.#articles = new MemoryShelf(bytes, bytesOf)
  }

  async render(markdown: string): Promise<Article> {
    const key = createHash('sha256').update(markdown).digest('base64')
    return this.#articles.find(key) ?? this.#awaited.get(key) ?? this.#rendered(key, markdown)
  }

  async #rendered(key: string, markdown: string): Promise<Article> {
    const awaited = this.#renderer.render(markdown)
    this.#awaited.set(key, awaited)
    try {
      const article = await awaited
      this.#articles.put(key, article)
      return article
    } finally {
      this.#awaited.delete(key)
    }
  }
}

// UTF-16 in memory, and as much again at most for the headings.
const bytesOf = ({ html, headings }: Article): number =>
  headings.reduce((bytes, heading) => bytes + 2 * (heading.id.length + heading.text.length), 2 * html.length)
