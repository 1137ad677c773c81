import { createExtension } from '@blocknote/core'
import { closeHistory } from 'prosemirror-history'
import { Plugin, type Transaction } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import { isInlines, type Block } from '../markdown-blocks/blocks.ts'
import { nextFrame } from './next-frame.ts'
import { putBlocks } from './put-blocks.ts'
import type { RichEditor } from './rich-schema.tsx'

/** How much is inserted between two frames: in characters, plus a cost per block. */
const SLICE = 10_000
const BLOCK = 100

// Serialising as markdown is faster than rendering.
const WRITTEN_SLICE = 5 * SLICE

/** Reads the blocks of one piece of a text. Called once. */
export type ReadPiece = () => readonly Block[]

// Maximum time per frame without being noticed.
const READING_MS = 30

/** While the focus is in a long text, React walks through all of it whenever anything is drawn. */
const SHOWN_STEP = 0.05

/** How much of the blocks is in the document, from 0 to 1; null when complete. */
type Listener = (share: number | null) => void

/**
 * Inserts many blocks in slices, so that the window stays responsive. They are part of the text from the start, and one
 * undo removes them all. Typing is blocked until they are inserted.
 */
export class SlicedBlocks {
  readonly #editor: RichEditor
  readonly #show: Listener
  readonly #write: (blocks: readonly Block[]) => void
  #waiting: readonly Block[] = []
  /** Pieces whose blocks go after the first pending blocks, and before the last piece of the text. */
  #unread: readonly ReadPiece[] = []
  #lastPiece: readonly Block[] = []
  /** The block after which they go. */
  #above = ''
  /** The undo step they belong to. */
  #first: Transaction | null = null
  #onPut = (): void => undefined
  #isStopped = false
  #isRunning = false

  /** `write` caches its results: drafts may be stored at any time, and must not serialise everything at once. */
  constructor(editor: RichEditor, write: (blocks: readonly Block[]) => void, show: Listener) {
    this.#editor = editor
    this.#write = write
    this.#show = show
  }

  /** Whether some of them are not in the document yet. */
  get isPutting(): boolean {
    return this.#waiting.length > 0 || this.#unread.length > 0 || this.#lastPiece.length > 0
  }

  /** Whether some of them have not even been read: getting all of them is slow. */
  get isReading(): boolean {
    return this.#unread.length > 0
  }

  /** Like `putBlocks`. `onPut` is called once all of them are in the document, or the face goes. */
  put(blocks: readonly Block[], onPut: () => void = () => undefined): void {
    const head = Math.max(2, lengthOfSlice(blocks))
    if (this.#isLine || this.isPutting || head >= blocks.length - 1) {
      putBlocks(this.#editor, blocks)
      return onPut()
    }
    this.#onPut = onPut
    this.#begin(blocks.slice(0, head), blocks.slice(-1))
    this.#waiting = blocks.slice(head, -1)
    void this.#putOthers()
  }

  /** Like `put`, for blocks that are slow to read. */
  putPieces(pieces: readonly ReadPiece[], onPut: () => void = () => undefined): void {
    const head: Block[] = []
    let [from, to] = [0, pieces.length]
    while (head.length < 2 && from < to) head.push(...(pieces[from++]?.() ?? []))
    let last: readonly Block[] = []
    while (last.length === 0 && from < to) last = pieces[--to]?.() ?? []
    const between = pieces.slice(from, to)
    if (between.length === 0 || this.#isLine || this.isPutting)
      return this.put([...head, ...between.flatMap((read) => read()), ...last], onPut)
    this.#onPut = onPut
    this.#unread = between
    this.#lastPiece = last.slice(0, -1)
    this.#begin(head, last.slice(-1))
    void this.#putOthers()
  }

  /** The first may be joined with the line at the cursor, and the last with the text after it. */
  #begin(head: readonly Block[], last: readonly Block[]): void {
    this.#first = this.#editor.transact((transaction) => {
      closeHistory(transaction)
      putBlocks(this.#editor, [...head, ...last])
      return transaction
    })
    this.#above = head.at(-1)?.id ?? ''
  }

  /** Blocks of the document, including those not inserted yet. */
  with(shown: readonly Block[]): readonly Block[] {
    this.#read(Infinity)
    if (this.#waiting.length === 0) return shown
    return withBelow(shown, this.#above, this.#waiting) ?? [...shown, ...this.#waiting]
  }

  /** The editor is hidden or closed. */
  stop(): void {
    this.#isStopped = true
    // Another face will show all of them.
    if (this.isPutting) this.#finish()
  }
  goOn(): void {
    this.#isStopped = false
    if (this.isPutting && !this.#isRunning) void this.#putOthers()
  }

  async #putOthers(): Promise<void> {
    this.#isRunning = true
    this.#show(0)
    try {
      while (this.#unread.length > 0) {
        await nextFrame()
        if (this.#isStopped) return
        this.#read(READING_MS)
      }
      this.#read(0)
      const all = this.#waiting.length
      for (let from = 0; from < all;) {
        await nextFrame()
        if (this.#isStopped) return
        const unwritten = this.#waiting.slice(from)
        const length = lengthOfSlice(unwritten, WRITTEN_SLICE)
        this.#write(unwritten.slice(0, length))
        from += length
      }
      let shown = 0
      while (this.#waiting.length > 0) {
        await nextFrame()
        if (this.#isStopped) return
        this.#putSlice()
        const share = 1 - this.#waiting.length / all
        if (share < shown + SHOWN_STEP) continue
        shown = share
        this.#show(share)
      }
      this.#first = null
      this.#editor.transact((transaction) => transaction.scrollIntoView())
      this.#finish()
    } finally {
      this.#isRunning = false
      this.#show(null)
    }
  }

  #finish(): void {
    const onPut = this.#onPut
    this.#onPut = () => undefined
    onPut()
  }

  /** Reads for this long; the last pending blocks are inserted once everything before them has been read. */
  #read(longestMs: number): void {
    const begun = performance.now()
    const read: Block[] = []
    let next = 0
    for (; next < this.#unread.length && performance.now() - begun < longestMs; next += 1)
      read.push(...(this.#unread[next]?.() ?? []))
    this.#unread = this.#unread.slice(next)
    const last = this.#unread.length === 0 ? this.#lastPiece : []
    if (last.length > 0) this.#lastPiece = []
    if (read.length + last.length > 0) this.#waiting = [...this.#waiting, ...read, ...last]
  }

  get #isLine(): boolean {
    const { selection } = this.#editor.prosemirrorState
    const { parent } = selection.$from
    return selection instanceof CellSelection || parent.type.spec.code === true || parent.type.name === 'tableParagraph'
  }

  #putSlice(): void {
    const length = lengthOfSlice(this.#waiting)
    const slice = this.#waiting.slice(0, length)
    const above = this.#editor.getBlock(this.#above) ?? this.#editor.document.at(-1)
    if (!above) return
    const put = this.#editor.transact((transaction) => {
      // This makes it part of the same undo step.
      transaction.setMeta('appendedTransaction', this.#first)
      return this.#editor.insertBlocks(slice as unknown as RichEditor['document'], above, 'after')
    })
    this.#above = slice.at(-1)?.id ?? ''
    this.#waiting = this.#waiting.slice(length)
    this.#write(put as unknown as readonly Block[])
  }
}

/**
 * Blocks changes of the text during an insertion. It stays contenteditable, because the browser would otherwise redraw
 * a long text completely.
 */
export const heldStill = (isHeld: () => boolean) => {
  const refuse = (_view: unknown, event: Event): boolean => {
    if (!isHeld()) return false
    event.preventDefault()
    return true
  }
  return createExtension({
    key: 'held-still',
    prosemirrorPlugins: [
      new Plugin({
        props: {
          handleDOMEvents: {
            // Other keys act by their default action.
            keydown: () => isHeld(),
            ...{ beforeinput: refuse, cut: refuse, drop: refuse, dragstart: refuse, paste: refuse },
          },
        },
      }),
    ],
  })
}

function lengthOfSlice(blocks: readonly Block[], most = SLICE): number {
  let weight = 0
  const end = blocks.findIndex((block) => (weight += weightOf(block)) > most)
  return end < 0 ? blocks.length : Math.max(1, end)
}

function weightOf({ content, children }: Block): number {
  const letters =
    typeof content === 'string'
      ? content.length
      : isInlines(content)
        ? content.reduce((sum, inline) => sum + (inline.type === 'text' ? inline.text.length : BLOCK), 0)
        : (content?.rows.reduce((sum, { cells }) => sum + cells.length * BLOCK, 0) ?? 0)
  return children.reduce((sum, child) => sum + weightOf(child), BLOCK + letters)
}

/** The blocks with others inserted below the one with this id; null without it. */
function withBelow(blocks: readonly Block[], id: string, others: readonly Block[]): readonly Block[] | null {
  const at = blocks.findIndex((block) => block.id === id)
  if (at >= 0) return [...blocks.slice(0, at + 1), ...others, ...blocks.slice(at + 1)]
  for (const [index, block] of blocks.entries()) {
    const children = withBelow(block.children, id, others)
    if (children) return blocks.with(index, { ...block, children })
  }
  return null
}
