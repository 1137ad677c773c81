import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** `$x$` and `$$ … $$` become marked text: the reader renders formulas only on pages that contain some. */
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

// As in Pandoc: no space inside the dollars and no digit after them, so that "$5 and $6" are prices.
const INLINE = /^(\$\$?)(?![\s$])((?:\\[^\n]|[^\\$\n])+?)(?<!\s)\1(?![\d$])/

function inlineMath(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false
  const found = INLINE.exec(state.src.slice(state.pos, state.posMax))
  if (!found) return false
  if (!isSilent) state.push('math_inline', 'math', 0).content = found[2] ?? ''
  state.pos += found[0].length
  return true
}

/** For each line, the next one that ends a formula; the number of lines when there is none. */
const nextEnds = new WeakMap<StateBlock, readonly number[]>()

// Determined once for each text: searching for the end at every possible beginning would take quadratic time.
function nextEndsIn(state: StateBlock): readonly number[] {
  const known = nextEnds.get(state)
  if (known) return known
  const lines = state.eMarks.length
  const ends = Array.from<number>({ length: lines + 1 }).fill(lines)
  for (let line = lines - 1; line >= 0; line -= 1) {
    const text = state.src.slice(state.bMarks[line], state.eMarks[line])
    ends[line] = text.trimEnd().endsWith('$$') ? line : (ends[line + 1] ?? lines)
  }
  nextEnds.set(state, ends)
  return ends
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
    last = nextEndsIn(state)[startLine + 1] ?? endLine
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
