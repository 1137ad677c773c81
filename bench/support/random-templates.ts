import type { Json } from '#plugins/mock/exact-json.ts'
import type { Random } from '#plugins/mock/random.ts'
import { PLACEHOLDERS } from '#plugins/mock/words.ts'

const ARGUMENTS = ['', '(1,3)', '(9999999)', '(-5)', '("a","b")', "('x')", '(', '()', '([1,[2]])', '(yyyy)', '(1e9)']
const RULES = ['', '|1', '|0', '|+1', '|2-5', '|1-9.1-3', '|-3', '|9999999', '|', '|x']
const SIMPLE: readonly Json[] = [null, true, 0, -1.5, '']
const SIGNS = [...' !"#%&\'()*+,-./:;<=>?@[\\]^_`{|}~aZ09é中😀\0']
const DEEPEST = 5

/** Templates as people could type them, a million in seconds: a library for such values takes minutes. */
export class RandomTemplates {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  next(depth = 0): Json {
    const kind = this.#below(depth < DEEPEST ? 4 : 2)
    if (kind === 0) return this.#one(SIMPLE)
    if (kind === 1) return this.#text()
    const inner = Array.from({ length: this.#below(5) }, () => this.next(depth + 1))
    return kind === 2
      ? inner
      : Object.fromEntries(inner.map((value) => [this.#text() + this.#one(RULES), value] as const))
  }

  #text(): string {
    let text = ''
    for (let left = this.#below(4); left > 0; left -= 1) text += this.#word() + this.#one(ARGUMENTS)
    return text
  }

  #word(): string {
    if (this.#below(2) === 0) return this.#one(PLACEHOLDERS)
    return Array.from({ length: this.#below(13) }, () => this.#one(SIGNS)).join('')
  }

  #below(count: number): number {
    return this.#random.between(0, count - 1)
  }

  #one<T>(list: readonly T[]): T {
    const found = list[this.#below(list.length)]
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }
}
