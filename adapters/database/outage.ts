import { isAway } from './refusals.ts'
import { placeOf } from './server-place.ts'

const SAID_EVERY_MS = 60_000

/** Tells the operator that PostgreSQL does not answer, at most once a minute while it is used, and that it is back. */
export class Outage {
  readonly #place: string
  readonly #warn: (message: string) => void
  readonly #nowMs: () => number
  #saidAt: number | null = null

  constructor(url: string, warn: (message: string) => void, nowMs = () => performance.now()) {
    this.#place = `PostgreSQL at ${placeOf(url)}`
    this.#warn = warn
    this.#nowMs = nowMs
  }

  /** A connection broke, or could not be opened. */
  note(error: unknown): void {
    if (!isAway(error)) return
    const now = this.#nowMs()
    if (this.#saidAt !== null && now - this.#saidAt < SAID_EVERY_MS) return
    this.#saidAt = now
    this.#warn(`${this.#place} does not answer (${reasonOf(error)}); what needs it is refused until it does`)
  }

  /** A connection was opened. */
  end(): void {
    if (this.#saidAt === null) return
    this.#saidAt = null
    this.#warn(`${this.#place} answers again`)
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as Error & { readonly code?: string }
  return message === '' ? (code ?? 'no reason given') : message
}
