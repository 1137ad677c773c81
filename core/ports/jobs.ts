/** Work to be done after the commit. Enqueuing is a row written in the same transaction, so no crash loses it. */
export interface JobOutbox {
  /**
   * `runAt` null means at once; a second job with the same `once` key is dropped while the first waits or runs.
   * Jobs may run twice after a crash and must bear it.
   */
  enqueue(
    name: string,
    payload: object,
    options?: { readonly runAt?: Date | null; readonly once?: string | null },
  ): Promise<void>
}

/** What runs under the job's name. Throwing retries with a growing delay; after the last attempt the job is kept as failed. */
export type JobHandler = (payload: object) => Promise<void>

export interface JobSchedule {
  readonly name: string
  /** Five-field cron text in the site's time zone. */
  readonly cron: string
}

/** Takes jobs from the outbox and runs them. */
export interface JobRunner {
  /** Begins to take jobs; returns once it is ready. */
  start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void>
  /** Tells the runner that there may be new jobs, e.g. after a commit. */
  wake(): void
  /** Takes no new job and waits for the running ones. */
  stop(): Promise<void>
}

export interface ClaimedJob {
  readonly id: number
  readonly name: string
  readonly payload: object
  /** How often it was claimed, this time included. */
  readonly attempts: number
}

/** The other side of the outbox: what runners take jobs from. Rows are the truth; queues may forget. */
export interface JobTable {
  /**
   * The jobs due longest, at most `limit`, held for `leaseMs`: no other claim gives them until then, whatever process asks.
   * Afterwards, a job neither completed nor failed is due again.
   */
  claim(now: Date, leaseMs: number, limit: number): Promise<readonly ClaimedJob[]>
  /** Removes the job; its `once` key is free again. */
  complete(id: number): Promise<void>
  /** Notes why it failed and when to try again; with `retryAt` null it is kept as failed and never due again. */
  fail(id: number, error: string, retryAt: Date | null): Promise<void>
  /** When the next job becomes due, or a lease ends; null when none waits. */
  nextDueAt(): Promise<Date | null>
}
