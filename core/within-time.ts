/**
 * Waits for work that others wrote, but not for ever. What hangs hears of it by the signal; nobody waits for it any more.
 * @throws Error when it took longer
 */
export async function withinTime<T>(
  what: string,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new TooLate(`${what} took longer than ${limitMs} ms`)
    reject(error)
    abort.abort(error)
  }, limitMs)
  try {
    return await Promise.race([started(work, abort.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for work that others wrote, until nobody waits for it any more. @throws the reason of the signal */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const end = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Work that did not end in its time. */
export class TooLate extends Error {}

/** What is thrown before the work has given a promise counts as its failure. */
const started = async <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => work(signal)
