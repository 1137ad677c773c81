import type { Transaction } from 'prosemirror-state'
import type { Block, Hints } from '../markdown-blocks/blocks.ts'
import { joinedSession, openPieces, settle, type OpenedPiece, type Session } from '../markdown-blocks/session.ts'
import { nextFrame } from './next-frame.ts'
import type { RichEditor } from './rich-schema.tsx'

/** Opened synchronously up to here: nobody notices. */
const AT_ONCE = 40_000
// Maximum time per frame without being noticed.
const OPENING_MS = 30

/** How much of the page is in the document, from 0 to 1; null when complete. */
type Listener = (share: number | null) => void

/**
 * Opens a long page piece by piece, so that the window stays responsive. Until it is complete, the page counts as
 * unchanged: nothing can be typed, and any other change of the document opens the rest at once.
 */
export class OpeningPieces {
  readonly #markdown: string
  readonly #hints: Hints = new Map()
  readonly #pieces: Iterator<OpenedPiece>
  /** The initial blocks, possibly all; null for a page opened at once. */
  readonly first: OpenedPiece | null
  readonly #sessions: Session[] = []
  #editor: RichEditor | null = null
  #show: Listener = () => undefined
  #join: (session: Session) => void = () => undefined
  #read = 0
  /** The block after which the next piece is inserted. */
  #above: string | null = null
  #isDone: boolean
  #isStopped = false
  #isRunning = false
  #isPutting = false

  constructor(markdown: string) {
    this.#markdown = markdown
    this.#pieces = markdown.length > AT_ONCE ? openPieces(markdown, this.#hints) : [].values()
    this.first = this.#next()
    this.#isDone = this.first === null || this.first.markdown.length === markdown.length
  }

  /** Whether part of it is not in the document yet. */
  get isOpening(): boolean {
    return !this.#isDone
  }

  /** Continues after the first piece, which is in the editor; finally `join` gets the session of the whole page. */
  begin(editor: RichEditor, first: Session, join: (session: Session) => void): void {
    if (this.#isDone) return
    this.#editor = editor
    this.#sessions.push(first)
    this.#above = first.groups.at(-1)?.ids.at(-1) ?? null
    this.#join = join
    editor.onChange(() => {
      if (!this.#isPutting) this.finish()
    })
  }

  onOpening(listener: Listener): void {
    this.#show = listener
  }

  /** The editor is hidden or closed. */
  stop(): void {
    this.#isStopped = true
  }
  goOn(): void {
    this.#isStopped = false
    if (this.isOpening && !this.#isRunning) void this.#openOthers()
  }

  /** Inserts all the rest at once, which is slow. */
  finish(): void {
    while (this.isOpening) this.#openNext()
  }

  async #openOthers(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.isOpening) {
        this.#show(this.#read / this.#markdown.length)
        await nextFrame()
        if (this.#isStopped) return
        const begun = performance.now()
        while (this.isOpening && performance.now() - begun < OPENING_MS) this.#openNext()
      }
    } finally {
      this.#isRunning = false
      this.#show(null)
    }
  }

  #next(): OpenedPiece | null {
    const { value, done } = this.#pieces.next()
    if (done === true) return null
    this.#read += value.markdown.length
    return value
  }

  #openNext(): void {
    const piece = this.#next()
    if (piece) {
      this.#sessions.push(this.#put(piece))
      return
    }
    this.#isDone = true
    this.#join(joinedSession(this.#sessions, this.#hints))
  }

  /** @returns the session of the piece, once the editor has processed it */
  #put(piece: OpenedPiece): Session {
    if (piece.blocks.length === 0) return piece.session
    const put = this.#change((editor) => {
      const above = editor.getBlock(this.#above ?? '')
      const blocks = forEditor(piece.blocks)
      return above
        ? editor.insertBlocks(blocks, above, 'after')
        : editor.replaceBlocks(editor.document, blocks).insertedBlocks
    })
    const settled = settle(piece.markdown, piece, put)
    const { blocks } = settled
    const kept = blocks
      ? this.#change((editor) => editor.replaceBlocks(forEditor(put), forEditor(blocks)).insertedBlocks)
      : put
    this.#above = kept.at(-1)?.id ?? this.#above
    return blocks ? settle(piece.markdown, { session: settled.session, blocks }, kept).session : settled.session
  }

  /** Opening is not an undo step. */
  #change(change: (editor: RichEditor) => RichEditor['document']): readonly Block[] {
    const editor = this.#editor
    if (!editor) return []
    this.#isPutting = true
    try {
      return editor.transact((transaction: Transaction) => {
        transaction.setMeta('addToHistory', false)
        return change(editor)
      }) as unknown as readonly Block[]
    } finally {
      this.#isPutting = false
    }
  }
}

// The two block types are the same at run time; the editor's types include its whole schema.
const forEditor = (blocks: readonly Block[]): RichEditor['document'] => blocks as unknown as RichEditor['document']
