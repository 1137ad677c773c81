import DOMPurify from 'dompurify'
import type { EditorState, Transaction } from 'prosemirror-state'
import type { TextFaceProps } from '../face-controls.ts'
import { newBlockId, type Block } from '../markdown-blocks/blocks.ts'
import { editable } from '../markdown-blocks/line-endings.ts'
import { openMarkdown, type Opened } from '../markdown-blocks/session.ts'
import { hasUnstorable, pastedFrom, type Pasted } from '../paste/clipboard.ts'
import { uploadHeld } from '../paste/held-pictures.ts'
import { htmlPieces, together, type HtmlBlocks } from '../paste/html-blocks.ts'
import { pastedCells } from '../paste/pasted-cells.ts'
import { storable } from '../storable.ts'
import type { RichEditor } from './rich-schema.tsx'
import { isAllowedLink } from './allowed-link.ts'
import { picturePlaces } from './picture-places.ts'
import type { ReadPiece } from './sliced-blocks.ts'
import { withCells } from './table/put-cells.ts'
import { tablePlace } from './table/table-place.ts'
import { goBelow } from './typing/picture-keys.ts'
import { typedBlocks } from './typing/typed-blocks.ts'
import { typedPieces } from './typing/typed-pieces.ts'

export interface PasteTarget {
  readonly editor: RichEditor
  /** Inserts blocks at the cursor, replacing the selection. */
  put(blocks: readonly Block[]): void
  /** The same for blocks that are read on demand, piece by piece. `onPut` is called once all are in the document. */
  putPieces(pieces: readonly ReadPiece[], onPut?: () => void): void
  /** Details that blocks cannot represent, by block id. */
  remember(hints: Opened['session']['hints']): void
  /** Formatted text for which the person is asked what it should become. */
  ask(pasted: Extract<Pasted, { kind: 'formatted' }>): void
  takeFiles: TextFaceProps['onFiles']
  /** Called when something cannot be stored and is dropped. */
  onUnstorable(): void
  /** Called when pictures did not come along, or cannot be read. */
  onMissingPictures(): void
}

/** Pasted content replaces the selection, at the cursor, or goes below a selected picture. No HTML is kept (threats X6). */
export function pasteInto(data: DataTransfer, target: PasteTarget): void {
  const { editor } = target
  if (hasUnstorable(data)) target.onUnstorable()
  const isCode = editor.prosemirrorState.selection.$from.parent.type.spec.code === true
  const pasted = pastedFrom(data)
  // Cells are pasted into cells.
  const cells = pasted.kind === 'markdown' ? '' : data.getData('blocknote/html')
  const foreign = cells === '' && pasted.kind !== 'markdown' && isInTable(target) ? pastedCells(data) : null
  const spread = foreign && withCells(editor.prosemirrorState, foreign.rows)
  const text = data.getData('text/plain')
  const link = isAddress(text) ? linked(editor.prosemirrorState, text) : null
  const change = spread ?? link
  if (change) editor.prosemirrorView.dispatch(change)
  else if (isCode && pasted.kind !== 'files') pasteText(target, storable(data.getData('text/plain')))
  else if (cells !== '') pasteCells(target, cells)
  else if (pasted.kind === 'files') target.takeFiles(pasted.files)
  else if (pasted.kind === 'formatted') target.ask(pasted)
  else if (pasted.kind === 'structure') pasteHtml(target, pasted.html)
  else if (pasted.kind === 'code') target.put([codeOf(editable(pasted.text), pasted.language)])
  else if (pasted.kind === 'markdown') pasteMarkdown(target, pasted)
  else pasteText(target, pasted.text)
  if (spread && foreign) takePictures(target, foreign)
}

function pasteCells({ editor }: PasteTarget, html: string): void {
  goBelow(editor.prosemirrorView)
  editor.pasteHTML(safeHtml(html), true)
}

const isInTable = ({ editor }: PasteTarget): boolean => tablePlace(editor.prosemirrorState) !== null

/** Formatted text converted to markdown; its pictures are uploaded once all of it is in the document. */
export function pasteHtml(target: PasteTarget, html: string): void {
  const read: HtmlBlocks[] = []
  target.putPieces(
    htmlPieces(html).map((readPiece, at) => () => (read[at] = readPiece()).blocks),
    () => takePictures(target, together(read)),
  )
}

/** Holds the places of pictures that came with their bytes, and says when others did not come. */
function takePictures(target: PasteTarget, { pictures, missing }: Pick<HtmlBlocks, 'pictures' | 'missing'>): void {
  const places = pictures.length > 0 ? picturePlaces(target.editor) : []
  const held = pictures.map((address, at) => ({ address, hold: places[at] }))
  if (uploadHeld(held, target.takeFiles) + missing > 0) target.onMissingPictures()
}

/** Text as if it were typed. */
export function pasteText({ editor, put, putPieces, remember }: PasteTarget, text: string): void {
  if (editor.prosemirrorState.selection.$from.parent.type.spec.code) return put([plainOf(editable(text))])
  putPieces(
    typedPieces(editable(text)).map((piece) => () => {
      const { blocks, hints } = typedBlocks(piece)
      remember(hints)
      return blocks
    }),
  )
}

/** What was typed elsewhere, with a paragraph for each line; a line that was begun is begun here. */
export function typeText(target: PasteTarget, text: string): void {
  const { editor, put, remember } = target
  const view = editor.prosemirrorView
  const written = text.replace(/\n+$/, '')
  if (editor.prosemirrorState.selection.$from.parent.type.spec.code) return pasteText(target, text)
  const { blocks, hints } = typedBlocks(editable(written), { isLineParagraph: true })
  remember(hints)
  if (blocks.length > 0) put(blocks)
  if (written !== text)
    view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key: 'Enter' })))
}

function pasteMarkdown({ put, remember }: PasteTarget, copied: Extract<Pasted, { kind: 'markdown' }>): void {
  const { blocks, session } = openMarkdown(editable(copied.markdown))
  remember(session.hints)
  const [only, ...others] = blocks
  const isLine = only === undefined || (only.type === 'paragraph' && others.length === 0)
  if (!isLine) return put(blocks)
  const line = Array.isArray(only?.content) ? only.content : []
  const [before, after] = [copied.before, copied.after].map((text) => ({ type: 'text', text, styles: {} }) as const)
  const content = [before, ...line, after].filter((inline) => inline?.type !== 'text' || inline.text !== '')
  put([{ ...plainOf(''), content: content as Block['content'] }])
}

const plainOf = (text: string): Block => blockOf('paragraph', [{ type: 'text', text, styles: {} }])
const codeOf = (text: string, language: string): Block => blockOf('codeBlock', text.replace(/\n$/, ''), { language })
const blockOf = (type: Block['type'], content: Block['content'], props: Block['props'] = {}): Block => ({
  id: newBlockId(),
  type,
  props,
  content,
  children: [],
})

/** A single address, as copied from the address bar of a browser or from a link of this site. */
const ADDRESS = /^(?:(?:https?|ftp):\/\/|mailto:|\/(?=\w+\/\d+$))[^\s<>"]+$/i

const isAddress = (text: string): boolean => ADDRESS.test(text.trim()) && isAllowedLink(text.trim())

/** The selection as a link to this address; null unless it is within one line that is not code. */
function linked(state: EditorState, address: string): Transaction | null {
  const { selection, schema, tr } = state
  const { $from: start, $to: end, from, to } = selection
  const link = schema.marks['link']
  const isLine = !selection.empty && start.sameParent(end) && start.parent.isTextblock && !start.parent.type.spec.code
  const text = isLine ? state.doc.textBetween(from, to, null, '\ufffc') : ''
  // Pasting an address over an address replaces it.
  if (!link || text.trim() === '' || isAddress(text) || !start.parent.type.allowsMarkType(link)) return null
  const blanks = { before: /^\s*/.exec(text)?.[0].length ?? 0, after: /\s*$/.exec(text)?.[0].length ?? 0 }
  return tr
    .addMark(from + blanks.before, to - blanks.after, link.create({ href: address.trim() }))
    .setStoredMarks([])
    .scrollIntoView()
}

/** Removes scripts, styles and everything that loads resources. */
const safeHtml = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'audio', 'video', 'source'],
    ALLOWED_URI_REGEXP:
      /^(?:(?:https?|mailto|tel):|data:image\/(?:png|jpe?g|gif|webp)[;,]|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  })
