import type { CaptchaAnswers } from '#core/ports/login.ts'
import type { RedisLink } from './redis-link.ts'

/** Answers shared by all servers of a site, so that the next request may go to another one. */
export class RedisCaptchaAnswers implements CaptchaAnswers {
  readonly #link: RedisLink
  readonly #memory: CaptchaAnswers

  constructor(link: RedisLink, memory: CaptchaAnswers) {
    this.#link = link
    this.#memory = memory
  }

  async keep(captchaId: string, answer: string, forMs: number): Promise<void> {
    await this.#link.do(
      async (redis) => void (await redis.set(this.#place(captchaId), answer, 'PX', forMs)),
      () => this.#memory.keep(captchaId, answer, forMs),
    )
  }

  async take(captchaId: string): Promise<string | null> {
    const place = this.#place(captchaId)
    const shared = await this.#link.do(
      async (redis) => {
        const answers = await redis.multi().get(place).del(place).exec()
        const [error, answer] = answers?.[0] ?? []
        if (error) throw error
        return typeof answer === 'string' ? answer : null
      },
      async () => null,
    )
    // Kept here while Redis was unreachable.
    return shared ?? this.#memory.take(captchaId)
  }

  #place(captchaId: string): string {
    return `${this.#link.prefix}:captcha:${captchaId}`
  }
}
