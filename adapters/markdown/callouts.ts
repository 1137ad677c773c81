import type { MarkdownIt, Token } from 'markdown-it'
import { CALLOUTS } from './allowed.ts'

const MARK = new RegExp(`^\\[!(${CALLOUTS.join('|')})\\][ \\t]*$`, 'i')

/**
 * Turns quotes whose first line is `[!NOTE]` or another word of {@link CALLOUTS} into callouts, as GitHub and Obsidian
 * do. Styles add the title in the reader's language. A quote with only this word stays as typed.
 */
export function callouts(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'callouts', (state) => {
    const { tokens } = state
    const emptied = new Set<number>()
    for (const [at, quote] of tokens.entries()) {
      const inline = tokens[at + 2]
      if (quote.type !== 'blockquote_open' || tokens[at + 1]?.type !== 'paragraph_open' || !inline) continue
      const [first, second] = inline.children ?? []
      const word = first?.type === 'text' ? MARK.exec(first.content)?.[1] : undefined
      if (word === undefined || (second && !isLineEnd(second))) continue
      if (!second && tokens[at + 4]?.type === 'blockquote_close') continue
      quote.attrJoin('class', `callout callout-${word.toLowerCase()}`)
      inline.children = inline.children?.slice(2) ?? []
      if (!second) for (const place of [at + 1, at + 2, at + 3]) emptied.add(place)
    }
    if (emptied.size > 0) state.tokens = tokens.filter((_, at) => !emptied.has(at))
  })
}

const isLineEnd = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak'
