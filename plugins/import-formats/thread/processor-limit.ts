import type { Worker } from 'node:worker_threads'

const MEASURED_EVERY_MS = 500

/**
 * A signal that fires once a thread has used this much processor time. Waiting does not count, nor what the rest of the
 * machine does. Threads before Node 24.6 do not tell; there it never fires.
 */
export function processorLimit(thread: Worker, mostMs: number): AbortSignal {
  const over = new AbortController()
  const measure = async (): Promise<void> => {
    const { user, system } = await thread.cpuUsage()
    if ((user + system) / 1_000 > mostMs) over.abort()
    else next()
  }
  const next = (): void => {
    // It tells no more once it has ended.
    const timer = setTimeout(() => void measure().catch(() => undefined), MEASURED_EVERY_MS)
    timer.unref()
  }
  if ('cpuUsage' in thread) next()
  return over.signal
}
