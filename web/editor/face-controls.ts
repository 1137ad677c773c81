import type { JSX } from 'react'

/** What the editor asks of the face that is shown, of whatever kind the page is. */
export interface FaceControls {
  /**
   * The page as it is now. Cheap enough to be asked at every pause in typing. What the person did not touch is as it was
   * given, to the letter: of a content that a face cannot read, all of it.
   */
  content(): string
  /** The page as it is at this moment, to be written later. For a face where `content` takes long. */
  snapshot?(): () => string
  /** Has what is being typed at this moment in `content`: for a face that hears of it later. A save waits for it. */
  settle?(): Promise<void>
  focus(): void
}

/** Of a face that has a cursor in a text of markdown: tools and files can be put there. */
export interface TextFaceControls extends FaceControls {
  selection(): string
  insert(markdown: string): void
  replaceSelection(markdown: string): void
  /** Puts the cursor under this point of the window. */
  moveTo(x: number, y: number): void
  /** Puts the cursor behind all of the text. */
  moveToEnd(): void
  /** Shows where something will be: there, or at the cursor (null). The text does not change by it. */
  hold(awaited: Awaited, place: TextPlace | null): void
  /** Where the text has that place by now; null when it is gone. */
  placeOf(id: number): TextPlace | null
  /** Puts markdown there and lets the place go. False when it is gone. */
  fill(id: number, markdown: string): boolean
  release(id: number): void
}

/** Something on its way into the text. Of several at one place, the one that was held first stands first. */
export interface Awaited {
  readonly id: number
  /** Shown in its place until it comes. */
  readonly label: string
  /** Below the block with the cursor where a face has blocks, as pictures are; otherwise in the line. */
  readonly isBlock: boolean
}

/** A place in the text that means the same to every face. */
export interface TextPlace {
  /** Offset into the text with line feeds only. */
  readonly at: number
  /** After the block that ends there, and not in its last line. */
  readonly isBlock: boolean
}

export const hasText = (controls: FaceControls): controls is TextFaceControls => 'insert' in controls

/** A command of a plugin, for the menu in which a face offers its blocks. */
export interface BlockCommand {
  readonly key: string
  readonly title: string
  /** '' when there is nothing to add. */
  readonly hint: string
  /** What else it is found by. */
  readonly words: readonly string[]
  readonly icon?: JSX.Element | undefined
  /** Does it at the cursor. */
  run(): void
}

export interface FaceProps {
  /** The content the face starts with; another content needs another face. */
  readonly content: string
  /** Names the page as long as it is open. */
  readonly pageKey: string
  /** The text may be read and copied, not changed. */
  readonly isReadOnly: boolean
  readonly commands: readonly BlockCommand[]
  /** Says that something was typed; what, `FaceControls.content` knows. */
  onTouched(): void
  /** Files were pasted at the cursor. */
  onFiles(files: readonly File[]): void
  /** Called once with the face's controls, and with null when it goes. */
  onControls(controls: FaceControls | null): void
}
