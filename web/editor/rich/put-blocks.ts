import { inlineContentToNodes } from '@blocknote/core'
import { Selection, type Transaction } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import { isInlines, plainText, type Block, type Inline } from '../markdown-blocks/blocks.ts'
import { isHeldPicture } from '../paste/held-pictures.ts'
import type { RichEditor } from './rich-schema.tsx'
import { toLineBelow } from './typing/picture-keys.ts'

type Fragment = Transaction['doc']['content']

/**
 * Inserts blocks at the cursor, replacing the selection; the first and last are joined with the surrounding text. They go
 * below a selected picture, as what is typed does.
 */
export function putBlocks(editor: RichEditor, blocks: readonly Block[]): void {
  editor.transact((transaction) => {
    if (!toLineBelow(transaction)) deleteSelected(transaction)
    const { parent } = transaction.selection.$from
    const [first, ...others] = blocks
    if (!first || !parent.isTextblock) putBelow(editor, blocks)
    else if (parent.type.spec.code) transaction.insertText(textOf(blocks))
    else if (parent.type.name === 'tableParagraph') putInlines(transaction, inlinesOf(blocks))
    else if (isText(first) && others.length === 0) putInlines(transaction, inlinesOf(blocks))
    else putAround(editor, transaction, blocks)
    transaction.scrollIntoView()
  })
}

/** The cursor is where the selection began: of several cells in the first one. */
function deleteSelected(transaction: Transaction): void {
  const { selection } = transaction
  if (selection.empty) return
  transaction.deleteSelection()
  if (!(selection instanceof CellSelection)) return
  const first = Math.min(...selection.ranges.map(({ $from: place }) => place.pos))
  transaction.setSelection(Selection.near(transaction.doc.resolve(first)))
}

const isText = (block: Block | undefined): block is Block =>
  block?.type === 'paragraph' && block.children.length === 0 && isInlines(block.content) && !isPicture(block.content)

/** A held picture alone is a block, as it is once it is there. */
const isPicture = ([only, ...others]: readonly Inline[]): boolean => isHeldPicture(only) && others.length === 0

/** Between the two halves of the block with the cursor. */
function putAround(editor: RichEditor, transaction: Transaction, blocks: readonly Block[]): void {
  const { block } = editor.getTextCursorPosition()
  const { $from: place } = transaction.selection
  const isEmpty = place.parent.content.size === 0
  if (isEmpty && block.type === 'paragraph' && block.children.length === 0) {
    const { insertedBlocks } = editor.replaceBlocks([block], forEditor(blocks))
    endAt(editor, transaction, insertedBlocks.at(-1)?.id)
    return
  }
  const tail = place.parent.content.cut(place.parentOffset)
  transaction.delete(place.pos, place.end())
  let below = blocks
  if (isText(blocks[0]) && place.parentOffset > 0) {
    putInlines(transaction, inlinesOf([blocks[0]]))
    below = blocks.slice(1)
  }
  const endsInText = tail.size === 0 || isText(below.at(-1))
  const put = endsInText ? below : [...below, { ...EMPTY, id: `${blocks[0]?.id ?? ''}-rest` }]
  const isBefore = place.parentOffset === 0 && tail.size === 0
  const inserted = isBefore
    ? editor.replaceBlocks([block], forEditor(put)).insertedBlocks
    : editor.insertBlocks(forEditor(put), block, 'after')
  endAt(editor, transaction, inserted.at(-1)?.id ?? block.id)
  appendTail(transaction, tail)
}

const EMPTY: Block = { id: '', type: 'paragraph', props: {}, content: [], children: [] }

function putBelow(editor: RichEditor, blocks: readonly Block[]): void {
  if (blocks.length === 0) return
  const inserted = editor.insertBlocks(forEditor(blocks), editor.getTextCursorPosition().block, 'after')
  const last = inserted.at(-1)
  if (last?.content !== undefined) editor.setTextCursorPosition(last, 'end')
}

function putInlines(transaction: Transaction, content: readonly Inline[]): void {
  const { schema } = transaction.doc.type
  const nodes = inlineContentToNodes(content as unknown as Parameters<typeof inlineContentToNodes>[0], schema)
  const { from } = transaction.selection
  const size = nodes.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  transaction.insert(from, nodes)
  transaction.setSelection(Selection.near(transaction.doc.resolve(from + size), -1)).setStoredMarks([])
}

/** The text after the cursor is after it again. */
function appendTail(transaction: Transaction, tail: Fragment): void {
  const { from } = transaction.selection
  if (tail.size === 0) return
  transaction.insert(from, tail)
  transaction.setSelection(Selection.near(transaction.doc.resolve(from), -1))
}

// A block without text would be selected as a whole, and replaced by typing.
function endAt(editor: RichEditor, transaction: Transaction, id: string | undefined): void {
  let block = id === undefined ? undefined : editor.getBlock(id)
  if (!block) return
  for (let last = block.children.at(-1); last; last = block.children.at(-1)) block = last
  if (block.content !== undefined && block.type !== 'table') editor.setTextCursorPosition(block, 'end')
  else {
    const [below] = editor.insertBlocks([{ type: 'paragraph' }], block, 'after')
    if (below) editor.setTextCursorPosition(below, 'end')
  }
  transaction.setStoredMarks([])
}

/** The text of the blocks, one line per block. */
function inlinesOf(blocks: readonly Block[]): readonly Inline[] {
  const all = blocks.flatMap((block): Inline[][] => [
    lineOf(block),
    ...block.children.map((child) => [...inlinesOf([child])]),
  ])
  return all.flatMap((line, index) => (index === 0 ? line : [LINE_BREAK, ...line]))
}
const LINE_BREAK: Inline = { type: 'text', text: '\n', styles: {} }

function lineOf({ content, props }: Block): Inline[] {
  if (isInlines(content)) return [...content]
  if (typeof content === 'string') return [{ type: 'text', text: content, styles: {} }]
  if (props.url) return [{ type: 'mdRaw', props: { raw: `![${props.name ?? ''}](${props.url})` } }]
  const rows =
    content?.rows.map(({ cells }) => cells.flatMap((cell) => ('content' in cell ? cell.content : cell))) ?? []
  return rows.flatMap((row, index) => (index === 0 ? row : [LINE_BREAK, ...row]))
}

const textOf = (blocks: readonly Block[]): string =>
  blocks
    .map(({ content, children }) => [plainText(content), textOf(children)].filter((text) => text !== '').join('\n'))
    .join('\n')

// The two block types are the same at run time; the editor's types include its whole schema.
const forEditor = (blocks: readonly Block[]): RichEditor['document'] => blocks as unknown as RichEditor['document']
