import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import footnote from 'markdown-it-footnote'

/** Footnotes in footnotes beyond this are text: each level is read anew. */
const DEEPEST = 8

/** What the plugin keeps of the footnotes of a text while it is parsed. */
interface FootnoteEnv {
  footnotes?: {
    list?: Footnote[]
    /** By the label behind a colon: its place in the list, negative until it is used. */
    readonly refs?: Record<string, number>
  }
  /** How deep in footnotes the text lies that is being parsed. */
  footnoteDepth?: number
}
interface Footnote {
  /** Of one that is written where it is used. */
  readonly tokens?: readonly Token[]
  readonly content?: string
  /** Of one that is defined elsewhere, with the number of its uses. */
  readonly label?: string
  count?: number
}

/**
 * Footnotes as the plugin has them, with three of its rules anew: it copies all that is rendered with each footnote, reads
 * nested ones as deep as they go, and looks for the end of a label up to the end of the text. Each takes the square of the
 * number of footnotes. And it loses a footnote that is used within another: both get the same number.
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
    // In the list before its text is read: footnotes within it take the numbers behind it.
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

/** Labels are as long as those of links may be. */
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

/** Takes the texts of footnotes out of where they are defined, and puts all footnotes behind the article. */
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
