import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** `$x$` and `$$ … $$`, left as marked text: the reader draws formulas only on pages that have some. */
export function math(markdown: MarkdownIt): void {
  markdown.inline.ruler.after('escape', 'math_inline', inlineMath)
  markdown.block.ruler.after('blockquote', 'math_block', blockMath, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
  const { escapeHtml } = markdown.utils
  markdown.renderer.rules['math_inline'] = (tokens, index) =>
    `<code class="math math-inline">${escapeHtml(tokens[index]?.content ?? '')}</code>`
  markdown.renderer.rules['math_block'] = (tokens, index) =>
    `<pre class="math math-block">${escapeHtml(tokens[index]?.content ?? '')}</pre>\n`
}

// As in Pandoc: no blank inside the dollars and no digit after them, so that "$5 and $6" are prices.
const INLINE = /^(\$\$?)(?![\s$])((?:\\[^\n]|[^\\$\n])+?)(?<!\s)\1(?![\d$])/

function inlineMath(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  const found = INLINE.exec(state.src.slice(state.pos, state.posMax))
  if (!found) return false
  if (!isSilent) state.push('math_inline', 'math', 0).content = found[2] ?? ''
  state.pos += found[0].length
  return true
}

function blockMath(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim()
  const first = lineAt(startLine)
  if (!first.startsWith('$$')) return false
  const isOneLine = first.length > 4 && first.endsWith('$$')
  let last = startLine
  if (!isOneLine) {
    if (first.slice(2).includes('$$')) return false
    do last += 1
    while (last < endLine && !lineAt(last).endsWith('$$'))
    if (last >= endLine) return false
  }
  if (isSilent) return true
  const source = isOneLine
    ? first
    : `${first}\n${state.getLines(startLine + 1, last, state.blkIndent, true)}${lineAt(last)}`
  const token = state.push('math_block', 'math', 0)
  token.block = true
  token.content = source.slice(2, -2).trim()
  token.map = [startLine, last + 1]
  state.line = last + 1
  return true
}
