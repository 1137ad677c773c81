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
  /** Remembers the cursor's place for something that is still under way. The text does not change by it. */
  hold(label: string): HeldPlace
}

/** A place in the text that stays where it is while the text around it changes. */
export interface HeldPlace {
  /** Puts markdown there and lets the place go. False when it is gone, as with its face. */
  fill(markdown: string): boolean
  release(): void
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
