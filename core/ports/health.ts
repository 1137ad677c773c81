/** One call that was answered: an operation, or an address that is none. */
export interface AnsweredCall {
  /** `{group}.{name}` of an operation, the pattern of an address, or `unknown`: never what somebody typed. */
  readonly operation: string
  /** As HTTP says it. */
  readonly status: number
  readonly ms: number
  /** By which the log has the rest of it. */
  readonly requestId: string
  /** The `traceparent` that came with it, as whoever called wrote it; '' for none. */
  readonly traceparent: string
}

/** A job that ended, also when it is to be tried again. */
export interface EndedJob {
  readonly name: string
  readonly ms: number
  readonly hasFailed: boolean
}

/** A call that took long. */
export interface SlowCall {
  /** When it was answered. */
  readonly at: Date
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly requestId: string
}

/** How often something was asked for that is kept in memory, and was there or was not. */
export interface CacheUse {
  readonly found: number
  readonly missed: number
}
/** What is kept in memory. */
export const CACHES = ['articles', 'menus'] as const
export type CacheName = (typeof CACHES)[number]

/** What the database says of the whole site, whichever server asks. */
export interface SiteFigures {
  /** Accounts with a session that was in use within the last ten minutes. */
  readonly peopleActive: number
  /** Due, and taken by no server yet. */
  readonly jobsWaiting: number
  /** Given up. */
  readonly jobsFailed: number
  readonly tasksWaiting: number
  readonly tasksRunning: number
  readonly databaseBytes: number
}

/** The connections of this server to its database. */
export interface PoolUse {
  /** Of two pools the one for heavy work has the other name. */
  readonly pool: 'ordinary' | 'heavy'
  readonly busy: number
  readonly idle: number
  /** Calls that wait for a connection. */
  readonly waiting: number
}

/** What this server has seen of itself. */
export interface ServerHealth {
  /** Said by the server of each call, once it is answered. */
  note(call: AnsweredCall): void
  /** Has the hearer told of each call from now on. */
  follow(hearer: (call: AnsweredCall) => void): void
  /** Said of each job of this server, once it has ended. */
  noteJob(job: EndedJob): void
  /** Has the hearer told of each job from now on. */
  followJobs(hearer: (job: EndedJob) => void): void
  /** Since the start of this server. */
  caches(): Readonly<Record<CacheName, CacheUse>>
  /** Those of the last 24 hours that took a second or longer, the slowest of each hour, the slowest first. */
  slowCalls(): readonly SlowCall[]
  /** A few seconds old at most; null when the database does not say in time. */
  site(): Promise<SiteFigures | null>
  connections(): readonly PoolUse[]
  /** The last 24 hours at most, since the start of this server, the oldest first; no more than a screen can show. */
  history(): Promise<readonly HealthPoint[]>
  /** Which the history begins with. */
  readonly startedAt: Date
  /** The last of the log, the newest first. */
  errors(): readonly LoggedError[]
  /** Bytes left on the disk of `DATA_DIR`; null when nobody can say. */
  freeBytes(): Promise<number | null>
}

/** A stretch of time as this server has seen it. What nobody looked at or could say is null. */
export interface HealthPoint extends Readonly<Record<SampledFigure, number | null>> {
  /** When it began. */
  readonly at: Date
  readonly calls: number
  /** Those of them that ended with a fault of the server. */
  readonly faults: number
  /** Half of the calls took no longer, in milliseconds, as exactly as a chart can show; null without calls. */
  readonly medianMs: number | null
  /** The same of 95 of a hundred. */
  readonly slowMs: number | null
}

/** What is looked up once a minute. */
export const SAMPLED_FIGURES = [
  'peopleActive',
  'jobsWaiting',
  'jobsFailed',
  'tasksRunning',
  'databaseBytes',
  'memoryBytes',
  'freeBytes',
  /** Of a hundred asked for, how many were in memory; null when nothing was asked for. */
  'articlesInMemory',
  'menusInMemory',
] as const
type SampledFigure = (typeof SAMPLED_FIGURES)[number]
export type HealthSample = Pick<HealthPoint, SampledFigure>

/** An error in the log without what it was about: neither its message nor facts, which may hold what people wrote. */
export interface LoggedError {
  readonly at: Date
  /** The product's own words. */
  readonly said: string
  /** Type and code, as in `error 53100`. */
  readonly kind: string
  /** By which the log has the rest of it; '' when no request was its cause. */
  readonly requestId: string
}
