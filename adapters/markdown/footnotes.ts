import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'

/** Footnotes nested deeper than this are text, because each level is parsed again. */
const DEEPEST = 8

/** The plugin's state about the footnotes of a text during parsing. */
interface FootnoteEnv {
  footnotes?: {
    list?: Footnote[]
    /** By the label after a colon: its position in the list, negative until it is used. */
    readonly refs?: Record<string, number>
  }
  /** The current nesting level of footnotes. */
  footnoteDepth?: number
}
interface Footnote {
  /** Of an inline footnote. */
  readonly tokens?: readonly Token[]
  readonly content?: string
  /** Of a footnote defined elsewhere, with the number of its uses. */
  readonly label?: string
  count?: number
}

/**
 * Footnotes as in the plugin, with three of its rules replaced: it copies everything rendered with each footnote,
 * parses nested ones at any depth, and searches for the end of a label to the end of the text, which each takes
 * quadratic time. It also loses a footnote used within another, because both get the same number.
 */
export function footnotes(markdown: MarkdownIt): void {
  markdown.use(footnote)
  markdown.inline.ruler.at('footnote_inline', inlineFootnote)
  markdown.inline.ruler.at('footnote_ref', usedFootnote)
  markdown.core.ruler.at('footnote_tail', footnotesAtEnd)
}

function inlineFootnote(state: StateInline, isSilent: boolean): boolean {
  const { src, pos: start, posMax: max } = state
  const env = state.env as FootnoteEnv
  const depth = env.footnoteDepth ?? 0
  if (start + 2 >= max || !src.startsWith('^[', start) || depth >= DEEPEST) return false
  const labelEnd = state.md.helpers.parseLinkLabel(state, start + 1)
  if (labelEnd < 0) return false
  if (!isSilent) {
    env.footnotes ??= {}
    const list = (env.footnotes.list ??= [])
    const id = list.length
    const tokens: Token[] = []
    const content = src.slice(start + 2, labelEnd)
    // Added to the list before its text is parsed: nested footnotes get the following numbers.
    list.push({ content, tokens })
    env.footnoteDepth = depth + 1
    state.md.inline.parse(content, state.md, state.env, tokens)
    env.footnoteDepth = depth
    state.push('footnote_ref', '', 0).meta = { id }
  }
  state.pos = labelEnd + 1
  state.posMax = max
  return true
}

/** Labels have the same maximum length as those of links. */
const USED = /\[\^([^ \n\]]{1,999})\]/y

function usedFootnote(state: StateInline, isSilent: boolean): boolean {
  const { footnotes: known } = state.env as FootnoteEnv
  if (!known?.refs || state.src[state.pos] !== '[') return false
  USED.lastIndex = state.pos
  const [whole = '', label = ''] = USED.exec(state.src) ?? []
  const place = known.refs[`:${label}`]
  if (whole === '' || state.pos + whole.length > state.posMax || place === undefined) return false
  if (!isSilent) {
    const list = (known.list ??= [])
    const id = place < 0 ? list.length : place
    const note = (list[id] ??= { label, count: 0 })
    known.refs[`:${label}`] = id
    const subId = note.count ?? 0
    note.count = subId + 1
    state.push('footnote_ref', '', 0).meta = { id, subId, label }
  }
  state.pos += whole.length
  return true
}

/** Removes the texts of footnotes from their place, and adds them at the end of the article. */
function footnotesAtEnd(state: StateCore): void {
  const { list } = (state.env as FootnoteEnv).footnotes ?? {}
  if (!(state.env as FootnoteEnv).footnotes) return
  const kept: Token[] = []
  const defined = new Map<string, Token[]>()
  let current: Token[] | null = null
  for (const token of state.tokens) {
    if (token.type === 'footnote_reference_open') {
      current = []
      defined.set(labelOf(token), current)
    } else if (token.type === 'footnote_reference_close') current = null
    else (current ?? kept).push(token)
  }
  state.tokens = kept
  if (!list) return
  kept.push(new state.Token('footnote_block_open', '', 1))
  for (const [id, note] of list.entries()) {
    const open = new state.Token('footnote_open', '', 1)
    open.meta = { id, label: note.label }
    kept.push(open)
    for (const token of note.tokens ? paragraphOf(state, note) : (defined.get(note.label ?? '') ?? [])) kept.push(token)
    const last = kept.at(-1)?.type === 'paragraph_close' ? kept.pop() : undefined
    for (let subId = 0; subId < Math.max(1, note.count ?? 1); subId += 1) {
      const anchor = new state.Token('footnote_anchor', '', 0)
      anchor.meta = { id, subId, label: note.label }
      kept.push(anchor)
    }
    if (last) kept.push(last)
    kept.push(new state.Token('footnote_close', '', -1))
  }
  kept.push(new state.Token('footnote_block_close', '', -1))
}

const labelOf = ({ meta }: Token): string => (meta as { readonly label: string }).label

function paragraphOf({ Token: Made }: StateCore, { tokens = [], content = '' }: Footnote): readonly Token[] {
  const open = new Made('paragraph_open', 'p', 1)
  const close = new Made('paragraph_close', 'p', -1)
  for (const token of [open, close]) token.block = true
  const inline = new Made('inline', '', 0)
  inline.children = [...tokens]
  inline.content = content
  return [open, inline, close]
}
