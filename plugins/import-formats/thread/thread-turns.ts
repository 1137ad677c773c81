/** Threads at a time: more of them would take the processor and the memory from everybody. */
const MOST_THREADS = 2

let running = 0
const waiting: (() => void)[] = []

/** Does this as soon as few enough others are at it. @throws what `signal` gives as its reason while it waits */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= MOST_THREADS) await turn(signal)
  else running += 1
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    // Handed on without letting go, so that nobody comes in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function turn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      waiting.splice(waiting.indexOf(enter), 1)
      reject(signal.reason as Error)
    }
    const enter = (): void => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    waiting.push(enter)
    signal.addEventListener('abort', leave, { once: true })
  })
}
