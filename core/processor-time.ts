/** A `Worker` of Node. */
export interface MeasuredThread {
  /** In microseconds. */
  cpuUsage(): Promise<{ readonly user: number; readonly system: number }>
  readonly performance: {
    /** `idle` is in milliseconds since the thread started. */
    eventLoopUtilization(): { readonly idle: number }
  }
}

/** What a thread did since it was measured before. */
export interface ThreadStep {
  /** Processor time. */
  readonly workedMs: number
  /** Time in which it waited for a timer, a file or a message. */
  readonly sleptMs: number
}

const STEP_MS = 100
const LONGEST_SILENCE_MS = 60_000

interface Heard {
  step(step: ThreadStep): void
  /** It has not answered for so long, as threads do that work on something that cannot be interrupted. */
  nothing(): void
}

/**
 * Tells what a thread does in steps of a tenth of a second. What the rest of the machine does counts as none of its time.
 * @returns stops it
 */
export function watchSteps(thread: MeasuredThread, heard: Heard, longestSilenceMs = LONGEST_SILENCE_MS): () => void {
  let before: { readonly usedMs: number; readonly idleMs: number } | null = null
  let isAsked = false
  let silentSteps = 0
  let isStopped = false
  const measure = async (): Promise<void> => {
    const { user, system } = await thread.cpuUsage()
    silentSteps = 0
    const now = { usedMs: (user + system) / 1_000, idleMs: thread.performance.eventLoopUtilization().idle }
    if (before !== null && !isStopped)
      heard.step({ workedMs: now.usedMs - before.usedMs, sleptMs: now.idleMs - before.idleMs })
    before = now
  }
  const timer = setInterval(() => {
    silentSteps += 1
    if (silentSteps === Math.ceil(longestSilenceMs / STEP_MS)) heard.nothing()
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

/** No thread waits for orders or files so long, however slow the disk and however busy the machine. */
const LONGEST_SLEEP_MS = 5 * 60_000

/**
 * A signal that fires once a thread has worked this long, give or take two tenths of a second, has slept for five minutes
 * in all, or has not answered for a minute. Time in which it waits for the processor does not count.
 */
export function processorLimit(
  thread: MeasuredThread,
  mostMs: number,
  longestSleepMs = LONGEST_SLEEP_MS,
): ProcessorLimit {
  const over = new AbortController()
  let leftMs = mostMs
  let leftSleepMs = longestSleepMs
  const end = watchSteps(thread, {
    step({ workedMs, sleptMs }) {
      leftMs -= workedMs
      leftSleepMs -= sleptMs
      if (leftMs <= 0 || leftSleepMs <= 0) over.abort()
    },
    nothing: () => over.abort(),
  })
  return { signal: over.signal, end }
}
