/** Limits that only the server needs. */
export const taskLimits = {
  /** The result of a task is available for this long after its end. */
  keptMs: 24 * 3_600_000,
  /** A blob is kept longer than the row that refers to it, so that no missing file is offered. */
  blobMs: 25 * 3_600_000,
  /** Unfinished tasks per person. */
  perPerson: 20,
  listed: 50,
  /** UTF-16 units. */
  whatLength: 200,
  textLength: 10_000,
  pathLength: 500,
  fileBytes: 512 * 1024 * 1024,
  /** The longest time limit a kind of task may request. */
  longestMs: 24 * 3_600_000,
  /** How often an interrupted task is resumed. */
  runs: 8,
} as const
