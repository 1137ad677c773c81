/** One answered call: an operation, or another address. */
export interface AnsweredCall {
  /** `{group}.{name}` of an operation, the pattern of an address, or `unknown`: never text from the client. */
  readonly operation: string
  /** HTTP status code. */
  readonly status: number
  readonly ms: number
  /** Identifies the request in the log. */
  readonly requestId: string
  /** The `traceparent` header of the request, unchanged; '' for none. */
  readonly traceparent: string
}

/** A finished job run, including one that will be retried. */
export interface EndedJob {
  readonly name: string
  readonly ms: number
  readonly hasFailed: boolean
}

/** A slow call. */
export interface SlowCall {
  /** When it was answered. */
  readonly at: Date
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly requestId: string
}

/** Hits and misses of an in-memory cache. */
export interface CacheUse {
  readonly found: number
  readonly missed: number
}
/** Caches of this process. */
export const CACHES = ['articles', 'menus'] as const
export type CacheName = (typeof CACHES)[number]

/** Figures from the database about the whole site, the same on every server. */
export interface SiteFigures {
  /** Accounts with a session used within the last ten minutes. */
  readonly peopleActive: number
  /** Due, but not yet picked up by a server. */
  readonly jobsWaiting: number
  /** Failed for good. */
  readonly jobsFailed: number
  readonly tasksWaiting: number
  readonly tasksRunning: number
  readonly databaseBytes: number
}

/** The connections of this server to its database. */
export interface PoolUse {
  /** The pool for heavy work has another name. */
  readonly pool: 'ordinary' | 'heavy'
  readonly busy: number
  readonly idle: number
  /** Calls waiting for a connection. */
  readonly waiting: number
}

/** Whether the Redis of this server answers. */
export interface RedisState {
  readonly isReachable: boolean
  /** When that was noticed. */
  readonly since: Date
  /** From a question to its answer; null while it is away. */
  readonly roundTripMs: number | null
}

/** Figures this server has collected about itself. */
export interface ServerHealth {
  /** Called for each call once it is answered. */
  note(call: AnsweredCall): void
  /** Registers a listener for calls. */
  follow(hearer: (call: AnsweredCall) => void): void
  /** Called for each job of this server once it has ended. */
  noteJob(job: EndedJob): void
  /** Registers a listener for jobs. */
  followJobs(hearer: (job: EndedJob) => void): void
  /** Since the start of this server. */
  caches(): Readonly<Record<CacheName, CacheUse>>
  /** Calls of the last 24 hours that took a second or longer: the slowest of each hour, slowest first. */
  slowCalls(): readonly SlowCall[]
  /** At most a few seconds old; null when the database does not answer in time. */
  site(): Promise<SiteFigures | null>
  connections(): readonly PoolUse[]
  /** Asks it now, for two seconds at most; null when none is configured. */
  redis(): Promise<RedisState | null>
  /** Of the last 24 hours, also from before its start, oldest first; limited to what a chart can show. */
  history(): Promise<readonly HealthPoint[]>
  /** Start of the history. */
  since(): Date
  readonly startedAt: Date
  /** The name of this server among several. */
  readonly server: string
  /** The end of the log, newest first. */
  errors(): readonly LoggedError[]
  /** Free bytes on the disk of `DATA_DIR`; null when unknown. */
  freeBytes(): Promise<number | null>
}

/** Figures of this server for a period. Values that were not measured are null. */
export interface HealthPoint extends Readonly<Record<SampledFigure, number | null>> {
  /** When it began. */
  readonly at: Date
  readonly calls: number
  /** Those that failed because of the server. */
  readonly faults: number
  /** Median duration in milliseconds, as precise as a chart needs; null without calls. */
  readonly medianMs: number | null
  /** The 95th percentile. */
  readonly slowMs: number | null
}

/** Measured once a minute. */
export const SAMPLED_FIGURES = [
  'peopleActive',
  'jobsWaiting',
  'jobsFailed',
  'tasksRunning',
  'databaseBytes',
  'memoryBytes',
  'freeBytes',
  /** Cache hits in percent; null without requests. */
  'articlesInMemory',
  'menusInMemory',
] as const
type SampledFigure = (typeof SAMPLED_FIGURES)[number]
export type HealthSample = Pick<HealthPoint, SampledFigure>

/** A log entry of an error, without its message and data, which may contain user content. */
export interface LoggedError {
  readonly at: Date
  /** A fixed text of the product. */
  readonly said: string
  /** Type and code, e.g. `error 53100`. */
  readonly kind: string
  /** Identifies in the log what it belongs to: the id of a request, `job 12` or `task 12`; '' for none of them. */
  readonly requestId: string
}
