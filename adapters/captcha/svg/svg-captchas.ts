import { randomInt } from 'node:crypto'
import svgCaptcha, { type ConfigObject } from 'svg-captcha'
import { attemptLimits } from '#core/account/attempt-limits.ts'
import type { Captcha, CaptchaAnswers, Captchas } from '#core/ports/login.ts'
import type { Keys } from '#core/ports/surroundings.ts'

// No two that look alike when drawn askew: 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V.
const CHARACTERS = 'ACDEFHJKMNPQRTWXY3479'
const LENGTH = 5
const DRAWING = { width: 150, height: 44, fontSize: 50, noise: 3, color: false }
// The package's own background comes with pale colours nobody can read.
const BACKGROUND = '<rect width="100%" height="100%" fill="#f4f4f4"/>'

// The package's types leave out that it is a function; its own texts come from Math.random, which can be foretold.
const drawn = svgCaptcha as unknown as (text: string, options: ConfigObject) => string

/** Codes as SVG paths without text. */
export class SvgCaptchas implements Captchas {
  readonly areOn = true
  readonly #answers: CaptchaAnswers
  readonly #keys: Keys
  readonly #draw: (answer: string) => string

  constructor(answers: CaptchaAnswers, keys: Keys, draw: (answer: string) => string = drawing) {
    this.#answers = answers
    this.#keys = keys
    this.#draw = draw
  }

  async issue(): Promise<Captcha> {
    const id = this.#keys.random(16)
    const answer = Array.from({ length: LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('')
    await this.#answers.keep(id, answer, attemptLimits.captchaMs)
    return { id, svg: this.#draw(answer) }
  }

  async check(captchaId: string | null, answer: string): Promise<boolean> {
    if (captchaId === null) return false
    const right = await this.#answers.take(captchaId)
    return right !== null && this.#keys.equal(right, answer.trim().toUpperCase())
  }
}

const drawing = (answer: string): string => drawn(answer, DRAWING).replace('>', `>${BACKGROUND}`)

/** For sites behind a single sign-on of their own, and for automated tests: every answer is right. */
export class SwitchedOffCaptchas implements Captchas {
  readonly areOn = false

  async issue(): Promise<Captcha> {
    return { id: 'off', svg: '<svg xmlns="http://www.w3.org/2000/svg" width="150" height="44"/>' }
  }

  async check(): Promise<boolean> {
    return true
  }
}
