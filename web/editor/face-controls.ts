/** What the editor asks of the face that is shown. */
export interface FaceControls {
  /** The page as it is now. Cheap enough to be asked at every pause in typing. */
  markdown(): string
  selection(): string
  insert(markdown: string): void
  replaceSelection(markdown: string): void
  focus(): void
}

export interface FaceProps {
  /** What the face starts with; another text needs another face. */
  readonly markdown: string
  /** Says that something was typed; what, `FaceControls.markdown` knows. */
  onTouched(): void
  /** Called once with the face's controls, and with null when it goes. */
  onControls(controls: FaceControls | null): void
}
