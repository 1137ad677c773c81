/** Hashes login passwords (threats T8). */
export interface Passwords {
  /** A PHC string. @throws DomainError busy when too many wait */
  hash(plain: string): Promise<string>
  /** Takes as long for a null hash (unknown user) as for a real one, and answers false. @throws DomainError busy */
  matches(plain: string, hash: string | null): Promise<boolean>
  /** Whether the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean
}

/** Codes of an authenticator app (RFC 6238): six digits, another one each half minute. */
export interface OneTimeCodes {
  /** 160 bits in base32. */
  newSecret(): string
  /** Which half minute since 1970 the code belongs to: this one, the one before or the next; null for none of them. */
  stepOf(secret: string, code: string, now: Date): number | null
  /** What the app reads from a QR code. */
  addressOf(secret: string, names: { readonly site: string; readonly username: string }): string
}

/** The passwords that leaked most often, at least 10,000 of them (threats T8). */
export interface CommonPasswords {
  /** Whether the password, in lower case, is one of them. */
  has(text: string): Promise<boolean>
}

/** Encrypts what the product has to show again, with the site's secret key (threats T9, K1). */
export interface Seals {
  /** AES-256-GCM text; `purpose` is authenticated along, e.g. `item:7`. */
  seal(plain: string, purpose: string): string
  /** @throws Error when the text was sealed with another key or for another purpose */
  open(sealed: string, purpose: string): string
  /** Keyed digest, to check a secret without opening it. */
  digest(plain: string, purpose: string): string
}

/** The seals of two keys, while the site goes from one to the other. */
export interface KeyChange {
  readonly before: Seals
  readonly after: Seals
}

export interface Captcha {
  readonly id: string
  /** A picture of pixels (threats T7). */
  readonly png: Uint8Array<ArrayBuffer>
}
/** Verification codes; answers are kept on the server for a few minutes (threats T7). */
export interface Captchas {
  /** False when the operator has switched captchas off. */
  readonly areOn: boolean
  issue(): Promise<Captcha>
  /** A code to be told in another way than by a picture, and how long it is good for. */
  issueAsText(forMs: number): Promise<{ readonly id: string; readonly answer: string }>
  /** Without regard to case. A captcha can be checked once. Always true when captchas are switched off. */
  check(captchaId: string | null, answer: string): Promise<boolean>
}

/** Keeps what a captcha shows until somebody tries to say it. */
export interface CaptchaAnswers {
  keep(captchaId: string, answer: string, forMs: number): Promise<void>
  /** Gives the answer once; null when there is none or it came too late. */
  take(captchaId: string): Promise<string | null>
}

/** How often something may be tried: a number of times in a window, and then once after each rest, which doubles. */
export interface Allowance {
  readonly windowMs: number
  readonly free: number
  /** Since the last try. As long as the window, it ends when the first of the tries falls out of it. */
  readonly restMs: number
  readonly longestRestMs: number
}
export type Turn =
  | {
      readonly isGiven: true
      /** Tries in the window, this one among them. */
      readonly count: number
      /** For a try that came to nothing or was none: it does not count. */
      giveBack(): Promise<void>
    }
  | {
      readonly isGiven: false
      /** Until the next one is given. */
      readonly restMs: number
    }

/** Counts by key over a sliding window; lives outside the store, so a refused command does not undo the count. */
export interface Attempts {
  /** Gives a turn and counts it, or neither, in one step: of tries at once no more are let through than may be. */
  take(key: string, allowance: Allowance): Promise<Turn>
  /** `windowMs` is at most the one the key was added with. */
  count(key: string, windowMs: number): Promise<number>
  /** Adds one and gives the new count, in one step. */
  add(key: string, windowMs: number): Promise<number>
  clear(key: string): Promise<void>
}
