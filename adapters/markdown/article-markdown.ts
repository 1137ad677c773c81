import Markdown, { type MarkdownIt, type RendererRule } from 'markdown-it'
import anchor from 'markdown-it-anchor'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { HeadingIds } from '#core/page/heading-ids.ts'
import { isOwnImage, KNOWN_TAGS } from './allowed.ts'
import { callouts } from './callouts.ts'
import { contents } from './contents.ts'
import { footnotes } from './footnotes.ts'
import { highlighted, highlightedLanguage } from './highlight.ts'
import { looseTables } from './loose-tables.ts'
import { math } from './math.ts'
import { sections } from './sections.ts'
import { isLargeTable, tables } from './tables.ts'
import { tasks } from './tasks.ts'

/**
 * Turns markdown into an article, for readers and for the editor's preview. Its HTML is not safe yet: it goes through a
 * sanitiser that knows `allowed.ts` before it is displayed (threats X1).
 */
export function articleMarkdown(): MarkdownIt {
  const headingIds = new WeakMap<object, HeadingIds>()
  const idsIn = (article: object): HeadingIds => {
    const known = headingIds.get(article) ?? new HeadingIds()
    headingIds.set(article, known)
    return known
  }
  const markdown = new Markdown({ html: true, linkify: true, breaks: true, highlight: highlighted })
    .use(cjkFriendly)
    .use(anchor, { slugifyWithState: (title, { env }) => idsIn(env).next(title), tabIndex: false })
    .use(footnotes)
    .use(tasks)
    .use(callouts)
    .use(math)
    .use(contents)
    .use(sections)
    .use(looseTables)
    .use(tables)
  // "api.md" and "user.py" are files, not sites.
  markdown.linkify.set({ fuzzyLink: false })
  // An address in a text is displayed as typed: a decoded `%20` would be copied as a space.
  markdown.normalizeLinkText = (url) => url
  Object.assign(markdown.renderer.rules, {
    fence: fenceRule,
    code_block: (tokens, index, _options, env, self) => fenceRule(tokens, index, markdown.options, env, self),
    image: imageRule,
    link_open: linkRule,
    table_open: (tokens, index) =>
      `${isLargeTable(tokens[index]) ? '<div class="table-large">' : ''}<div class="table-scroll" tabindex="0"><table>\n`,
    table_close: (tokens, index) => `</table></div>${isLargeTable(tokens[index]) ? '</div>' : ''}\n`,
    html_inline: (tokens, index) => withShownPlaceholders(tokens[index]?.content ?? ''),
    html_block: (tokens, index) => withShownPlaceholders(tokens[index]?.content ?? ''),
  } satisfies Record<string, RendererRule>)
  return markdown
}

// `Bearer <token>` is a placeholder, not HTML: unknown elements are displayed as typed.
const withShownPlaceholders = (html: string): string =>
  html.replace(/<(\/?)([a-z][\w:.-]*)/gi, (tag, slash: string, name: string) =>
    KNOWN_TAGS.has(name.toLowerCase()) ? tag : `&lt;${slash}${name}`,
  )

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const fenceRule: RendererRule = (tokens, index) => {
  const token = tokens[index]
  const code = token?.content ?? ''
  const language = (token?.info.trim().split(/\s+/)[0] ?? '').toLowerCase()
  if (language === 'mermaid') return `<pre class="mermaid">${escaped(code)}</pre>\n`
  if (language === 'math') return `<pre class="math math-block">${escaped(code.trim())}</pre>\n`
  const caption = language === '' ? '' : `<figcaption>${escaped(language)}</figcaption>`
  const classes = `hljs language-${highlightedLanguage(language)}`
  const body = highlighted(code, language)
  return `<figure class="code-block">${caption}<pre tabindex="0"><code class="${classes}">${body}</code></pre></figure>\n`
}

// Images of other sites would tell them who reads what (threats X7); they become links.
const imageRule: RendererRule = (tokens, index, options, env, self) => {
  const token = tokens[index]
  if (!token) return ''
  const source = String(token.attrGet('src') ?? '')
  token.attrSet('alt', self.renderInlineAsText(token.children ?? [], options, env))
  if (isOwnImage(source)) {
    token.attrSet('loading', 'lazy')
    return self.renderToken(tokens, index, options)
  }
  const label = String(token.attrGet('alt') || source)
  // A link cannot contain another one: see linkRule.
  if (token.meta === IN_LINK) return escaped(label)
  return `<a class="external-image" href="${escaped(source)}">${escaped(label)}</a>`
}

/** Marks a picture in a link. */
const IN_LINK = {}

/** A link that is nothing but a picture of another site, as badges are, keeps its address and names the picture. */
const linkRule: RendererRule = (tokens, index, options, _env, self) => {
  const [link, picture, end] = tokens.slice(index, index + 3)
  const source = picture?.type === 'image' && end?.type === 'link_close' ? String(picture.attrGet('src') ?? '') : ''
  if (link && source !== '' && !isOwnImage(source)) {
    link.attrJoin('class', 'external-image')
    link.attrSet('data-picture', source)
  }
  // Noted here: looking back from each picture would take time that grows with the square of their number.
  for (let at = index + 1; ; at += 1) {
    const within = tokens[at]
    if (!within || within.type === 'link_open' || within.type === 'link_close') break
    if (within.type === 'image') within.meta = IN_LINK
  }
  return self.renderToken(tokens, index, options)
}
