/** A node of markdown, as far as its length needs it. */
interface Lines {
  readonly type: string
  readonly value?: string
  readonly children?: readonly Lines[]
}

const LINES = new Set(['paragraph', 'heading', 'tableRow'])
/** Breaks in these begin no line. */
const OF_ONE_LINE = new Set(['heading', 'tableRow'])

/**
 * Of a node as markdown, in UTF-16 units, or less: texts, and what begins each line in quotations and entries. Those in
 * one another make hundreds of signs for each line.
 */
export function leastLength({ type, value = '', children = [] }: Lines, indent = 0): number {
  if (type === 'code') return value.length + value.split('\n').length * indent
  if (type === 'break') return indent + 1
  const inner = type === 'blockquote' || type === 'listItem' ? indent + 2 : indent
  let length = value.length + (LINES.has(type) ? inner : 0)
  for (const child of children) length += leastLength(child, OF_ONE_LINE.has(type) ? 0 : inner)
  return length
}
