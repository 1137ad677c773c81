/** What is kept for the site cannot be worked on; one readable line for each thing the operator should know. */
export class UnusableData extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options)
    this.name = 'UnusableData'
    this.lines = lines
  }
}

/** There is no room to work in: a start is in vain until somebody has made some. */
export class DiskFull extends UnusableData {
  constructor(what: string, options?: ErrorOptions) {
    super([`the disk of ${what} is full: make room, then start again. What was saved is there.`], options)
    this.name = 'DiskFull'
  }
}
