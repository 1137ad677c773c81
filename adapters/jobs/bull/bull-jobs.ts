import Queue from 'bull'
import { createHash } from 'node:crypto'
import type { ClaimedJob, JobClaim, JobHandler, JobRunner, JobSchedule } from '#core/ports/jobs.ts'
import { JOB_TIMES, JobLoop, type JobSurroundings, type JobTimes } from '../job-loop.ts'
import { RedisConnections, type RedisRole, type RedisSurroundings } from './redis-connections.ts'

/**
 * Bull sets the name of its connection without awaiting the answer: if the connection is closed before, that would be
 * an unhandled rejection.
 */
const WITHOUT_NAME = { setWorkerName: () => Promise.resolve() }

/** How long the start waits for Redis, and each step of the stop. */
const PATIENCE_MS = 1_500

/**
 * Relays jobs from the table to Bull, so that any server may run them. The rows are authoritative: one is removed when
 * its job has run, and becomes due again after its lease when Redis has lost it. While Redis is unavailable, jobs run
 * in this process.
 */
export class BullJobs implements JobRunner {
  readonly #loop: JobLoop
  readonly #connections: RedisConnections
  readonly #surroundings: JobSurroundings
  readonly #times: JobTimes
  readonly #prefix: string
  readonly #active = new Set<Promise<void>>()
  #queue: Queue.Queue<JobClaim> | null = null

  /** `prefix` separates the keys of several products on one Redis. */
  constructor(
    url: string,
    surroundings: JobSurroundings & RedisSurroundings,
    times: Partial<JobTimes> = {},
    prefix = 'octavo',
  ) {
    this.#surroundings = surroundings
    this.#times = { ...JOB_TIMES, ...times }
    this.#prefix = prefix
    this.#loop = new JobLoop(surroundings, this.#times, (job) => this.#relay(job))
    this.#connections = new RedisConnections(url, surroundings)
  }

  async start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void> {
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    this.#connections.of('client').on('ready', () => {
      this.#queue ??= this.#attach(queueOf([...handlers.keys()]))
      this.#loop.wake()
      resolve()
    })
    await Promise.all([patiently(ready), this.#loop.start(handlers, schedules)])
  }

  wake(): void {
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    const queue = this.#queue
    if (queue) await patiently(queue.pause(true, true).catch((error: unknown) => this.#connections.report(error)))
    await this.#loop.stop()
    await Promise.all(this.#active)
    if (queue) await patiently(queue.close(true).catch((error: unknown) => this.#connections.report(error)))
    this.#connections.close()
  }

  /** Bull contacts Redis in its constructor, so it is created only when Redis answers, and again after a failure. */
  #attach(name: string): Queue.Queue<JobClaim> {
    const options = {
      prefix: this.#prefix,
      skipVersionCheck: true,
      createClient: (role: RedisRole) => this.#connections.of(role),
      // Rows count the attempts; Bull gets one attempt per relay and keeps nothing afterwards, so that the id becomes
      // free.
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    }
    const queue = Object.assign(new Queue<JobClaim>(name, options), WITHOUT_NAME)
    queue.on('error', (error) => this.#connections.report(error))
    queue
      .process(this.#times.concurrency, ({ data }) => this.#run(data))
      .catch((error: unknown) => {
        this.#connections.report(error)
        if (this.#queue === queue) this.#queue = null
      })
    return queue
  }

  async #relay(job: ClaimedJob): Promise<void> {
    if (this.#queue && this.#connections.of('client').status === 'ready') {
      try {
        // Bull ignores an id it still has, so a row that became due early is not run twice. The queued one is the
        // newest claim, because earlier ones have ended.
        const claim: JobClaim = { id: job.id, attempts: job.attempts }
        const relayed = await this.#queue.add(claim, { jobId: String(job.id) })
        await relayed.update(claim)
        return
      } catch (error) {
        this.#connections.report(error)
      }
    }
    await this.#loop.run(job)
  }

  async #run(job: JobClaim): Promise<void> {
    const work = this.#runIfHeld(job)
    this.#active.add(work)
    try {
      await work
    } finally {
      this.#active.delete(work)
    }
  }

  /**
   * A job queued in Redis for longer than its lease may belong to another process by now. Its content is read from its
   * row: access to Redis must not decide what a server does.
   */
  async #runIfHeld(claim: JobClaim): Promise<void> {
    const { table, clock } = this.#surroundings
    const until = new Date(clock.now().getTime() + this.#times.leaseMs)
    const job = await table.prolong(claim, until)
    if (job) await this.#loop.run(job)
  }
}

/** The queue shared by servers that run the same jobs, so that each can run everything in it. */
export const queueOf = (names: readonly string[]): string =>
  `jobs-${createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16)}`

async function patiently(work: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  await Promise.race([work, late])
  clearTimeout(timer)
}
