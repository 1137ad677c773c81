import type { Paging, Slice } from '../paging.ts'

/** Work to be done after the commit. Enqueuing inserts a row in the same transaction, so no crash loses it. */
export interface JobOutbox {
  /**
   * `runAt` null means immediately; a second job with the same `once` key is dropped while the first is waiting or
   * running.
   * Jobs may run twice after a crash and must tolerate that.
   * @param options `formerOnce` is the key under which an earlier version enqueued the same job
   */
  enqueue(
    name: string,
    payload: object,
    options?: { readonly runAt?: Date | null; readonly once?: string | null; readonly formerOnce?: string | null },
  ): Promise<void>
}

/** A job that has failed for good. */
export interface FailedJob {
  readonly id: number
  readonly name: string
  readonly attempts: number
  /** The last error; in English, for operators. */
  readonly reason: string
  /** Null for one that will run again and has not been picked up yet. */
  readonly failedAt: Date | null
}

/** Failed jobs, as shown to administrators. */
export interface FailedJobs {
  /** Those waiting to run again first, then the most recent failures. */
  list(paging: Paging): Promise<Slice<FailedJob>>
  /**
   * Runs the job once more; if that fails too, it stays failed. If another job is doing the same work meanwhile, this
   * one is removed instead. @returns false when there is no such failed job
   */
  runAgain(id: number): Promise<boolean>
  sweep(failedBefore: Date): Promise<void>
}

/** Why a run is aborted: its time is up, the server is stopping, or another process may have taken over the job. */
export type JobEnd = 'outOfTime' | 'stopped' | 'leaseLost'

/** The `reason` of the signal that aborts a run. */
export class RunAborted<W extends string = JobEnd> extends Error {
  readonly why: W
  constructor(why: W, message: string) {
    super(message)
    this.name = 'RunAborted'
    this.why = why
  }
}

/** What a run gets besides its payload. */
export interface JobTools {
  /** Fires when the run must end; a run that ignores it still counts as running. Its reason is a `RunAborted`. */
  readonly signal: AbortSignal
}

/** The handler for jobs of one name. */
export interface JobHandler {
  /** Milliseconds after which the signal fires and the job no longer occupies a slot. */
  readonly limitMs: number
  /** Has slots of its own, so that short jobs never wait for it, and is aborted when the server stops. */
  readonly isLong?: boolean
  /** Waits for a server elsewhere, and has slots of its own as well, so that a silent one delays no other jobs. */
  readonly isOutbound?: boolean
  /** Retried without limit, in the end once an hour. */
  readonly isNeverGivenUp?: boolean
  /** False while it cannot run here: jobs of its name then wait, for this server or another, and none is scheduled. */
  isReady?(): boolean
  /** Throwing retries with increasing delay; after the last attempt the job is kept as failed. */
  run(payload: object, tools: JobTools): Promise<void>
}

export interface JobSchedule {
  readonly name: string
  /** Five-field cron expression in the site's time zone. */
  readonly cron: string
}

/** Takes jobs from the outbox and runs them, never the same one twice at the same time. */
export interface JobRunner {
  /** Starts taking jobs that have a handler here, leaving others to other servers; returns once it is ready. */
  start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void>
  /** Signals that there may be new jobs, e.g. after a commit. */
  wake(): void
  /** Takes no new jobs and waits for the running ones, except those whose time is up. */
  stop(): Promise<void>
}

/** One claim of a job: `attempts` distinguishes it from earlier and later claims. */
export interface JobClaim {
  readonly id: number
  /** How often it has been claimed, including this time. */
  readonly attempts: number
}
export interface ClaimedJob extends JobClaim {
  readonly name: string
  readonly payload: object
}

/** The reading side of the outbox, used by runners. The rows are authoritative; queues may lose messages. */
export interface JobTable {
  /**
   * The jobs due longest, at most `limit`, leased for `leaseMs`: until then no process can claim them again. After
   * that, a job neither completed nor failed becomes due again. Without `names`, jobs of any name.
   */
  claim(now: Date, leaseMs: number, limit: number, names?: readonly string[]): Promise<readonly ClaimedJob[]>
  /** Extends the lease of a job. @returns the job as stored; null when it was claimed again meanwhile, or is gone */
  prolong(claim: JobClaim, until: Date): Promise<ClaimedJob | null>
  /** Removes the job, unless it was claimed again meanwhile; its `once` key becomes free. */
  complete(claim: JobClaim): Promise<void>
  /**
   * Records the error and when to retry; with `retryAt` null the job is kept as failed and is never due again. Does
   * nothing when the job was claimed again meanwhile.
   */
  fail(claim: JobClaim, error: string, retryAt: Date | null): Promise<void>
  /** When the next of these jobs becomes due or a lease expires; null when none is waiting. */
  nextDueAt(names?: readonly string[]): Promise<Date | null>
}
