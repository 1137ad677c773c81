/**
 * Calls back after this time, and only then when all answers were heard that came while this thread was busy.
 * @returns a function that cancels it
 */
export function afterAnswers(limitMs: number, late: () => void): () => void {
  let isCancelled = false
  const timer = setTimeout(
    () =>
      void setImmediate(() => {
        if (!isCancelled) late()
      }),
    limitMs,
  )
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}
