import type { ClaimedJob, JobHandler, JobOutbox, JobSchedule, JobTable } from '#core/ports/jobs.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { nextRun } from './schedule.ts'

export interface JobSurroundings {
  readonly table: JobTable
  readonly outbox: JobOutbox
  readonly clock: Clock
  readonly log: Log
  /** Of the schedules, e.g. `Asia/Shanghai`. */
  readonly timeZone: string
}
export interface JobTimes {
  /** How long a job may take before another runner may take it. */
  readonly leaseMs: number
  /** Longest pause between two looks at the table: how late a job of another process may be. */
  readonly pollMs: number
  /** Wait before the second attempt; doubled for each further one. */
  readonly retryMs: number
  readonly attempts: number
  /** How many jobs run at a time in this process. */
  readonly concurrency: number
}
export const JOB_TIMES: JobTimes = { leaseMs: 60_000, pollMs: 5_000, retryMs: 2_000, attempts: 8, concurrency: 4 }

const LONGEST_RETRY_MS = 3_600_000
const SHORTEST_PAUSE_MS = 20

/** What both runners share: looking at the table, handing jobs out, planning schedules, noting how a job ended. */
export class JobLoop {
  readonly #surroundings: JobSurroundings
  readonly #times: JobTimes
  readonly #dispatch: (job: ClaimedJob) => Promise<void>
  readonly #running = new Set<Promise<void>>()
  #handlers: ReadonlyMap<string, JobHandler> = new Map()
  #planned: readonly { readonly schedule: JobSchedule; readonly at: Date | null }[] = []
  #isStopped = false
  #turn: Promise<void> = Promise.resolve()
  #wake = Promise.withResolvers<void>()

  /** `dispatch` sees that the job is run, by `run` in the end; it resolves when the next job may be taken in its place. */
  constructor(surroundings: JobSurroundings, times: JobTimes, dispatch: (job: ClaimedJob) => Promise<void>) {
    this.#surroundings = surroundings
    this.#times = times
    this.#dispatch = dispatch
  }

  async start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void> {
    this.#handlers = handlers
    this.#planned = schedules.map((schedule) => ({ schedule, at: null }))
    await this.#plan(this.#surroundings.clock.now())
    this.#turn = this.#turns()
  }

  wake(): void {
    this.#wake.resolve()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.wake()
    await this.#turn
    await Promise.all(this.#running)
  }

  /** Runs the job and notes in its row how it ended. Never throws for the job's own failure. */
  async run({ id, name, payload, attempts }: ClaimedJob): Promise<void> {
    try {
      const handler = this.#handlers.get(name)
      if (!handler) throw new Error(`nothing here runs jobs named ${name}`)
      await handler(payload)
    } catch (error) {
      await this.#noteFailure({ id, name, attempts }, error)
      return
    }
    await this.#surroundings.table.complete(id)
  }

  async #noteFailure({ id, name, attempts }: Omit<ClaimedJob, 'payload'>, error: unknown): Promise<void> {
    const { table, clock, log } = this.#surroundings
    const reason = error instanceof Error ? error.message : String(error)
    if (attempts >= this.#times.attempts) {
      log.error(`the job ${name} failed for good`, error, { id, attempts })
      await table.fail(id, reason, null)
      return
    }
    log.warn(`the job ${name} failed and will be tried again`, { id, attempts, error: reason })
    const delayMs = Math.min(this.#times.retryMs * 2 ** (attempts - 1), LONGEST_RETRY_MS)
    await table.fail(id, reason, new Date(clock.now().getTime() + delayMs))
    this.wake()
  }

  async #turns(): Promise<void> {
    while (!this.#isStopped) {
      this.#wake = Promise.withResolvers()
      let pauseMs = this.#times.pollMs
      try {
        await this.#plan(this.#surroundings.clock.now())
        await this.#take()
        pauseMs = await this.#pause()
      } catch (error) {
        this.#surroundings.log.error('jobs could not be read from the database; they wait', error)
      }
      await this.#sleep(pauseMs)
    }
  }

  async #take(): Promise<void> {
    const { table, clock } = this.#surroundings
    const free = this.#times.concurrency - this.#running.size
    if (free <= 0 || this.#isStopped) return
    for (const job of await table.claim(clock.now(), this.#times.leaseMs, free)) {
      const work = this.#dispatch(job)
        .catch((error: unknown) =>
          this.#surroundings.log.error(`the job ${job.name} could not be noted as done`, error),
        )
        .finally(() => {
          this.#running.delete(work)
          this.wake()
        })
      this.#running.add(work)
    }
  }

  /** Until the next job is due or the next occurrence is to be planned. While all hands are busy, the end of a job wakes us. */
  async #pause(): Promise<number> {
    if (this.#running.size >= this.#times.concurrency) return this.#times.pollMs
    const due = await this.#surroundings.table.nextDueAt()
    const times = [due, ...this.#planned.map(({ at }) => at)].flatMap((at) => at?.getTime() ?? [])
    const nextMs = Math.min(...times) - this.#surroundings.clock.now().getTime()
    return Math.min(Math.max(nextMs, SHORTEST_PAUSE_MS), this.#times.pollMs)
  }

  async #sleep(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake.resolve(), ms)
    await this.#wake.promise
    clearTimeout(timer)
  }

  /**
   * Puts the next occurrence of each schedule into the table ahead of its time. Its row lies there until it is due,
   * so of several servers only the first one's is kept, and a stop at that hour only delays it.
   */
  async #plan(now: Date): Promise<void> {
    const planned = []
    for (const { schedule, at } of this.#planned) {
      planned.push({ schedule, at: at && at > now ? at : await this.#enqueueNext(schedule, now) })
    }
    this.#planned = planned
  }

  async #enqueueNext({ name, cron }: JobSchedule, now: Date): Promise<Date | null> {
    const runAt = nextRun(cron, this.#surroundings.timeZone, now)
    if (runAt) await this.#surroundings.outbox.enqueue(name, {}, { runAt, once: `${name}@${runAt.toISOString()}` })
    return runAt
  }
}
