import { BlockNoteEditor } from '@blocknote/core'
import type { TextSide } from '../beside-text.ts'
import type { Block } from '../markdown-blocks/blocks.ts'
import type { TextFaceControls } from '../face-controls.ts'
import { editable, withLineEndsOf } from '../markdown-blocks/line-endings.ts'
import { markdownOf, openMarkdown, settle, type Session } from '../markdown-blocks/session.ts'
import { isAllowedLink } from './allowed-link.ts'
import { brokenLinks, type BrokenLinks } from './broken-links.ts'
import { continueAt } from './continue-at.ts'
import { codeColors } from './code/code-colors.ts'
import { codeKeys } from './code/code-keys.ts'
import { nameLanguageFields } from './code-block.tsx'
import { editorWords } from './editor-words.ts'
import { fill, hold, isCursorAt, placeOf, relabel, release, type HeldTarget } from './held-content.ts'
import { listMarks } from './list-marks.ts'
import { heldPlaces } from './held-places.ts'
import { copyMarkdown } from './copy-markdown.ts'
import { pasteHtml, pasteInto, pasteText, typeText, type PasteTarget } from './paste-into.ts'
import { blockMenuKeys } from './typing/block-menu-keys.ts'
import { droppedText } from './dropped-text.ts'
import { belowKeys } from './typing/below-keys.ts'
import { blockShortcuts } from './typing/block-shortcuts.ts'
import { chipKeys } from './typing/chip-keys.ts'
import { moveKeys } from './typing/move-keys.ts'
import { indentKeys } from './typing/indent-keys.ts'
import { listKeys } from './typing/list-keys.ts'
import { islandKeys } from './typing/island-keys.ts'
import { escapeKeys } from './typing/escape-keys.ts'
import { caretOnFocus } from './typing/caret-on-focus.ts'
import { cursorBeforeKeys } from './typing/cursor-before-keys.ts'
import { cursorInSight } from './typing/cursor-in-sight.ts'
import { pictureKeys, toLineBelow } from './typing/picture-keys.ts'
import { redoKey } from './typing/redo-key.ts'
import { shortcutKeys } from './typing/shortcut-keys.ts'
import { shownAddresses } from './typing/shown-addresses.ts'
import { RichSearch } from './search/rich-search.ts'
import { TableAtCursor } from './table/table-at-cursor.ts'
import { tableShape } from './table/table-shape.ts'
import { tableKeys } from './typing/table-keys.ts'
import { writeBlocks } from '../markdown-blocks/write-blocks.ts'
import { selectSample } from './select-sample.ts'
import { heldStill, SlicedBlocks } from './sliced-blocks.ts'
import { OpeningPieces } from './opening-pieces.ts'
import { endParagraphAtLine } from './own-line.ts'
import { richSchema, type RichEditor } from './rich-schema.tsx'
import { textBoxRole } from './text-box-role.ts'
import { wordBeside } from './word-beside.ts'
import { sitePathHere } from '#web/site-path.ts'
import { placedAddress } from '#adapters/markdown/allowed.ts'

/** A page in the rich editor, with data about its source. */
export interface RichDocument {
  readonly editor: RichEditor
  markdown(): string
  snapshot(): () => string
  readonly tables: TableAtCursor
  readonly search: RichSearch
  /** The table at the cursor as markdown. */
  tableMarkdown(): string
  /**
   * Inserts an empty table where markdown would be inserted, with the cursor in its first cell. The header counts as a
   * row.
   */
  insertTable(rows: number, columns: number): void
  /**
   * Inserts markdown below the line with the cursor, or replaces it if it is empty; then its sample is selected, or the
   * cursor is at its end.
   */
  insert(markdown: string, sample?: string): void
  /** Inserts markdown in place of the selection, or below a selected picture; a single line goes into the line. */
  replaceSelection(markdown: string): void
  /** Replaces the selection, at the cursor. */
  pasteHtml(html: string): void
  /** As if it were typed. */
  pasteText(text: string): void
  /** What was typed elsewhere: each line is a paragraph, and the cursor is where it was. */
  typeText(text: string, side: TextSide): void
  readonly held: Pick<TextFaceControls, 'hold' | 'placeOf' | 'isCursorAt' | 'relabel' | 'fill' | 'release'>
  /** Moves the cursor to the end of the block at this offset of the text. */
  continueAt(offset: number): void
  /** Called with how much of a long paste is in the document, from 0 to 1; null when complete. */
  onPasting(listener: PastingListener): void
  /** Called with how much of a long page is in the document, from 0 to 1; null when complete. */
  onOpening(listener: PastingListener): void
  /** Whether a long paste or page is being read: getting the current text would be slow. */
  isReading(): boolean
  /** Called when the face is shown or hidden. */
  goOn(): void
  stop(): void
  /** For checking links. */
  onLinks(known: BrokenLinks): void
  /** Receives pasted files; only one handler at a time. */
  onFiles(listener: FilesListener): void
}
type RichBlock = RichEditor['document'][number]
type FilesListener = PasteTarget['takeFiles']
type PastingListener = (share: number | null) => void

export interface RichOptions extends Pick<PasteTarget, 'ask' | 'onUnstorable' | 'onMissingPictures'> {
  readonly language: string
  /** Accessible name of the text area. */
  readonly label: string
  /** Shown in an empty paragraph. */
  readonly placeholder: string
  /** Accessible name of language fields. */
  readonly codeLanguage: string
}

export function openRichDocument(
  source: string,
  { language, label, placeholder, codeLanguage, ...told }: RichOptions,
): RichDocument {
  const markdown = editable(source)
  const opening = new OpeningPieces(markdown)
  const opened = opening.first ?? openMarkdown(markdown)
  let takeFiles: FilesListener | null = null
  let showPasting: PastingListener | null = null
  let links: BrokenLinks | null = null
  const tables = new TableAtCursor()
  const search = new RichSearch()
  const isBelowPath = sitePathHere() !== ''
  const editor = BlockNoteEditor.create({
    schema: richSchema,
    dictionary: editorWords(language, placeholder),
    initialContent: forEditor(opened.blocks),
    tables: { headers: false, splitCells: false, cellBackgroundColor: false, cellTextColor: false },
    links: { isValidLink: isAllowedLink, ...(isBelowPath && { onClick: openLink }) },
    ...(isBelowPath && { resolveFileUrl: async (address: string) => placed(address) }),
    domAttributes: { editor: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox' } },
    pasteHandler({ event: { clipboardData } }) {
      if (clipboardData && !isHeld()) pasteInto(clipboardData, paste)
      return true
    },
    extensions: [
      heldStill(() => isHeld()),
      heldPlaces,
      droppedText((data) => pasteInto(data, paste)),
      listMarks,
      blockShortcuts(),
      cursorBeforeKeys,
      caretOnFocus,
      cursorInSight,
      wordBeside,
      redoKey,
      shortcutKeys,
      shownAddresses,
      blockMenuKeys(),
      textBoxRole,
      tableKeys(),
      indentKeys(),
      listKeys(),
      moveKeys(),
      belowKeys(),
      codeKeys(),
      islandKeys(),
      codeColors(),
      chipKeys,
      escapeKeys(),
      pictureKeys,
      brokenLinks(() => links),
      tableShape,
      tables.extension()(),
      search.extension(),
      copyMarkdown(() => session.hints)(),
    ],
    // The editor's automatic conversion of typed and pasted text goes further than people expect.
    _tiptapOptions: { enableInputRules: false, enablePasteRules: false },
  })
  nameLanguageFields(editor, codeLanguage)
  let session = settledSession(opening.first?.markdown ?? markdown, opened, editor)
  opening.begin(editor, session, (whole) => (session = whole))
  const isHeld = (): boolean => sliced.isPutting || opening.isOpening
  const sliced = new SlicedBlocks(
    editor,
    (blocks) => void writeBlocks(blocks, session.hints),
    (share) => showPasting?.(share),
  )
  const paste: PasteTarget = {
    editor,
    put: (blocks) => sliced.put(blocks),
    putPieces: (pieces, onPut) => sliced.putPieces(pieces, onPut),
    ...told,
    takeFiles: (files, hold) => takeFiles?.(files, hold),
    remember(hints) {
      for (const [id, hint] of hints) session.hints.set(id, hint)
    },
  }

  function insert(text: string, sample = ''): void {
    opening.finish()
    endParagraphAtLine(editor)
    const { block } = editor.getTextCursorPosition()
    const { $head: place } = editor.prosemirrorState.selection
    const from = place.parent.content.size === 0 ? place.start() : place.end() + 1
    const last = editor.getBlock(insertAt(text, block))
    // Further insertions go after this. A block without text would be selected as a whole, and replaced by typing.
    if (last && last.id !== block.id && last.content !== undefined) editor.setTextCursorPosition(last, 'end')
    if (sample !== '') selectSample(editor, sample, from)
  }

  function replaceSelection(text: string): void {
    opening.finish()
    editor.transact((transaction) => toLineBelow(transaction))
    const [only, ...others] = openMarkdown(text).blocks
    if (only?.type === 'paragraph' && others.length === 0 && Array.isArray(only.content)) {
      editor.insertInlineContent(only.content as Parameters<typeof editor.insertInlineContent>[0])
      return
    }
    editor.transact((transaction) => transaction.deleteSelection())
    insert(text)
  }

  function insertTable(rows: number, columns: number): void {
    endParagraphAtLine(editor)
    const row = `|${' |'.repeat(columns)}\n`
    const id = insertAt(
      `${row}|${' --- |'.repeat(columns)}\n${row.repeat(rows - 1)}`,
      editor.getTextCursorPosition().block,
    )
    if (editor.getBlock(id)?.type === 'table') editor.setTextCursorPosition(id, 'start')
    editor.focus()
  }

  /** Pictures that came before the one that replaced their line, by the id of that line. */
  const cameBelow = new Map<string, string>()

  /** The last of the pictures below this one that belong to the same line. */
  function lastPictureFrom(picture: RichBlock, lineId: string): RichBlock {
    const next = editor.getNextBlock(picture)
    return next && cameBelow.get(next.id) === lineId ? lastPictureFrom(next, lineId) : picture
  }

  /** @returns the id of the last inserted block; the given id when there is nothing to insert */
  function insertAt(text: string, block: RichBlock, mayReplace = true): string {
    const { blocks, session: inserted } = openMarkdown(editable(text))
    for (const [id, hint] of inserted.hints) session.hints.set(id, hint)
    if (blocks.length === 0) return block.id
    const isEmpty = block.type === 'paragraph' && block.content.length === 0
    const isAtCursor = editor.getTextCursorPosition().block.id === block.id
    const put =
      isEmpty && mayReplace
        ? editor.replaceBlocks([block], forEditor(blocks) ?? []).insertedBlocks
        : editor.insertBlocks(forEditor(blocks) ?? [], block, 'after')
    const last = put.at(-1)
    if (last?.type === 'image') {
      // The cursor stays at the last picture rather than before the text below: what is typed next goes below them all.
      if (isAtCursor && (block.type === 'image' || (isEmpty && mayReplace)))
        editor.setTextCursorPosition(lastPictureFrom(last, block.id))
      else if (isEmpty || cameBelow.has(block.id)) cameBelow.set(last.id, cameBelow.get(block.id) ?? block.id)
    }
    return last?.id ?? block.id
  }

  const target: HeldTarget = {
    editor,
    get session() {
      opening.finish()
      return session
    },
    blocks: () => allBlocks(),
    insertAfter(text, blockId, mayReplace) {
      const block = editor.getBlock(blockId)
      return block ? insertAt(text, block, mayReplace) : blockId
    },
    insertBefore(text, blockId) {
      const { blocks, session: inserted } = openMarkdown(editable(text))
      for (const [id, hint] of inserted.hints) session.hints.set(id, hint)
      return editor.insertBlocks(forEditor(blocks) ?? [], blockId, 'before')[0]?.id ?? blockId
    },
  }

  const allBlocks = (): readonly Block[] => {
    opening.finish()
    return sliced.with(blocksOf(editor))
  }
  const written = (blocks: readonly Block[]): string => withLineEndsOf(source, markdownOf(blocks, session))

  let last: { readonly doc: unknown; readonly session: Session; readonly text: string } | null = null

  return {
    editor,
    tables,
    search,
    tableMarkdown() {
      const block = editor.getBlock(tables.blockId())
      return block ? writeBlocks([block as unknown as Block], session.hints) : ''
    },
    pasteHtml(html) {
      opening.finish()
      pasteHtml(paste, html)
    },
    pasteText(text) {
      opening.finish()
      pasteText(paste, text)
    },
    typeText(text, side) {
      opening.finish()
      goBeside(editor, side)
      typeText(paste, text)
    },
    held: {
      hold: (awaited, place) => hold(target, awaited, place),
      placeOf: (id) => placeOf(target, id),
      isCursorAt: (id) => isCursorAt(target, id),
      relabel: (id, label) => relabel(target, id, label),
      fill: (id, text) => fill(target, id, editable(text)),
      release: (id) => release(target, id),
    },
    onFiles: (listener) => (takeFiles = listener),
    onLinks: (known) => (links = known),
    onPasting: (listener) => (showPasting = listener),
    onOpening: (listener) => opening.onOpening(listener),
    isReading: () => sliced.isReading || opening.isOpening,
    goOn() {
      opening.goOn()
      sliced.goOn()
    },
    stop() {
      opening.stop()
      sliced.stop()
    },
    markdown() {
      if (opening.isOpening) return source
      const { doc } = editor.prosemirrorState
      // Drafts and the look for unsaved text ask one after another for the same text.
      if (last?.doc === doc && last.session === session && !sliced.isPutting) return last.text
      const text = written(allBlocks())
      last = sliced.isPutting ? null : { doc, session, text }
      return text
    },
    snapshot() {
      if (opening.isOpening) return () => source
      const blocks = allBlocks()
      return () => written(blocks)
    },
    continueAt: (offset) => continueAt(target, offset),
    insert,
    replaceSelection,
    insertTable,
  }
}

/** Moves the cursor to an empty line beside the text: to its only line when there is no text. */
function goBeside(editor: RichEditor, side: TextSide): void {
  const [block] = side === 'above' ? editor.document : editor.document.slice(-1)
  if (!block) return
  const isEmpty = block.type === 'paragraph' && block.content.length === 0 && block.children.length === 0
  const [line] = isEmpty
    ? [block]
    : editor.insertBlocks([{ type: 'paragraph' }], block, side === 'above' ? 'before' : 'after')
  if (line) editor.setTextCursorPosition(line)
}

function settledSession(markdown: string, opened: ReturnType<typeof openMarkdown>, editor: RichEditor): Session {
  const first = settle(markdown, opened, blocksOf(editor))
  if (!first.blocks) return first.session
  editor.replaceBlocks(editor.document, forEditor(first.blocks) ?? [])
  return settle(markdown, { session: first.session, blocks: first.blocks }, blocksOf(editor)).session
}

/** Where readers are led by an address in the text. */
const placed = (address: string): string => placedAddress(address, sitePathHere())

function openLink({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link) window.open(placed(link.getAttribute('href') ?? ''), link.target, 'noopener')
}

// The two block types are the same at run time; the editor's types include its whole schema.
const blocksOf = (editor: RichEditor): readonly Block[] => editor.document as unknown as readonly Block[]
const forEditor = (blocks: readonly Block[]): RichEditor['document'] | undefined =>
  blocks.length > 0 ? (blocks as unknown as RichEditor['document']) : undefined
