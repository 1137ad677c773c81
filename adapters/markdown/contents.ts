import type { MarkdownIt, Token } from 'markdown-it'

const MARK = /^\[TOCM?\]$/i
/** Deeper headings are not listed, except the highest level of a page: ShowDoc's template has nothing but the fifth. */
const DEEPEST = 4

interface Heading {
  readonly level: number
  readonly id: string
  readonly title: string
}

/**
 * Turns the first paragraph `[TOC]`, known from ShowDoc and others, into a list of the headings of the page. Without
 * headings it stays as typed, and so do all further ones: a list at each would grow with the square of the text.
 */
export function contents(markdown: MarkdownIt): void {
  markdown.core.ruler.push('contents', (state) => {
    const { tokens } = state
    const mark = tokens.findIndex((_, at) => isMark(tokens, at))
    const list = mark === -1 ? '' : listOf(headingsIn(tokens), markdown.utils.escapeHtml)
    if (list === '') return
    const block = new state.Token('html_block', '', 0)
    block.content = list
    tokens.splice(mark, 3, block)
  })
}

const isMark = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.type === 'paragraph_open' && tokens[at]?.level === 0 && MARK.test(tokens[at + 1]?.content.trim() ?? '')

function headingsIn(tokens: readonly Token[]): readonly Heading[] {
  const all = tokens.flatMap((token, at) => {
    const id = token.type === 'heading_open' ? token.attrGet('id') : null
    return id === null ? [] : [{ level: Number(token.tag.slice(1)), id: String(id), title: titleOf(tokens[at + 1]) }]
  })
  const highest = all.reduce((least, { level }) => Math.min(least, level), Infinity)
  return all.filter(({ level }) => level <= Math.max(DEEPEST, highest))
}

const titleOf = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : ''))
    .join('')
    .trim()

/** Nested lists; a skipped level does not create one. */
function listOf(headings: readonly Heading[], escaped: (text: string) => string): string {
  let html = ''
  const open: number[] = []
  for (const { level, id, title } of headings) {
    while (open.length > 0 && (open.at(-1) ?? 0) > level) {
      html += '</li></ul>'
      open.pop()
    }
    if (open.at(-1) === level) html += '</li>'
    else {
      html += open.length === 0 ? '<ul class="contents-list">' : '<ul>'
      open.push(level)
    }
    html += `<li><a href="#${encodeURIComponent(id)}">${escaped(title)}</a>`
  }
  return html + '</li></ul>'.repeat(open.length) + (html === '' ? '' : '\n')
}
