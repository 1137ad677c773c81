/** Numbers that only the server needs. */
export const taskLimits = {
  /** What came of a task can be fetched for this long after its end. */
  keptMs: 24 * 3_600_000,
  /** A blob outlives the row that names it, so that nobody is offered one that is gone. */
  blobMs: 25 * 3_600_000,
  /** Not yet ended, of one person. */
  perPerson: 20,
  listed: 50,
  /** UTF-16 units. */
  whatLength: 200,
  textLength: 10_000,
  pathLength: 500,
  fileBytes: 512 * 1024 * 1024,
  /** The longest a kind of task may ask for. */
  longestMs: 24 * 3_600_000,
  /** How often a task that is interrupted again and again is taken up. */
  runs: 8,
} as const
