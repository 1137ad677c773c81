/** The maximum number of threads: more would take too much processor time and memory. */
const MOST_THREADS = 2

let running = 0
const waiting: (() => void)[] = []

/** Runs the work once a slot is free. @throws the reason of `signal` while waiting */
export async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (running >= MOST_THREADS) await turn(signal)
  else running += 1
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    // The slot is passed on directly, so that nobody can jump the queue.
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
