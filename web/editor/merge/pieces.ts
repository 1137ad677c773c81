import { parseMarkdown, placeOf, type NodeOf } from '../markdown-blocks/parse.ts'

/**
 * A markdown text split at its top-level blocks; together the pieces are the text, byte for byte. Lists and tables are
 * split into their items and rows, so that two people can edit two of them.
 */
export function piecesOf(markdown: string): string[] {
  const cuts = new Set<number>([0])
  for (const node of parseMarkdown(markdown).children) {
    const { start, end } = placeOf(node)
    cuts.add(lineStart(markdown, start))
    if (node.type === 'table') for (const row of node.children) cuts.add(lineStart(markdown, placeOf(row).start))
    if (node.type === 'list') for (const start of itemStarts(node)) cuts.add(lineStart(markdown, start))
    // The empty lines after a block are a separate piece: appending a block changes no other.
    const lineEnd = markdown.indexOf('\n', end)
    if (lineEnd >= 0) cuts.add(lineEnd + 1)
  }
  const sorted = [...cuts].filter((cut) => cut < markdown.length || cut === 0).toSorted((a, b) => a - b)
  return sorted.map((cut, index) => markdown.slice(cut, sorted[index + 1])).filter((piece) => piece !== '')
}

/** Of the items of a list, and of the lists in them. */
const itemStarts = (list: NodeOf<'list'>): readonly number[] =>
  list.children.flatMap((item) => [
    placeOf(item).start,
    ...item.children.flatMap((child) => (child.type === 'list' ? itemStarts(child) : [])),
  ])

const lineStart = (markdown: string, offset: number): number => markdown.lastIndexOf('\n', offset - 1) + 1
