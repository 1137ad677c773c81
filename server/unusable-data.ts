/** What is kept for the site cannot be worked on; one readable line for each thing the operator should know. */
export class UnusableData extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options)
    this.name = 'UnusableData'
    this.lines = lines
  }
}
