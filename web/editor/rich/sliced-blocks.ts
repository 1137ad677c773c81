import { createExtension } from '@blocknote/core'
import { closeHistory } from 'prosemirror-history'
import { Plugin, type Transaction } from 'prosemirror-state'
import { isInlines, type Block } from '../markdown-blocks/blocks.ts'
import { nextFrame } from './next-frame.ts'
import { putBlocks } from './put-blocks.ts'
import type { RichEditor } from './rich-schema.tsx'

/** What goes into the document between two frames: its letters, and as much for each block as it costs to draw. */
const SLICE = 10_000
const BLOCK = 100

// Writing them as markdown is quicker than drawing them.
const WRITTEN_SLICE = 5 * SLICE

/** Reads the blocks of one piece of a text. It is called once. */
export type ReadPiece = () => readonly Block[]

// As long as a frame may take without being felt.
const READING_MS = 30

/** How much of the blocks is in the document, from 0 to 1; null when all of them are. */
type Listener = (share: number | null) => void

/**
 * Puts many blocks into the document a slice at a time, so that the window stays alive. They belong to the text from the
 * first moment, and one undo takes them all back. Nothing else may be typed until they are there.
 */
export class SlicedBlocks {
  readonly #editor: RichEditor
  readonly #show: Listener
  readonly #write: (blocks: readonly Block[]) => void
  #waiting: readonly Block[] = []
  /** Pieces whose blocks come after the first of those that wait, and before the last piece of the text. */
  #unread: readonly ReadPiece[] = []
  #lastPiece: readonly Block[] = []
  /** The block they come after. */
  #above = ''
  /** The step of undo they are a part of. */
  #first: Transaction | null = null
  #isStopped = false
  #isRunning = false

  /** `write` remembers what it wrote: a draft is kept at any moment, and must not write all of them at once. */
  constructor(editor: RichEditor, write: (blocks: readonly Block[]) => void, show: Listener) {
    this.#editor = editor
    this.#write = write
    this.#show = show
  }

  /** Whether some of them are not in the document yet. */
  get isPutting(): boolean {
    return this.#waiting.length > 0 || this.#unread.length > 0 || this.#lastPiece.length > 0
  }

  /** Whether some of them were not even read: asking for all of them takes long. */
  get isReading(): boolean {
    return this.#unread.length > 0
  }

  /** As `putBlocks`. */
  put(blocks: readonly Block[]): void {
    const head = Math.max(2, lengthOfSlice(blocks))
    if (this.#isLine || this.isPutting || head >= blocks.length - 1) return putBlocks(this.#editor, blocks)
    this.#begin(blocks.slice(0, head), blocks.slice(-1))
    this.#waiting = blocks.slice(head, -1)
    void this.#putOthers()
  }

  /** As `put`, of blocks that may take long to read. */
  putPieces(pieces: readonly ReadPiece[]): void {
    const head: Block[] = []
    let [from, to] = [0, pieces.length]
    while (head.length < 2 && from < to) head.push(...(pieces[from++]?.() ?? []))
    let last: readonly Block[] = []
    while (last.length === 0 && from < to) last = pieces[--to]?.() ?? []
    const between = pieces.slice(from, to)
    if (between.length === 0 || this.#isLine || this.isPutting)
      return this.put([...head, ...between.flatMap((read) => read()), ...last])
    this.#unread = between
    this.#lastPiece = last.slice(0, -1)
    this.#begin(head, last.slice(-1))
    void this.#putOthers()
  }

  /** The first one may join the line with the cursor, and the last one what stands behind it. */
  #begin(head: readonly Block[], last: readonly Block[]): void {
    this.#first = this.#editor.transact((transaction) => {
      closeHistory(transaction)
      putBlocks(this.#editor, [...head, ...last])
      return transaction
    })
    this.#above = head.at(-1)?.id ?? ''
  }

  /** Blocks of the document, with those that are not in it yet. */
  with(shown: readonly Block[]): readonly Block[] {
    this.#read(Infinity)
    if (this.#waiting.length === 0) return shown
    return withBelow(shown, this.#above, this.#waiting) ?? [...shown, ...this.#waiting]
  }

  /** The editor is not shown for now, or never again. */
  stop(): void {
    this.#isStopped = true
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
      while (this.#waiting.length > 0) {
        await nextFrame()
        if (this.#isStopped) return
        this.#putSlice()
        this.#show(1 - this.#waiting.length / all)
      }
      this.#first = null
      this.#editor.transact((transaction) => transaction.scrollIntoView())
    } finally {
      this.#isRunning = false
      this.#show(null)
    }
  }

  /** Reads for so long; what waits last comes once everything before it was read. */
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
    const { parent } = this.#editor.prosemirrorState.selection.$from
    return parent.type.spec.code === true || parent.type.name === 'tableParagraph'
  }

  #putSlice(): void {
    const length = lengthOfSlice(this.#waiting)
    const slice = this.#waiting.slice(0, length)
    const above = this.#editor.getBlock(this.#above) ?? this.#editor.document.at(-1)
    if (!above) return
    const put = this.#editor.transact((transaction) => {
      // Which makes it a part of the same step for undo.
      transaction.setMeta('appendedTransaction', this.#first)
      return this.#editor.insertBlocks(slice as unknown as RichEditor['document'], above, 'after')
    })
    this.#above = slice.at(-1)?.id ?? ''
    this.#waiting = this.#waiting.slice(length)
    this.#write(put as unknown as readonly Block[])
  }
}

/**
 * Leaves the text as it is while something is being put into it. It stays editable for the browser, which would draw all
 * of a long text anew otherwise.
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
            // Its default is what other keys do.
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

/** The blocks with others below the one with this id; null without it. */
function withBelow(blocks: readonly Block[], id: string, others: readonly Block[]): readonly Block[] | null {
  const at = blocks.findIndex((block) => block.id === id)
  if (at >= 0) return [...blocks.slice(0, at + 1), ...others, ...blocks.slice(at + 1)]
  for (const [index, block] of blocks.entries()) {
    const children = withBelow(block.children, id, others)
    if (children) return blocks.with(index, { ...block, children })
  }
  return null
}
