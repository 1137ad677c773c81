import type { Article, Renderer } from '#core/ports/rendering.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { LimitedThread } from '../system/limited-thread.ts'
import type { TriedArticle } from './tried-article.ts'

/**
 * Renders in a thread of its own, one text after the other, so that a long one holds up nobody's save (threats §13). A text
 * that takes too long or ends the thread is shown as it was typed.
 */
export class ThreadedRenderer implements Renderer {
  readonly #thread: LimitedThread<string, Article>

  constructor(log: Log) {
    this.#thread = new LimitedThread(new URL('renderer-thread.ts', import.meta.url), ({ length }, reason) =>
      log.warn('a text is shown as it was typed: it could not be rendered', { reason, length }),
    )
  }

  async render(markdown: string): Promise<TriedArticle> {
    return (await this.#thread.ask(markdown)) ?? plainArticle(markdown)
  }
}

function plainArticle(markdown: string): TriedArticle {
  const text = markdown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { html: `<pre><code>${text}</code></pre>`, headings: [], isAsTyped: true }
}
