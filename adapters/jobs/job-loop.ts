import { messageOf } from '#core/message-of.ts'
import { RunAborted, type ClaimedJob, type JobHandler } from '#core/ports/jobs.ts'
import type { JobOutbox, JobSchedule, JobTable } from '#core/ports/jobs.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { asWorkOf } from '../system/work-under-way.ts'
import { JobRun } from './job-run.ts'
import { nextRun } from './schedule.ts'

export interface JobSurroundings {
  readonly table: JobTable
  readonly outbox: JobOutbox
  readonly clock: Clock
  readonly log: Log
  /** Time zone of the schedules, e.g. `Asia/Shanghai`. */
  readonly timeZone: string
}
export interface JobTimes {
  /** How long a job is leased before another runner may take it; a run extends the lease as long as it takes. */
  readonly leaseMs: number
  /** The longest pause between two checks of the table: the maximum delay of a job from another process. */
  readonly pollMs: number
  /** Delay before the second attempt; doubled for each further one. */
  readonly retryMs: number
  readonly attempts: number
  /** How many short jobs run in parallel in this process. */
  readonly concurrency: number
  /** How many long ones. */
  readonly longConcurrency: number
  /** How many that wait for servers elsewhere. */
  readonly outboundConcurrency: number
  /** How long the stop waits for long jobs. */
  readonly stopMs: number
}
export const JOB_TIMES: JobTimes = {
  leaseMs: 60_000,
  pollMs: 5_000,
  retryMs: 2_000,
  attempts: 8,
  concurrency: 4,
  longConcurrency: 2,
  outboundConcurrency: 2,
  stopMs: 5_000,
}

const LONGEST_RETRY_MS = 3_600_000
/** A clock is corrected by less every day; planning anew then could repeat what has just run. */
const SET_BACK_MS = 60_000
const SHORTEST_PAUSE_MS = 20

/** Slots for jobs of one kind. */
interface Lane {
  readonly places: number
  /** Names of its jobs. */
  readonly names: readonly string[]
  /** Resolve when their slots become free. */
  readonly taken: Set<Promise<void>>
  dispatch(job: ClaimedJob): Promise<void>
}

/** Common to both runners: checking the table, dispatching jobs, scheduling, recording results. */
export class JobLoop {
  readonly #surroundings: JobSurroundings
  readonly #times: JobTimes
  readonly #dispatch: (job: ClaimedJob) => Promise<void>
  /** By job, until they have really ended, possibly long after their slots were reused. */
  readonly #runs = new Map<number, JobRun>()
  #lanes: readonly Lane[] = []
  #handlers: ReadonlyMap<string, JobHandler> = new Map()
  #planned: readonly { readonly schedule: JobSchedule; readonly at: Date | null }[] = []
  /** When it was planned last. */
  #plannedAt = new Date(0)
  #isStopped = false
  #turn: Promise<void> = Promise.resolve()
  #wake = Promise.withResolvers<void>()

  /** `dispatch` ensures that the short job is run, finally by `run`; it resolves when the next job may be taken. */
  constructor(surroundings: JobSurroundings, times: JobTimes, dispatch: (job: ClaimedJob) => Promise<void>) {
    this.#surroundings = surroundings
    this.#times = times
    this.#dispatch = dispatch
  }

  async start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void> {
    this.#handlers = handlers
    this.#lanes = this.#lanesFor(handlers)
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
    for (const run of this.#runs.values()) if (run.isLong) run.stop(this.#times.stopMs)
    await Promise.all(this.#lanes.flatMap(({ taken }) => [...taken]))
  }

  /**
   * Runs the job and records the result in its row; never throws for a failure of the job. It resolves when the slot is
   * free. A job still running in this process is skipped, and becomes due again after its lease.
   */
  async run(job: ClaimedJob): Promise<void> {
    if (this.#runs.has(job.id)) return
    const handler = this.#handlers.get(job.name)
    // It was not claimed here, or cannot run here any more. It becomes due again after its lease, for a server that can
    // run it.
    if (!handler || !isReady(handler)) return
    await asWorkOf(`job ${job.id}`, () => this.#begin(job, handler))
  }

  async #begin(job: ClaimedJob, handler: JobHandler): Promise<void> {
    const run = new JobRun(job, handler, { ...this.#surroundings, leaseMs: this.#times.leaseMs })
    this.#runs.set(job.id, run)
    const noted = this.#noted(job, run).catch((error: unknown) => this.#reportUnnoted(job, error))
    await Promise.race([noted, run.overdue])
  }

  async #noted(job: ClaimedJob, run: JobRun): Promise<void> {
    const { table, clock } = this.#surroundings
    try {
      const failure = await run.ended
      const reason: unknown = run.signal.reason
      const isStopped = reason instanceof RunAborted && reason.why === 'stopped'
      if (!failure) await table.complete(job)
      else if (isStopped) await table.fail(job, 'the server was stopped', clock.now())
      else await this.#noteFailure(job, failure.error)
    } finally {
      this.#runs.delete(job.id)
    }
  }

  #reportUnnoted({ name }: ClaimedJob, error: unknown): void {
    this.#surroundings.log.error(`the job ${name} could not be noted as done`, error)
  }

  async #noteFailure(job: ClaimedJob, error: unknown): Promise<void> {
    const { table, clock, log } = this.#surroundings
    const { id, name, attempts } = job
    const reason = messageOf(error)
    const isLast = attempts >= this.#times.attempts && !this.#handlers.get(name)?.isNeverGivenUp
    if (isLast) {
      log.error(`the job ${name} failed for good`, error, { id, attempts })
      await table.fail(job, reason, null)
      return
    }
    log.warn(`the job ${name} failed and will be tried again`, { id, attempts, error: reason })
    const delayMs = Math.min(this.#times.retryMs * 2 ** (attempts - 1), LONGEST_RETRY_MS)
    await table.fail(job, reason, new Date(clock.now().getTime() + delayMs))
    this.wake()
  }

  #lanesFor(handlers: ReadonlyMap<string, JobHandler>): readonly Lane[] {
    const namesOf = (isMeant: (handler: JobHandler) => boolean): readonly string[] =>
      [...handlers].flatMap(([name, handler]) => (isMeant(handler) ? [name] : []))
    const { concurrency, longConcurrency, outboundConcurrency } = this.#times
    const short = namesOf(({ isLong, isOutbound }) => !isLong && !isOutbound)
    const long = namesOf(({ isLong }) => isLong === true)
    const outbound = namesOf(({ isLong, isOutbound }) => !isLong && isOutbound === true)
    const lanes: readonly Lane[] = [
      { places: concurrency, names: short, taken: new Set(), dispatch: this.#dispatch },
      // A claim already reserves a job for one process, so long jobs do not need a queue.
      { places: longConcurrency, names: long, taken: new Set(), dispatch: (job) => this.run(job) },
      { places: outboundConcurrency, names: outbound, taken: new Set(), dispatch: (job) => this.run(job) },
    ]
    return lanes.filter(({ names }) => names.length > 0)
  }

  async #turns(): Promise<void> {
    while (!this.#isStopped) {
      this.#wake = Promise.withResolvers()
      let pauseMs = this.#times.pollMs
      try {
        await this.#plan(this.#surroundings.clock.now())
        for (const lane of this.#lanes) await this.#take(lane)
        pauseMs = await this.#pause()
      } catch (error) {
        this.#surroundings.log.error('jobs could not be read from the database; they wait', error)
      }
      await this.#sleep(pauseMs)
    }
  }

  async #take({ places, names: all, taken, dispatch }: Lane): Promise<void> {
    const { table, clock } = this.#surroundings
    const free = places - taken.size
    const names = this.#ready(all)
    if (free <= 0 || names.length === 0 || this.#isStopped) return
    for (const job of await table.claim(clock.now(), this.#times.leaseMs, free, names)) {
      const work = dispatch(job)
        .catch((error: unknown) => this.#reportUnnoted(job, error))
        .finally(() => {
          taken.delete(work)
          this.wake()
        })
      taken.add(work)
    }
  }

  /**
   * Waits until the next job is due or the next occurrence must be scheduled; while all slots are taken, until a job
   * ends.
   */
  async #pause(): Promise<number> {
    const open = this.#lanes.filter(({ places, taken }) => taken.size < places)
    if (open.length === 0) return this.#times.pollMs
    const due = await Promise.all(open.map(({ names }) => this.#surroundings.table.nextDueAt(this.#ready(names))))
    const times = [...due, ...this.#planned.map(({ at }) => at)].flatMap((at) => at?.getTime() ?? [])
    const nextMs = Math.min(...times) - this.#surroundings.clock.now().getTime()
    return Math.min(Math.max(nextMs, SHORTEST_PAUSE_MS), this.#times.pollMs)
  }

  /** The jobs that can run now. */
  #ready(names: readonly string[]): readonly string[] {
    return names.filter((name) => isReady(this.#handlers.get(name)))
  }

  async #sleep(ms: number): Promise<void> {
    const timer = setTimeout(() => this.#wake.resolve(), ms)
    await this.#wake.promise
    clearTimeout(timer)
  }

  /**
   * Inserts the next occurrence of each schedule ahead of time. Its row waits until it is due, so with several servers
   * only the first one's is kept, and a downtime at that hour only delays it. Jobs that cannot run are not scheduled:
   * their rows would pile up. A clock that was ahead and is set back leaves occurrences in a far future, so all are
   * planned anew.
   */
  async #plan(now: Date): Promise<void> {
    const planned = []
    const isSetBack = now.getTime() < this.#plannedAt.getTime() - SET_BACK_MS
    for (const { schedule, at } of this.#planned) {
      const isPlanned = at !== null && at > now && !isSetBack
      planned.push({ schedule, at: isPlanned ? at : await this.#enqueueNext(schedule, now) })
    }
    this.#planned = planned
    // Small steps back must not add up unnoticed.
    if (isSetBack || now > this.#plannedAt) this.#plannedAt = now
  }

  async #enqueueNext({ name, cron }: JobSchedule, now: Date): Promise<Date | null> {
    if (!isReady(this.#handlers.get(name))) return null
    const runAt = nextRun(cron, this.#surroundings.timeZone, now)
    if (runAt) await this.#surroundings.outbox.enqueue(name, {}, { runAt, once: `${name}@${runAt.toISOString()}` })
    return runAt
  }
}

/** A name without a handler counts as ready: it may be for other servers. */
const isReady = (handler: JobHandler | undefined): boolean => handler?.isReady?.() ?? true
