import type { JSX } from 'react'
import type { TextSide } from './beside-text.ts'

/** The interface of the visible face to the editor, for pages of any kind. */
export interface FaceControls {
  /**
   * The current page. Cheap enough to be called at every pause in typing. Untouched parts are returned unchanged; if
   * the face cannot read a content, all of it.
   */
  content(): string
  /** A snapshot of the page, to be serialised later. For a face where `content` is slow. */
  snapshot?(): () => string
  /** Includes pending input in `content`: for a face that processes input later. A save waits for it. */
  settle?(): Promise<void>
  focus(): void
}

/** For a face with a cursor in a markdown text: tools and files can insert there. */
export interface TextFaceControls extends FaceControls {
  selection(): string
  /** `sample` is the part of it to be selected; the cursor is behind it all when left out. */
  insert(markdown: string, sample?: string): void
  replaceSelection(markdown: string): void
  /**
   * Types what was typed before the face was there, with a line feed for each Enter, as blocks of their own beside the
   * text. The cursor is where it ends.
   */
  type(text: string, side: TextSide): void
  /** Moves the cursor to this point of the window. */
  moveTo(x: number, y: number): void
  /** Moves the cursor to the end of the text. */
  moveToEnd(): void
  /** Moves the cursor to this offset of the text, with normalised line feeds; to the end of its block if need be. */
  continueAt(offset: number): void
  /** Shows a placeholder there, or at the cursor (null). It does not change the text. */
  hold(awaited: Awaited, place: TextPlace | null): void
  /** The current position of that placeholder in the text; null when it is gone. */
  placeOf(id: number): TextPlace | null
  /** Whether the cursor is still where it would be held now. */
  isCursorAt(id: number): boolean
  /** Changes what the placeholder says. */
  relabel(id: number, label: string): void
  /** Inserts markdown there and removes the placeholder. False when it is gone. */
  fill(id: number, markdown: string): boolean
  release(id: number): void
}

/** An upload, or what a tool inserts, on its way into the text. Several at one position appear in the order in which they were started. */
export interface Awaited {
  readonly id: number
  /** Shown in its place until it arrives; '' to show nothing, and to leave the cursor. It then is a block of its own. */
  readonly label: string
  /** Below the block with the cursor where a face has blocks, e.g. for pictures; otherwise in the line. */
  readonly isBlock: boolean
}

/** Shows a placeholder at a place that a face knows, as `hold` does at the cursor. */
export type HoldHere = (awaited: Awaited) => void

/** A position in the text with the same meaning in every face. */
export interface TextPlace {
  /** Offset in the text with normalised line feeds. */
  readonly at: number
  /** After the block that ends there, and not in its last line. */
  readonly isBlock: boolean
}

export const hasText = (controls: FaceControls): controls is TextFaceControls => 'insert' in controls

/** A command of a plugin, for the menu of blocks. */
export interface BlockCommand {
  readonly key: string
  readonly title: string
  /** '' when there is nothing to add. */
  readonly hint: string
  /** Additional search words. */
  readonly words: readonly string[]
  readonly icon?: JSX.Element | undefined
  /** Runs it at the cursor. */
  run(): void
}

export interface FaceProps {
  /** The initial content; another content needs a new face. */
  readonly content: string
  /** Identifies the page as long as it is open. */
  readonly pageKey: string
  /** The text can be read and copied, but not changed. */
  readonly isReadOnly: boolean
  readonly commands: readonly BlockCommand[]
  /** Reports that something was typed; `FaceControls.content` returns the text. */
  onTouched(): void
  /** Files were pasted at the cursor. */
  onFiles(files: readonly File[]): void
  /** Called once with the face's controls, and with null when it is unmounted. */
  onControls(controls: FaceControls | null): void
}

/** For a face with a cursor in a markdown text. */
export interface TextFaceProps extends FaceProps {
  /** Files were pasted at the cursor, or where `hold` marks their place. */
  onFiles(files: readonly File[], hold?: HoldHere): void
}
