import { RunAborted, type ClaimedJob, type JobHandler, type JobTable } from '#core/ports/jobs.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'

export interface RunSurroundings {
  readonly table: JobTable
  readonly clock: Clock
  readonly log: Log
  readonly leaseMs: number
}

/** How a run ended: null for success. */
export type RunFailure = { readonly error: unknown } | null

/**
 * One run of a job: extends its lease while it is running, aborts it, and detects its real end. A hanging run keeps its
 * lease, so that there is no second run in parallel.
 */
export class JobRun {
  readonly isLong: boolean
  /** It continues although it should have ended: another job may use its slot. */
  readonly overdue: Promise<void>
  readonly ended: Promise<RunFailure>
  readonly #controller = new AbortController()
  readonly #giveUp: () => void
  readonly #surroundings: RunSurroundings
  #heldUntil: number

  constructor(job: ClaimedJob, { limitMs, isLong = false, run }: JobHandler, surroundings: RunSurroundings) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.isLong = isLong
    this.overdue = promise
    this.#giveUp = resolve
    this.#surroundings = surroundings
    this.#heldUntil = surroundings.clock.now().getTime() + surroundings.leaseMs
    this.ended = this.#followed(job, limitMs, () => run(job.payload, { signal: this.#controller.signal }))
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Tells the run that the server is stopping, and frees its slot after this grace period. */
  stop(patienceMs: number): void {
    this.#controller.abort(new RunAborted('stopped', 'the server stops'))
    const timer = setTimeout(this.#giveUp, patienceMs)
    void this.ended.then(() => clearTimeout(timer))
  }

  async #followed(job: ClaimedJob, limitMs: number, run: () => Promise<void>): Promise<RunFailure> {
    const { log, leaseMs } = this.#surroundings
    const limit = setTimeout(() => {
      log.warn(`the job ${job.name} takes longer than ${limitMs} ms`, { id: job.id })
      this.#controller.abort(new RunAborted('outOfTime', `the job ${job.name} took longer than ${limitMs} ms`))
      this.#giveUp()
    }, limitMs)
    const heartbeat = setInterval(() => void this.#hold(job), leaseMs / 3)
    heartbeat.unref()
    try {
      await run()
      return null
    } catch (error) {
      return { error }
    } finally {
      clearTimeout(limit)
      clearInterval(heartbeat)
    }
  }

  async #hold(job: ClaimedJob): Promise<void> {
    const { table, clock, log, leaseMs } = this.#surroundings
    const until = clock.now().getTime() + leaseMs
    try {
      if (await table.prolong(job, new Date(until))) {
        this.#heldUntil = until
        return
      }
    } catch (error) {
      log.error(`the job ${job.name} could not be held`, error, { id: job.id })
      if (clock.now().getTime() < this.#heldUntil) return
    }
    this.#controller.abort(new RunAborted('leaseLost', `another process may have taken the job ${job.name}`))
  }
}
