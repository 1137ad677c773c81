import type { EditorState } from 'prosemirror-state'
import type { Block } from '../markdown-blocks/blocks.ts'
import { endOf, groupAt } from '../markdown-blocks/block-places.ts'
import { markdownOf, type Session } from '../markdown-blocks/session.ts'
import { lineAt, textLines, type TextLine } from '../markdown-blocks/text-lines.ts'
import { blockStart } from './held-places.ts'

type Document = EditorState['doc']

/** Whether nothing but blank lines is before this offset of the text. */
export const isBeforeBlocks = ({ groups: [first] }: Session, offset: number): boolean =>
  offset === 0 || offset < (first?.gap.length ?? 0)

/** The place in a line of the document at this offset of the text of an unchanged session; null where it cannot be told. */
export function placeIn(document: Document, session: Session, offset: number): number | null {
  const { ids, source, inside } = groupAt(session, offset)
  const lines = linesIn(source, session)
  const starts = ids.flatMap((id) => linesBelow(document, id))
  const found = isSame(lines, starts) ? lineAt(lines, inside.length) : null
  const line = found && starts[found.index]
  return found && line ? line.start + found.before : null
}

/** The offset of a place of the document in the text, also where the text would be written differently. */
export function offsetIn(doc: Document, blocks: readonly Block[], session: Session, at: number): number | null {
  const topLevel = doc.resolve(at).node(2)?.attrs['id']
  const index = blocks.findIndex(({ id }) => id === topLevel)
  const text = markdownOf(blocks, session)
  const start = index > 0 ? endOf(blocks, index - 1, session) : 0
  const end = index < 0 ? null : endOf(blocks, index, session)
  if (start === null || end === null) return null
  const lead = /^\s*\n|^/.exec(text.slice(start, end))?.[0].length ?? 0
  const lines = linesIn(text.slice(start + lead, end), session)
  const starts = linesBelow(doc, String(topLevel))
  if (!isSame(lines, starts)) return null
  const line = starts.findIndex((other) => other.start <= at && at <= other.start + other.length)
  const between = lines[line]?.between[at - (starts[line]?.start ?? 0)]
  return between === undefined ? null : start + lead + between
}

/** The lines of a piece of the text. Its references are read as such only beside their definitions. */
function linesIn(piece: string, { groups }: Session): readonly TextLine[] {
  const definitions = groups.map(({ source }) => source).filter((source) => /^ {0,3}\[[^\]]+\]:/.test(source))
  return textLines([piece, ...definitions].join('\n\n')).filter(({ start }) => start <= piece.length)
}

interface DocumentLine {
  readonly start: number
  readonly length: number
}

/** The lines of a block and of those within it. */
function linesBelow(document: Document, blockId: string): readonly DocumentLine[] {
  const start = blockStart(document, blockId)
  const block = start === null ? null : document.nodeAt(start)
  const lines: DocumentLine[] = []
  block?.descendants((node, at) => {
    if (node.isTextblock) lines.push({ start: (start ?? 0) + 1 + at + 1, length: node.content.size })
    return !node.isTextblock
  })
  return lines
}

const isSame = (lines: readonly TextLine[], starts: readonly DocumentLine[]): boolean =>
  lines.length === starts.length &&
  lines.every(({ ends }, index) => ends === null || ends.length === starts[index]?.length)
