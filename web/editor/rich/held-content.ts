import { docToBlocks, inlineContentToNodes } from '@blocknote/core'
import type { EditorState } from 'prosemirror-state'
import type { Awaited, TextPlace } from '../face-controls.ts'
import { spacesAround } from '../held-places.ts'
import { isInlines, type Block, type Inline } from '../markdown-blocks/blocks.ts'
import { blockAt, endOf, PROBE, probedAt } from '../markdown-blocks/block-places.ts'
import { markdownOf, openMarkdown, type Session } from '../markdown-blocks/session.ts'
import { blockStart, changeHeld, heldIn, type Held } from './held-places.ts'
import { isBeforeBlocks, offsetIn, placeIn } from './line-places.ts'
import { HOLDERS } from './own-line.ts'
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
  /** @returns the id of the first inserted block */
  insertBefore(markdown: string, blockId: string): string
}

export function hold(target: HeldTarget, awaited: Awaited, place: TextPlace | null): void {
  const { editor } = target
  if (place === null && awaited.isBlock && !isQuiet(awaited) && !isWithin(editor)) goToLineBelow(editor)
  show(editor, heldAt(target, awaited, place))
}

/** Holds a place of the document: the line that is empty, or a place within one. */
export function holdAt(editor: RichEditor, awaited: Awaited, at: number): void {
  const place = editor.prosemirrorState.doc.resolve(at)
  let depth = place.depth
  while (depth > 0 && place.node(depth).type.name !== 'blockContainer') depth -= 1
  const block = editor.getBlock(String(place.node(depth).attrs['id']))
  if (!block) return
  const isAbove = isEmptyLine(editor, block)
  const beforeId = editor.getPrevBlock(block)?.id ?? null
  show(editor, { ...awaited, blockId: block.id, at: isAbove ? null : at, isAbove, beforeId })
}

const show = (editor: RichEditor, held: Held): void =>
  editor.transact((transaction) =>
    changeHeld(transaction, (before) => [...before.filter(({ id }) => id !== held.id), held]),
  )

export function isCursorAt(target: HeldTarget, id: number): boolean {
  const held = heldIn(target.editor.prosemirrorState).find((other) => other.id === id)
  if (!held) return false
  const { blockId, at, isAbove } = heldAt(target, held, null)
  return held.blockId === blockId && held.at === at && held.isAbove === isAbove
}

const isQuiet = ({ label }: Awaited): boolean => label === ''

function heldAt({ editor, session }: HeldTarget, awaited: Awaited, place: TextPlace | null): Held {
  const { doc, selection } = editor.prosemirrorState
  const cursorId = editor.getTextCursorPosition().block.id
  const blockId = place ? (blockAt(session, place.at) ?? cursorId) : cursorId
  const line = place ? lineIn(doc, session, place.at, blockId) : selection.$to
  const isOfLine = place ? !place.isBlock : !awaited.isBlock || isWithin(editor)
  const isInLine = isOfLine && !isQuiet(awaited) && line !== null && takesLinks(line)
  const block = editor.getBlock(blockId)
  const isAtTop = place?.isBlock === true && isBeforeBlocks(session, place.at)
  const isAbove = isAtTop || (place === null && awaited.isBlock && block !== undefined && isEmptyLine(editor, block))
  const beforeId = (block && editor.getPrevBlock(block)?.id) ?? null
  return { ...awaited, blockId, at: isInLine ? line.pos : null, isAbove, beforeId }
}

/** In items, quotes and cells a picture stays within: it goes into the line of the cursor, before what is typed since. */
function isWithin(editor: RichEditor): boolean {
  const { block } = editor.getTextCursorPosition()
  return HOLDERS.has(block.type) || block.type === 'table' || editor.getParentBlock(block) !== undefined
}

/**
 * What is typed while a picture is on its way goes below it, as it does once the picture is there: from the end of a
 * paragraph or heading the cursor moves to an empty line of its own.
 */
function goToLineBelow(editor: RichEditor): void {
  const { selection } = editor.prosemirrorState
  const { block } = editor.getTextCursorPosition()
  const { $from: place } = selection
  const isAtEnd = selection.empty && place.parent.isTextblock && place.parentOffset === place.parent.content.size
  const isLine = block.type === 'paragraph' || block.type === 'heading'
  if (!isAtEnd || !isLine || block.children.length > 0 || editor.getParentBlock(block)) return
  if (place.parent.content.size === 0) return
  const next = editor.getNextBlock(block)
  const line =
    next && isEmptyLine(editor, next) ? next : editor.insertBlocks([{ type: 'paragraph' }], block, 'after')[0]
  if (line) editor.setTextCursorPosition(line)
}

const isEmptyLine = (editor: RichEditor, block: RichEditor['document'][number]): boolean =>
  block.type === 'paragraph' &&
  block.content.length === 0 &&
  block.children.length === 0 &&
  editor.getParentBlock(block) === undefined

export const relabel = ({ editor }: HeldTarget, id: number, label: string): void =>
  editor.transact((transaction) =>
    changeHeld(transaction, (before) => before.map((held) => (held.id === id ? { ...held, label } : held))),
  )

export const release = ({ editor }: HeldTarget, id: number): void =>
  editor.transact((transaction) => changeHeld(transaction, (before) => before.filter((held) => held.id !== id)))

export function placeOf(target: HeldTarget, id: number): TextPlace | null {
  const { editor, session } = target
  const state = editor.prosemirrorState
  const held = heldIn(state).find((other) => other.id === id)
  if (!held) return null
  if (held.at !== null) {
    const probed = docToBlocks(state.tr.insertText(PROBE, held.at).doc) as unknown as readonly Block[]
    const blocks = target.blocks()
    const at = probedAt(probed, session, markdownOf(blocks, session)) ?? offsetIn(state.doc, blocks, session, held.at)
    if (at !== null) return { at, isBlock: false }
  }
  const indexOf = (blockId: string | null) =>
    target.blocks().findIndex((block) => blockId !== null && contains(block, blockId))
  const own = indexOf(held.blockId)
  const index = !held.isAbove ? own : own < 0 ? indexOf(held.beforeId) : own - 1
  if (held.isAbove && own === 0) return { at: 0, isBlock: true }
  const at = index < 0 ? null : endOf(target.blocks(), index, session)
  return at === null ? null : { at, isBlock: true }
}

export function fill(target: HeldTarget, id: number, markdown: string): boolean {
  const { editor } = target
  const held = heldIn(editor.prosemirrorState).find((other) => other.id === id)
  release(target, id)
  if (!held) return false
  if (held.at !== null && fillLine(target, held, held.at, markdown)) return true
  if (held.isAbove && editor.getBlock(held.blockId)) {
    fillAbove(target, held, markdown)
    return true
  }
  const above = held.isAbove ? held.beforeId : held.blockId
  return above !== null && fillBelow(target, { ...held, blockId: above }, markdown)
}

/** Several come in the order in which they were held. */
function fillAbove({ editor, insertBefore }: HeldTarget, { id, blockId }: Held, markdown: string): void {
  const line = editor.getBlock(blockId)
  const firstId = insertBefore(markdown, blockId)
  editor.transact((transaction) =>
    changeHeld(transaction, (before) =>
      before.map((other) => (other.blockId === blockId && other.id < id ? { ...other, blockId: firstId } : other)),
    ),
  )
  const isAwaited = heldIn(editor.prosemirrorState).some((other) => other.blockId === blockId)
  const isLeft = editor.getTextCursorPosition().block.id !== blockId
  if (line && isEmptyLine(editor, line) && isLeft && !isAwaited) editor.removeBlocks([line])
}

function fillBelow(target: HeldTarget, held: Held, markdown: string): boolean {
  const { editor } = target
  const { id } = held
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
  const content = lineOf(markdown)
  if (!content) return false
  const { schema, doc } = editor.prosemirrorState
  const place = doc.resolve(at)
  const spaces = spacesAround(place.nodeBefore?.textContent ?? '', place.nodeAfter?.textContent ?? '')
  const [lead = [], trail = []] = spaces.map((space) => (space === '' ? [] : [schema.text(space)]))
  const nodes = inlineContentToNodes(content as unknown as Parameters<typeof inlineContentToNodes>[0], schema)
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

/** The content of a single line: of a paragraph, or a picture as it is written; null for other blocks. */
function lineOf(markdown: string): readonly Inline[] | null {
  const [only, ...others] = openMarkdown(markdown).blocks
  if (others.length > 0) return null
  if (only?.type === 'image') return [{ type: 'mdRaw', props: { raw: markdown.trim() } }]
  return only?.type === 'paragraph' && isInlines(only.content) ? only.content : null
}

/** The place in the line at this offset of the text; the end of its block where it cannot be told. */
function lineIn(document: Document, session: Session, offset: number, blockId: string): DocumentPlace | null {
  const at = placeIn(document, session, offset)
  return at === null ? endOfLine(document, blockId) : document.resolve(at)
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
