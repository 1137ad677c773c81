/**
 * How many of what is many in a file: all, by which its cost is measured, or fewer where the number proves nothing
 * about what is said of it.
 */
export type Amount = (whole: number) => number

/** A file made to harm, or to take long. */
export interface HostileImport {
  /** What is hostile about it. */
  readonly name: string
  readonly fileName: string
  bytes(): Buffer
  /** What the refusal says; null for one whose content comes in, without what is hostile. */
  readonly problem: RegExp | null
}
