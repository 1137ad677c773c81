/** The stored data cannot be used; one readable line per problem for the operator. */
export class UnusableData extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[], options?: ErrorOptions) {
    super(lines.join('\n'), options)
    this.name = 'UnusableData'
    this.lines = lines
  }
}

/** There is no space to work with: a start cannot succeed until somebody frees some. */
export class DiskFull extends UnusableData {
  constructor(what: string, options?: ErrorOptions) {
    super([`the disk of ${what} is full: make room, then start again. What was saved is there.`], options)
    this.name = 'DiskFull'
  }
}
