import type { Token } from 'markdown-it'
import type { Article, Heading, Renderer } from '#core/ports/rendering.ts'
import { ID_PREFIX } from './allowed.ts'
import { articleMarkdown } from './article-markdown.ts'
import { sanitizer } from './sanitized.ts'

/** Renders markdown in the calling thread, without a cache. */
export class MarkdownRenderer implements Renderer {
  readonly #markdown = articleMarkdown()
  readonly #sanitized: (html: string) => string

  /** @param sitePath the path of the site on its host, as in `/docs` */
  constructor(sitePath = '') {
    this.#sanitized = sanitizer(sitePath)
  }

  async render(markdown: string): Promise<Article> {
    const env = {}
    const tokens = this.#markdown.parse(markdown, env)
    const html = this.#sanitized(this.#markdown.renderer.render(tokens, this.#markdown.options, env))
    return { html, headings: headingsOf(tokens) }
  }
}

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
