export interface Clock {
  now(): Date
}

export interface Keys {
  /** `bytes` random bytes as base64url text. */
  random(bytes: number): string
  /** A random UUID, in lower case. */
  uuid(): string
  /** SHA-256 as base64url, for storing tokens. */
  digest(token: string): string
  /** The same for content of any length, without holding it in memory. */
  sumOf(content: AsyncIterable<Uint8Array>): Promise<string>
  /** Constant-time comparison. */
  equal(a: string, b: string): boolean
}

/** In-memory cache of values that can be recomputed. Least recently used values are evicted. */
export interface Cache<V, K extends string = string> {
  readonly find: (key: K) => V | undefined
  readonly put: (key: K, value: V) => void
}

/** A setting made by the operator through an environment variable. */
export interface StartSetting {
  readonly variable: string
  /** '' when not set; for a secret only whether it is set. */
  readonly value: string
  readonly isSecret: boolean
}

/** The disk on which this server stores data. */
export interface Disk {
  /** False once space is so low that nothing new may be written, so that existing data stays readable (R5). */
  hasRoom(): Promise<boolean>
}

/** How often one person may change something. */
export interface WriteLimit {
  /** Counts one change. @returns false when this person has made too many within a minute */
  admits(userId: number): boolean
}

export interface Log {
  debug(message: string, facts?: object): void
  info(message: string, facts?: object): void
  warn(message: string, facts?: object): void
  error(message: string, error: unknown, facts?: object): void
}
