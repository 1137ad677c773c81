/** One call that was answered: an operation, or an address that is none. */
export interface AnsweredCall {
  /** `{group}.{name}` of an operation, the pattern of an address, or `unknown`: never what somebody typed. */
  readonly operation: string
  /** As HTTP says it. */
  readonly status: number
  readonly ms: number
}

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
  /** A few seconds old at most; null when the database does not say in time. */
  site(): Promise<SiteFigures | null>
  connections(): readonly PoolUse[]
  /** Bytes left on the disk of `DATA_DIR`; null when nobody can say. */
  freeBytes(): Promise<number | null>
}
