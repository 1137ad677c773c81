/** A file made to harm, or to take long. */
export interface HostileImport {
  /** What is hostile about it. */
  readonly name: string
  readonly fileName: string
  bytes(): Buffer
  /** What the refusal says; null for one whose content comes in, without what is hostile. */
  readonly problem: RegExp | null
}
