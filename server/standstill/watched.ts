/** What the watching thread is told. */
export interface Watched {
  readonly dataDirectory: string
  /** Whether lines are read by a person at a terminal. */
  readonly isTerminal: boolean
  /** Counts up as long as the server's thread gets to do anything. */
  readonly beats: Int32Array
}

/** What it says when a plugin blocks the server. */
export interface Blocked {
  readonly id: string
  /** File, row and column. */
  readonly place: string
}
