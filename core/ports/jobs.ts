import type { Paging, Slice } from '../paging.ts'

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

/** A job that was given up. */
export interface FailedJob {
  readonly id: number
  readonly name: string
  readonly attempts: number
  /** Why it failed the last time; in English, for operators. */
  readonly reason: string
  /** Null for one that is to run again and that no server has taken yet. */
  readonly failedAt: Date | null
}

/** What administrators see of jobs. */
export interface FailedJobs {
  /** Those that are to run again first, then those that failed last. */
  list(paging: Paging): Promise<Slice<FailedJob>>
  /**
   * Has the job run once more, and kept as failed when that fails. Where another one does the same work meanwhile, this
   * one is removed instead. @returns false when there is no such failed job
   */
  runAgain(id: number): Promise<boolean>
  sweep(failedBefore: Date): Promise<void>
}

/** Why a run is told to end: its time is up, the server stops, or another process may have taken its job over. */
export type JobEnd = 'outOfTime' | 'stopped' | 'leaseLost'

/** The reason of a signal that tells a run to end. */
export class RunAborted<W extends string = JobEnd> extends Error {
  readonly why: W
  constructor(why: W, message: string) {
    super(message)
    this.name = 'RunAborted'
    this.why = why
  }
}

/** What a run is given beside its payload. */
export interface JobTools {
  /** Fires when the run is to end; a run that goes on all the same still counts as running. Its reason is a `RunAborted`. */
  readonly signal: AbortSignal
}

/** What runs under the job's name. */
export interface JobHandler {
  /** Milliseconds after which the signal fires and other jobs get the place of this one. */
  readonly limitMs: number
  /** Has places of its own, so that short jobs never wait for it, and is told to end when the server stops. */
  readonly isLong?: boolean
  /** It is tried again as often as it takes, in the end once an hour. */
  readonly isNeverGivenUp?: boolean
  /** False while it cannot be run here: jobs of its name then wait, for this server or another, and none is planned. */
  isReady?(): boolean
  /** Throwing retries with a growing delay; after the last attempt the job is kept as failed. */
  run(payload: object, tools: JobTools): Promise<void>
}

export interface JobSchedule {
  readonly name: string
  /** Five-field cron text in the site's time zone. */
  readonly cron: string
}

/** Takes jobs from the outbox and runs them, none twice at a time. */
export interface JobRunner {
  /** Begins to take the jobs there are handlers for, and leaves all others to other servers; returns once it is ready. */
  start(handlers: ReadonlyMap<string, JobHandler>, schedules: readonly JobSchedule[]): Promise<void>
  /** Tells the runner that there may be new jobs, e.g. after a commit. */
  wake(): void
  /** Takes no new job and waits for the running ones; not for those whose time is up. */
  stop(): Promise<void>
}

/** One claim of a job: the attempts tell it from the claims before and after it. */
export interface JobClaim {
  readonly id: number
  /** How often it was claimed, this time included. */
  readonly attempts: number
}
export interface ClaimedJob extends JobClaim {
  readonly name: string
  readonly payload: object
}

/** The other side of the outbox: what runners take jobs from. Rows are the truth; queues may forget. */
export interface JobTable {
  /**
   * The jobs due longest, at most `limit`, held for `leaseMs`: no other claim gives them until then, whatever process asks.
   * Afterwards, a job neither completed nor failed is due again. Jobs of any name are meant when `names` is left out.
   */
  claim(now: Date, leaseMs: number, limit: number, names?: readonly string[]): Promise<readonly ClaimedJob[]>
  /** Holds the job until then. @returns the job as its row says; null when it was claimed anew meanwhile, or is gone */
  prolong(claim: JobClaim, until: Date): Promise<ClaimedJob | null>
  /** Removes the job, unless it was claimed anew meanwhile; its `once` key is free again. */
  complete(claim: JobClaim): Promise<void>
  /**
   * Notes why it failed and when to try again; with `retryAt` null it is kept as failed and never due again. Nothing
   * happens to a job that was claimed anew meanwhile.
   */
  fail(claim: JobClaim, error: string, retryAt: Date | null): Promise<void>
  /** When the next of these jobs becomes due, or a lease ends; null when none waits. */
  nextDueAt(names?: readonly string[]): Promise<Date | null>
}
