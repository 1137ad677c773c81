/** As a `Worker` of Node tells it, in microseconds. */
export interface MeasuredThread {
  cpuUsage(): Promise<{ readonly user: number; readonly system: number }>
}

/** What a thread did since it was measured before. */
export interface ThreadStep {
  /** Processor time. */
  readonly workedMs: number
  /** Time in which it waited for something else than the processor: it answers at once, and has not worked. */
  readonly sleptMs: number
}

const STEP_MS = 100
/** More than an answer takes, and less than a working thread gets of the processor at a time. */
const ANSWER_MS = 0.5
const MOST_SILENT_STEPS = 600

/**
 * Tells what a thread does in steps of a tenth of a second, and when it has not answered for a minute, as threads do that
 * work on something that cannot be interrupted. What the rest of the machine does counts as none of its time.
 * @returns stops it
 */
export function watchSteps(
  thread: MeasuredThread,
  heard: (step: ThreadStep) => void,
  heardNothing: () => void,
): () => void {
  let usedMs: number | null = null
  let isAsked = false
  let silentSteps = 0
  let isStopped = false
  const measure = async (): Promise<void> => {
    const { user, system } = await thread.cpuUsage()
    silentSteps = 0
    const workedMs = usedMs === null ? null : (user + system) / 1_000 - usedMs
    usedMs = (user + system) / 1_000
    if (workedMs !== null && !isStopped) heard({ workedMs, sleptMs: workedMs < ANSWER_MS ? STEP_MS : 0 })
  }
  const timer = setInterval(() => {
    silentSteps += 1
    if (silentSteps === MOST_SILENT_STEPS) heardNothing()
    if (isAsked) return
    isAsked = true
    // A thread that does not run yet, or no longer, refuses to tell.
    const asked = (): void => void (isAsked = false)
    measure().then(asked, asked)
  }, STEP_MS)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

export interface ProcessorLimit {
  readonly signal: AbortSignal
  end(): void
}

/** A signal that fires once a thread has worked this long, or has not answered for a minute. Its sleep does not count. */
export function processorLimit(thread: MeasuredThread, mostMs: number): ProcessorLimit {
  const over = new AbortController()
  let leftMs = mostMs
  const heard = ({ workedMs }: ThreadStep): void => {
    leftMs -= workedMs
    if (leftMs <= 0) over.abort()
  }
  return { signal: over.signal, end: watchSteps(thread, heard, () => over.abort()) }
}
