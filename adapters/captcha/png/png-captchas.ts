import { randomInt } from 'node:crypto'
import { attemptLimits } from '#core/account/attempt-limits.ts'
import type { Captcha, CaptchaAnswers, Captchas } from '#core/ports/login.ts'
import type { Keys } from '#core/ports/surroundings.ts'
import { drawing } from './drawing.ts'

// Without pairs that look alike when slanted: 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V.
export const CHARACTERS = 'ACDEFHJKMNPQRTWXY3479'
const LENGTH = 5

/** Captchas as bitmap pictures. */
export class PngCaptchas implements Captchas {
  readonly areOn = true
  readonly #answers: CaptchaAnswers
  readonly #keys: Keys
  readonly #draw: (answer: string) => Uint8Array<ArrayBuffer>

  constructor(answers: CaptchaAnswers, keys: Keys, draw: (answer: string) => Uint8Array<ArrayBuffer> = drawing) {
    this.#answers = answers
    this.#keys = keys
    this.#draw = draw
  }

  async issue(): Promise<Captcha> {
    const { id, answer } = await this.issueAsText(attemptLimits.captchaMs)
    return { id, png: this.#draw(answer) }
  }

  async issueAsText(forMs: number): Promise<{ readonly id: string; readonly answer: string }> {
    const id = this.#keys.random(16)
    const answer = Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')
    await this.#answers.keep(id, answer, forMs)
    return { id, answer }
  }

  async check(captchaId: string | null, answer: string): Promise<boolean> {
    if (captchaId === null) return false
    const right = await this.#answers.take(captchaId)
    return right !== null && this.#keys.equal(right, answer.trim().toUpperCase())
  }
}

/** For sites behind their own single sign-on, and for automated tests: every answer is right. */
export class SwitchedOffCaptchas implements Captchas {
  readonly areOn = false

  async issue(): Promise<Captcha> {
    return { id: 'off', png: drawing('', () => 0, 0) }
  }

  async issueAsText(): Promise<{ readonly id: string; readonly answer: string }> {
    return { id: 'off', answer: '' }
  }

  async check(): Promise<boolean> {
    return true
  }
}
