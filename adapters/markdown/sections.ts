import type { MarkdownIt } from 'markdown-it'

/** Puts every part under an h2 into a section, so that browsers only lay out the visible parts. */
export function sections(markdown: MarkdownIt): void {
  markdown.core.ruler.push('sections', (state) => {
    const { Token } = state
    const parted: typeof state.tokens = []
    let isInside = false
    for (const token of state.tokens) {
      const isTop = token.level === 0
      if (isTop && token.type === 'heading_open' && token.tag === 'h2') {
        if (isInside) parted.push(new Token('section_close', 'section', -1))
        parted.push(new Token('section_open', 'section', 1))
        isInside = true
      }
      if (isInside && token.type === 'footnote_block_open') {
        parted.push(new Token('section_close', 'section', -1))
        isInside = false
      }
      parted.push(token)
    }
    if (isInside) parted.push(new Token('section_close', 'section', -1))
    for (const token of parted) if (token.tag === 'section') token.block = true
    state.tokens = parted
  })
}
