/** What the editor asks of the face that is shown. */
export interface FaceControls {
  /** The page as it is now. Cheap enough to be asked at every pause in typing. */
  markdown(): string
  selection(): string
  insert(markdown: string): void
  replaceSelection(markdown: string): void
  focus(): void
  /** Puts the cursor under this point of the window. */
  moveTo(x: number, y: number): void
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

export interface FaceProps {
  /** What the face starts with; another text needs another face. */
  readonly markdown: string
  /** The text may be read and copied, not changed. */
  readonly isReadOnly: boolean
  /** Says that something was typed; what, `FaceControls.markdown` knows. */
  onTouched(): void
  /** Files were pasted at the cursor. */
  onFiles(files: readonly File[]): void
  /** Called once with the face's controls, and with null when it goes. */
  onControls(controls: FaceControls | null): void
}
