/**
 * Paths of several addresses as ShowDoc has them: regular expressions after a tilde. Every place of a pattern is followed
 * at once and none is tried again, so the time grows with the pattern and the path; for one request it has a limit.
 */

/** As in ShowDoc. */
const MOST_SIGNS = 500
/** Into which a pattern is taken apart. */
const MOST_STEPS = 1_000
/** In all patterns of an item: about 20 ms. Ten real patterns and a long path take a hundredth of them. */
const MOST_FOLLOWED = 1_000_000

type Fits = (sign: string) => boolean
/** One sign, a place between signs, or two ways on, by how far they are, so that steps can be repeated. */
type Step =
  | { readonly kind: 'sign'; readonly fits: Fits }
  | { readonly kind: 'start' | 'end' | 'found' }
  | { readonly kind: 'both'; readonly one: number; readonly other: number }

/** How many steps a request has cost until now. */
export interface Followed {
  steps: number
}
export type PathPattern = (path: string, followed?: Followed) => boolean

export const isPattern = (path: string): boolean => path.startsWith('~')

/** @returns null for what is no regular expression, or one with parts that cannot be followed like this, as `(?=…)` */
export function pathPattern(path: string): PathPattern | null {
  try {
    const reader = new PatternReader(path.slice(1))
    const steps = reader.read()
    return (asked, followed = { steps: 0 }) => {
      followed.steps += reader.written
      return isFound(steps, [...asked], followed)
    }
  } catch (error) {
    if (error instanceof NotFollowed) return null
    throw error
  }
}

/** Whether a path of a request fits this pattern. False as well once the request has cost too many steps. */
export const fitsPattern = (pattern: string, asked: string, followed: Followed): boolean =>
  followed.steps <= MOST_FOLLOWED && pathPattern(pattern)?.(asked, followed) === true

class NotFollowed extends Error {}

type Part = readonly Step[]

class PatternReader {
  readonly #signs: readonly string[]
  #at = 0
  /** Steps that were written until now, those that were repeated included. */
  written = 0

  constructor(text: string) {
    this.#signs = [...text]
    if (this.#signs.length > MOST_SIGNS) throw new NotFollowed()
  }

  read(): readonly Step[] {
    const whole = this.#choice()
    if (this.#at < this.#signs.length) throw new NotFollowed()
    return [...whole, { kind: 'found' }]
  }

  #choice(): Part {
    const one = this.#row()
    if (!this.#takes('|')) return one
    const other = this.#choice()
    return this.#limited([between(1, one.length + 2), ...one, between(other.length + 1, other.length + 1), ...other])
  }

  #row(): Part {
    const parts: Step[] = []
    while (this.#at < this.#signs.length && !['|', ')'].includes(this.#signs[this.#at] ?? ''))
      parts.push(...this.#repeated(this.#one()))
    return this.#limited(parts)
  }

  #one(): Part {
    const sign = this.#next()
    if (sign === '(') return this.#group()
    if (sign === '^') return [{ kind: 'start' }]
    if (sign === '$') return [{ kind: 'end' }]
    if ('*+?{'.includes(sign)) throw new NotFollowed()
    if (sign === '.') return [{ kind: 'sign', fits: (given) => given !== '\n' }]
    if (sign === '[') return [{ kind: 'sign', fits: this.#set() }]
    return [{ kind: 'sign', fits: sign === '\\' ? escaped(this.#next()) : (given) => given === sign }]
  }

  #group(): Part {
    if (this.#takes('?') && !this.#takes(':')) {
      this.#takes('P')
      if (!this.#takes('<') || ['=', '!'].includes(this.#signs[this.#at] ?? '')) throw new NotFollowed()
      while (this.#next() !== '>');
    }
    const inside = this.#choice()
    if (!this.#takes(')')) throw new NotFollowed()
    return inside
  }

  #repeated(part: Part): Part {
    const [least, most] = this.#times()
    // Which of several ways is taken first makes no difference to whether there is one.
    if (least !== 1 || most !== 1) this.#takes('?')
    if (least > MOST_STEPS || (most !== Infinity && most > MOST_STEPS)) throw new NotFollowed()
    if (part.length * least > MOST_STEPS) throw new NotFollowed()
    const steps: Step[] = []
    for (let time = 0; time < least; time += 1) steps.push(...this.#limited(part))
    if (most === Infinity) steps.push(between(1, part.length + 2), ...part, between(-part.length - 1, -part.length - 1))
    else
      for (let time = least; time < most; time += 1)
        steps.push(...this.#limited([between(1, part.length + 1), ...part]))
    return this.#limited(steps)
  }

  #times(): readonly [number, number] {
    if (this.#takes('*')) return [0, Infinity]
    if (this.#takes('+')) return [1, Infinity]
    if (this.#takes('?')) return [0, 1]
    const [given, least = '', more, most = ''] =
      /^\{(\d{1,4})(?:(,)(\d{0,4}))?\}/.exec(this.#signs.slice(this.#at, this.#at + 12).join('')) ?? []
    if (given === undefined) return [1, 1]
    this.#at += given.length
    const atMost = more === undefined ? Number(least) : most === '' ? Infinity : Number(most)
    if (atMost < Number(least)) throw new NotFollowed()
    return [Number(least), atMost]
  }

  #set(): Fits {
    const isOthers = this.#takes('^')
    const fits: Fits[] = []
    for (let isFirst = true; isFirst || this.#signs[this.#at] !== ']'; isFirst = false) {
      const sign = this.#next()
      if (sign === '[' && [':', '.', '='].includes(this.#signs[this.#at] ?? '')) throw new NotFollowed()
      const [from, class_] = sign === '\\' ? escapedIn(this.#next()) : [sign, null]
      const isRange = class_ === null && this.#signs[this.#at] === '-' && this.#signs[this.#at + 1] !== ']'
      if (isRange) {
        this.#at += 1
        const end = this.#next()
        const [to, none] = end === '\\' ? escapedIn(this.#next()) : [end, null]
        if (none !== null || numberOf(to) < numberOf(from)) throw new NotFollowed()
        fits.push((given) => numberOf(given) >= numberOf(from) && numberOf(given) <= numberOf(to))
      } else fits.push(class_ ?? ((given) => given === from))
    }
    this.#at += 1
    return (given) => fits.some((each) => each(given)) !== isOthers
  }

  #limited(part: Part): Part {
    this.written += part.length
    if (part.length > MOST_STEPS) throw new NotFollowed()
    return part
  }

  #takes(sign: string): boolean {
    if (this.#signs[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  #next(): string {
    const sign = this.#signs[this.#at]
    if (sign === undefined) throw new NotFollowed()
    this.#at += 1
    return sign
  }
}

const between = (one: number, other: number): Step => ({ kind: 'both', one, other })
const numberOf = (sign: string): number => sign.codePointAt(0) ?? 0

const CLASSES: Readonly<Record<string, RegExp>> = { d: /\d/, w: /\w/, s: /\s/, D: /\D/, W: /\W/, S: /\S/ }
const SIGNS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** The sign that is meant, and the class if it is one. */
function escapedIn(sign: string): readonly [string, Fits | null] {
  const known = Object.hasOwn(CLASSES, sign) ? CLASSES[sign] : undefined
  if (known) return [sign, (given) => known.test(given)]
  const meant = Object.hasOwn(SIGNS, sign) ? SIGNS[sign] : undefined
  if (meant === undefined && /[a-z0-9]/i.test(sign)) throw new NotFollowed()
  return [meant ?? sign, null]
}

function escaped(sign: string): Fits {
  const [meant, class_] = escapedIn(sign)
  return class_ ?? ((given) => given === meant)
}

/** Whether the pattern is found anywhere in the signs. */
function isFound(steps: readonly Step[], signs: readonly string[], followed: Followed): boolean {
  /** After how many signs each place was reached last. */
  const reached = new Int32Array(steps.length).fill(-1)
  let places: number[] = []
  for (let at = 0; at <= signs.length && followed.steps <= MOST_FOLLOWED; at += 1) {
    const next: number[] = []
    // It may begin at every sign.
    const due = [...places, 0]
    followed.steps += due.length
    for (let place = due.pop(); place !== undefined; place = due.pop()) {
      if (reached[place] === at) continue
      reached[place] = at
      followed.steps += 1
      const step = steps[place]
      if (step?.kind === 'found') return true
      if (step?.kind === 'both') due.push(place + step.one, place + step.other)
      if ((step?.kind === 'start' && at === 0) || (step?.kind === 'end' && at === signs.length)) due.push(place + 1)
      if (step?.kind === 'sign' && at < signs.length && step.fits(signs[at] ?? '')) next.push(place + 1)
    }
    places = next
  }
  return false
}
