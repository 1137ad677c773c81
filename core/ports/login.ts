/** Hashes login passwords (threats T8). */
export interface Passwords {
  /** A PHC string. @throws DomainError busy when too many hashes are queued */
  hash(plain: string): Promise<string>
  /** Takes as long for a null hash (unknown user) as for a real one, and answers false. @throws DomainError busy */
  matches(plain: string, hash: string | null): Promise<boolean>
  /** Whether the hash uses weaker parameters than the current ones. */
  isOutdated(hash: string): boolean
}

/** Codes of an authenticator app (RFC 6238): six digits, a new code every 30 seconds. */
export interface OneTimeCodes {
  /** 160 bits in base32. */
  newSecret(): string
  /**
   * Index since 1970 of the 30-second period the code belongs to: current, previous or next; null when it matches none.
   */
  stepOf(secret: string, code: string, now: Date): number | null
  /** The content of the QR code for the app. */
  addressOf(secret: string, names: { readonly site: string; readonly username: string }): string
}

/** The most commonly leaked passwords, at least 10,000 of them (threats T8). */
export interface CommonPasswords {
  /** Whether the password, in lower case, is one of them. */
  has(text: string): Promise<boolean>
}

/** Encrypts secrets that the product has to read again, with the site's secret key (threats T9, K1). */
export interface Seals {
  /** AES-256-GCM; `purpose` is authenticated as associated data, e.g. `item:7`. */
  seal(plain: string, purpose: string): string
  /** @throws Error when the text was sealed with another key or for another purpose */
  open(sealed: string, purpose: string): string
  /** Keyed digest, to check a secret without opening it. */
  digest(plain: string, purpose: string): string
}

/** The seals of two keys, while the site key is being replaced. */
export interface KeyChange {
  readonly before: Seals
  readonly after: Seals
}

export interface Captcha {
  readonly id: string
  /** A bitmap picture (threats T7). */
  readonly png: Uint8Array<ArrayBuffer>
}
/** Verification codes; answers are kept on the server for a few minutes (threats T7). */
export interface Captchas {
  /** False when the operator has disabled captchas. */
  readonly areOn: boolean
  issue(): Promise<Captcha>
  /** A code to be delivered in another way than by picture, and how long it is valid. */
  issueAsText(forMs: number): Promise<{ readonly id: string; readonly answer: string }>
  /** Case-insensitive. A captcha can be checked once. Always true when captchas are disabled. */
  check(captchaId: string | null, answer: string): Promise<boolean>
}

/** Stores the answer of a captcha until somebody submits it. */
export interface CaptchaAnswers {
  keep(captchaId: string, answer: string, forMs: number): Promise<void>
  /** Returns the answer once; null when there is none or it has expired. */
  take(captchaId: string): Promise<string | null>
}

/** An attempt limit: a number of attempts per window, then one after each waiting time, which doubles. */
export interface Allowance {
  readonly windowMs: number
  readonly free: number
  /** Since the last attempt. If it equals the window, the wait ends when the first attempt leaves the window. */
  readonly restMs: number
  readonly longestRestMs: number
}
export type Turn =
  | {
      readonly isGiven: true
      /** Attempts in the window, including this one. */
      readonly count: number
      /** For attempts that were not actually evaluated: they do not count. */
      giveBack(): Promise<void>
    }
  | {
      readonly isGiven: false
      /** Until the next attempt is allowed. */
      readonly restMs: number
    }

/** Counters by key over a sliding window; outside the store, so that a refused command does not undo the count. */
export interface Attempts {
  /** Checks and counts an attempt in one atomic step: concurrent attempts cannot exceed the limit. */
  take(key: string, allowance: Allowance): Promise<Turn>
  /** `windowMs` is at most the one used to add to the key. */
  count(key: string, windowMs: number): Promise<number>
  /** Increments and returns the new count, atomically. */
  add(key: string, windowMs: number): Promise<number>
  clear(key: string): Promise<void>
}
