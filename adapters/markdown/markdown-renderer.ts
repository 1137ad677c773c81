import { createHash } from 'node:crypto'
import type { Token } from 'markdown-it'
import type { Article, Heading, Renderer } from '#core/ports/rendering.ts'
import { MemoryShelf } from '../system/memory-shelf.ts'
import { ID_PREFIX } from './allowed.ts'
import { articleMarkdown } from './article-markdown.ts'
import { sanitized } from './sanitized.ts'

/** Renders markdown and remembers the articles used last, up to `cacheBytes` of HTML. */
export class MarkdownRenderer implements Renderer {
  readonly #markdown = articleMarkdown()
  readonly #articles: MemoryShelf<Article>

  constructor(cacheBytes = 32 * 1024 * 1024) {
    this.#articles = new MemoryShelf(cacheBytes, bytesOf)
  }

  async render(markdown: string): Promise<Article> {
    const key = createHash('sha256').update(markdown).digest('base64')
    const known = this.#articles.find(key)
    if (known) return known
    const article = this.#rendered(markdown)
    this.#articles.put(key, article)
    return article
  }

  #rendered(markdown: string): Article {
    const env = {}
    const tokens = this.#markdown.parse(markdown, env)
    const html = sanitized(this.#markdown.renderer.render(tokens, this.#markdown.options, env))
    return { html, headings: headingsOf(tokens) }
  }
}

// UTF-16 in memory, and as much again at most for the headings.
const bytesOf = ({ html, headings }: Article): number =>
  headings.reduce((bytes, heading) => bytes + 2 * (heading.id.length + heading.text.length), 2 * html.length)

function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return []
    const text = textOf(tokens[at + 1]).trim()
    return text === '' ? [] : [{ id: ID_PREFIX + (token.attrGet('id') ?? ''), text, level: Number(token.tag.slice(1)) }]
  })
}

const textOf = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map((child) => ('children' in child && child.children ? textOf(child) : shownText(child)))
    .join('')

const shownText = ({ type, content }: Token): string =>
  ['text', 'text_special', 'code_inline', 'math_inline'].includes(type) ? content : ''
