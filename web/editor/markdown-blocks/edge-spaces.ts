import type { Inline } from './blocks.ts'

/** Without white space at its beginning and end. */
export function withoutEdgeSpaces<Kind extends Inline>(content: readonly Kind[]): readonly Kind[] {
  const isBlank = (inline: Kind): boolean => inline.type === 'text' && inline.text.trim() === ''
  const from = content.findIndex((inline) => !isBlank(inline))
  const to = content.findLastIndex((inline) => !isBlank(inline))
  if (from < 0) return []
  return content.slice(from, to + 1).map((inline, index) => {
    if (inline.type !== 'text') return inline
    const begun = index === 0 ? inline.text.trimStart() : inline.text
    return { ...inline, text: index === to - from ? begun.trimEnd() : begun }
  })
}
