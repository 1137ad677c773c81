import { docToBlocks, inlineContentToNodes } from '@blocknote/core'
import type { EditorState } from 'prosemirror-state'
import type { Awaited, TextPlace } from '../face-controls.ts'
import { spacesAround } from '../held-places.ts'
import type { Block } from '../markdown-blocks/blocks.ts'
import { blockAt, endOf, PROBE, probedAt } from '../markdown-blocks/block-places.ts'
import { markdownOf, openMarkdown, type Session } from '../markdown-blocks/session.ts'
import { blockStart, changeHeld, heldIn, type Held } from './held-places.ts'
import type { RichEditor } from './rich-schema.tsx'

type Document = EditorState['doc']
type DocumentPlace = ReturnType<Document['resolve']>

export interface HeldTarget {
  readonly editor: RichEditor
  readonly session: Session
  blocks(): readonly Block[]
  /**
   * Inserts markdown after the block, or replaces it if it is empty and replaceable. @returns the id of the last
   * inserted block
   */
  insertAfter(markdown: string, blockId: string, mayReplace: boolean): string
}

export function hold({ editor, session }: HeldTarget, awaited: Awaited, place: TextPlace | null): void {
  const { doc, selection } = editor.prosemirrorState
  const cursorId = editor.getTextCursorPosition().block.id
  const blockId = place ? (blockAt(session, place.at) ?? cursorId) : cursorId
  const line = place ? endOfLine(doc, blockId) : selection.$to
  const isInLine = !awaited.isBlock && !place?.isBlock && line !== null && takesLinks(line)
  const held: Held = { ...awaited, blockId, at: isInLine ? line.pos : null }
  editor.transact((transaction) =>
    changeHeld(transaction, (before) => [...before.filter(({ id }) => id !== awaited.id), held]),
  )
}

export const release = ({ editor }: HeldTarget, id: number): void =>
  editor.transact((transaction) => changeHeld(transaction, (before) => before.filter((held) => held.id !== id)))

export function placeOf(target: HeldTarget, id: number): TextPlace | null {
  const { editor, session } = target
  const state = editor.prosemirrorState
  const held = heldIn(state).find((other) => other.id === id)
  if (!held) return null
  if (held.at !== null) {
    const probed = docToBlocks(state.tr.insertText(PROBE, held.at).doc) as unknown as readonly Block[]
    const at = probedAt(probed, session, markdownOf(target.blocks(), session))
    if (at !== null) return { at, isBlock: false }
  }
  const index = target.blocks().findIndex((block) => contains(block, held.blockId))
  const at = index < 0 ? null : endOf(target.blocks(), index, session)
  return at === null ? null : { at, isBlock: true }
}

export function fill(target: HeldTarget, id: number, markdown: string): boolean {
  const { editor } = target
  const held = heldIn(editor.prosemirrorState).find((other) => other.id === id)
  release(target, id)
  if (!held) return false
  if (held.at !== null && fillLine(target, held, held.at, markdown)) return true
  if (!editor.getBlock(held.blockId)) return false
  const others = heldIn(editor.prosemirrorState).filter(({ blockId }) => blockId === held.blockId)
  const lastId = target.insertAfter(markdown, held.blockId, !others.some((other) => other.id < id))
  // Later insertions go after this.
  editor.transact((transaction) =>
    changeHeld(transaction, (before) =>
      before.map((other) =>
        other.blockId === held.blockId && other.id > id && other.at === null ? { ...other, blockId: lastId } : other,
      ),
    ),
  )
  return true
}

/** @returns false for block content */
function fillLine({ editor }: HeldTarget, { id }: Held, at: number, markdown: string): boolean {
  const [only, ...others] = openMarkdown(markdown).blocks
  if (others.length > 0 || only?.type !== 'paragraph' || !Array.isArray(only.content)) return false
  const content = only.content as Parameters<typeof editor.insertInlineContent>[0]
  const { schema, doc } = editor.prosemirrorState
  const place = doc.resolve(at)
  const spaces = spacesAround(place.nodeBefore?.textContent ?? '', place.nodeAfter?.textContent ?? '')
  const [lead = [], trail = []] = spaces.map((space) => (space === '' ? [] : [schema.text(space)]))
  const nodes = inlineContentToNodes(content as Parameters<typeof inlineContentToNodes>[0], schema)
  const spaced = [...lead, ...nodes, ...trail]
  const length = spaced.reduce((sum, node) => sum + node.nodeSize, 0)
  editor.transact((transaction) => {
    transaction.insert(at, spaced)
    changeHeld(transaction, (held) =>
      held.map((other) => (other.at === at && other.id > id ? { ...other, at: at + length } : other)),
    )
  })
  return true
}

/** The end of the block's own text. */
function endOfLine(document: Document, blockId: string): DocumentPlace | null {
  const start = blockStart(document, blockId)
  const line = start === null ? null : document.nodeAt(start)?.firstChild
  return start !== null && line?.isTextblock ? document.resolve(start + 1 + line.nodeSize - 1) : null
}

// Code and islands contain only text.
function takesLinks({ parent: { type } }: DocumentPlace): boolean {
  const link = type.schema.marks['link']
  return type.isTextblock && link !== undefined && type.allowsMarkType(link)
}

const contains = (block: Block, id: string): boolean =>
  block.id === id || block.children.some((child) => contains(child, id))
