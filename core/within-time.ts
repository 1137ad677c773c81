/**
 * Waits for third-party code for a limited time. Hanging code is notified by the signal and no longer awaited.
 * @throws Error when it took longer
 */
export async function withinTime<T>(
  what: string,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stop = countdown(limitMs, () => {
    const error = new TooLate(`${what} took longer than ${limitMs} ms`)
    reject(error)
    abort.abort(error)
  })
  try {
    return await Promise.race([started(work, abort.signal), late])
  } finally {
    stop()
  }
}

const STEP_MS = 250

/**
 * Calls back once the time has passed, unless it is stopped. It passes in steps: when something else stops the whole
 * server meanwhile, e.g. a loop, that counts as one step, and nobody is blamed who could not go on.
 * @returns stops it
 */
export function countdown(ms: number, callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = (leftMs: number): void => {
    const stepMs = Math.min(leftMs, STEP_MS)
    timer = setTimeout(() => (leftMs > stepMs ? wait(leftMs - stepMs) : callback()), stepMs)
  }
  wait(ms)
  return () => clearTimeout(timer)
}

/** Waits for third-party code until the signal fires. @throws the reason of the signal */
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

/** Work that did not finish in time. */
export class TooLate extends Error {
  /** Whether most of the time went to what the product did for the work, which is not to blame then. */
  readonly isOfProduct: boolean
  constructor(message: string, isOfProduct = false) {
    super(message)
    this.isOfProduct = isOfProduct
  }
}

/** An error thrown before a promise was returned counts as a failure of the work. */
const started = async <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> => work(signal)
