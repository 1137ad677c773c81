import type { CaptchaAnswers } from '#core/ports/login.ts'
import type { Clock } from '#core/ports/surroundings.ts'

const ANSWERS_KEPT = 10_000

interface Kept {
  readonly answer: string
  /** Milliseconds. */
  readonly until: number
}

/** Keeps answers in the memory of this process. */
export class MemoryAnswers implements CaptchaAnswers {
  readonly #clock: Clock
  readonly #answers = new Map<string, Kept>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async keep(captchaId: string, answer: string, forMs: number): Promise<void> {
    this.#answers.set(captchaId, { answer, until: this.#clock.now().getTime() + forMs })
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined && this.#answers.size > ANSWERS_KEPT) this.#answers.delete(oldest)
  }

  async take(captchaId: string): Promise<string | null> {
    const kept = this.#answers.get(captchaId)
    this.#answers.delete(captchaId)
    return kept && kept.until > this.#clock.now().getTime() ? kept.answer : null
  }
}
