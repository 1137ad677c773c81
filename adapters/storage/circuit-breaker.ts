import type { Clock } from '#core/ports/surroundings.ts'

const FAILURES = 5
const REST_MS = 30_000

/** Stops calling what fails repeatedly for a while, so that nobody waits for it (R10). */
export class CircuitBreaker {
  readonly #clock: Clock
  #failures = 0
  #closedUntil = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether to call it. After the pause one call goes first; the others wait for its outcome. */
  admits(): boolean {
    if (this.#failures < FAILURES) return true
    const now = this.#clock.now().getTime()
    if (now < this.#closedUntil) return false
    this.#closedUntil = now + REST_MS
    return true
  }
  succeeded(): void {
    this.#failures = 0
  }
  failed(): void {
    this.#failures += 1
    if (this.#failures >= FAILURES) this.#closedUntil = this.#clock.now().getTime() + REST_MS
  }
}
