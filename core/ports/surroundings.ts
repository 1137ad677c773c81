export interface Clock {
  now(): Date
}

export interface Keys {
  /** `bytes` random bytes as base64url text. */
  random(bytes: number): string
  /** A random UUID, in lower case. */
  uuid(): string
  /** SHA-256 as base64url text, for keeping tokens. */
  digest(token: string): string
  /** The same of content of any length, which is not held whole. */
  sumOf(content: AsyncIterable<Uint8Array>): Promise<string>
  /** Compares without telling by its duration where the texts differ. */
  equal(a: string, b: string): boolean
}

/** Keeps in memory what can be made again at any time. What was not used for long gives way. */
export interface Cache<V> {
  find(key: string): V | undefined
  put(key: string, value: V): void
}

/** What the operator decided before the start, by a variable of the environment. */
export interface StartSetting {
  readonly variable: string
  /** '' when it was not given; of a secret it only tells that it was. */
  readonly value: string
  readonly isSecret: boolean
}

/** The disk on which this server keeps what people write. */
export interface Disk {
  /** False once so little is left that nothing new is to be written, so that what is there can be read (R5). */
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
