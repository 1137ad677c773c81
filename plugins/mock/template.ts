import { isExactNumber, type Json } from './exact-json.ts'
import { partsOf, type TextPart } from './placeholders.ts'
import type { Draw, Value } from './words.ts'

export const mockLimits = {
  /** Of a template as typed, in characters. */
  templateLength: 100_000,
  /** Nesting depth of lists and objects. */
  depth: 60,
  /** The maximum number of values in an answer; some placeholders count as several. */
  values: 20_000,
  /** Total length of texts and keys in an answer. */
  characters: 1_000_000,
  /** Size of an answer as sent. */
  bytes: 1_048_576,
} as const

/** A template that exceeds the limits of an answer, or is too deeply nested. */
export class TooMuch extends Error {}

/** Generates answers. A template is compiled once, so that an answer takes a fraction of a millisecond. */
export interface Template {
  /**
   * JSON; reproducible for the same draw. Always terminates: every value and every character is counted.
   * @throws TooMuch
   */
  answer(draw: Draw): string
}

/** @param json its texts may contain placeholders, and its keys a rule, e.g. `list|3-5` @throws TooMuch */
export function templateOf(json: Json): Template {
  const part = partOf(json, null, 0)
  return {
    answer(draw) {
      draw.begin()
      const text = JSON.stringify(part(new Making(draw), 0))
      if (Buffer.byteLength(text) > mockLimits.bytes) throw new TooMuch()
      return text
    },
  }
}

/** An answer being generated. */
class Making {
  readonly draw: Draw
  #values = 0
  #characters = 0

  constructor(draw: Draw) {
    this.draw = draw
  }

  count(values = 1): void {
    this.#values += values
    if (this.#values > mockLimits.values) throw new TooMuch()
  }
  counted(text: string): string {
    this.#characters += text.length
    if (this.#characters > mockLimits.characters) throw new TooMuch()
    return text
  }
  between(least: number, most: number): number {
    return this.draw.random.between(least, most)
  }
}

/** @param at index of a list member */
type Part = (making: Making, at: number) => Json

/** Applies the rule of `name|rule` to a value: repetition, range, or increment. */
interface Rule {
  readonly least: number
  readonly most: number
  /** Number of decimals, from and to; null for integers. */
  readonly decimals: readonly [number, number] | null
  /** For `+2`: the increment per value. */
  readonly step: number | null
}

// Few digits, so that numbers stay exact.
const KEY = /^([^|]*)\|(?:\+(\d{1,9})|(-?\d{1,9})(?:-(-?\d{1,9}))?(?:\.(\d)(?:-(\d))?)?)$/

function ruleOf(key: string): { readonly name: string; readonly rule: Rule | null } {
  const found = KEY.exec(key)
  if (!found) return { name: key, rule: null }
  const [, name = '', step, from, to, decimalsFrom, decimalsTo] = found
  if (step !== undefined) return { name, rule: { least: 1, most: 1, decimals: null, step: Number(step) } }
  const [one, other] = [Number(from), Number(to ?? from)]
  const decimals =
    decimalsFrom === undefined ? null : ([Number(decimalsFrom), Number(decimalsTo ?? decimalsFrom)] as const)
  return { name, rule: { least: Math.min(one, other), most: Math.max(one, other), decimals, step: null } }
}
const times = (making: Making, { least, most }: Rule): number => making.between(Math.max(0, least), Math.max(0, most))

function partOf(json: Json, rule: Rule | null, depth: number): Part {
  if (depth > mockLimits.depth) throw new TooMuch()
  const part = kindOf(json, rule, depth)
  return (making, at) => {
    making.count()
    return part(making, at)
  }
}

function kindOf(json: Json, rule: Rule | null, depth: number): Part {
  if (json === null) return () => null
  if (typeof json === 'string') return textPart(partsOf(json), rule)
  if (typeof json === 'number') return numberPart(json, rule)
  if (typeof json === 'boolean') return flagPart(json, rule)
  if (isExactNumber(json)) return rule === null ? () => json : numberPart(Number(json.rawJSON), rule)
  if (isList(json)) return listPart(json, rule, depth)
  return objectPart(json, rule, depth)
}
const isList = (json: Json): json is readonly Json[] => Array.isArray(json)

function textPart(parts: readonly TextPart[], rule: Rule | null): Part {
  const value = (part: TextPart, { draw }: Making, at: number): Value =>
    typeof part === 'string' ? part : part.word(draw, part.args, at)
  const [only] = parts
  if (rule === null && parts.length === 1 && only !== undefined)
    return (making, at) => {
      // The value itself is counted by the caller.
      if (typeof only !== 'string') making.count(only.price - 1)
      const made = value(only, making, at)
      return typeof made === 'string' ? making.counted(made) : made
    }
  return (making, at) => {
    let text = ''
    for (let left = rule === null || rule.step !== null ? 1 : times(making, rule); left > 0; left -= 1) {
      making.count()
      for (const part of parts) {
        if (typeof part !== 'string') making.count(part.price)
        text += making.counted(String(value(part, making, at)))
      }
    }
    return text
  }
}

function numberPart(number: number, rule: Rule | null): Part {
  if (rule === null) return () => number
  const { least, most, decimals, step } = rule
  if (step !== null) return (_, at) => number + step * at
  if (decimals === null) return (making) => making.between(least, most)
  return (making) => {
    const digits = making.between(...decimals)
    const fraction = String(making.between(0, 10 ** digits - 1)).padStart(digits, '0')
    return Number(`${making.between(least, most)}.${fraction}`)
  }
}

function flagPart(flag: boolean, rule: Rule | null): Part {
  if (rule === null || rule.step !== null) return () => flag
  // `1` means an even chance; `2-5` a chance of two in seven for the given value.
  if (rule.least === rule.most) return (making) => making.between(0, 1) === 1
  const [same, other] = [Math.max(0, rule.least), Math.max(0, rule.most)]
  return (making) => (making.between(1, Math.max(1, same + other)) <= same ? flag : !flag)
}

function listPart(list: readonly Json[], rule: Rule | null, depth: number): Part {
  const members = list.map((member) => partOf(member, null, depth + 1))
  if (rule === null) return (making) => members.map((member, at) => member(making, at))
  const { step } = rule
  if (step !== null) return (making, at) => members[(at * step) % members.length]?.(making, at) ?? null
  // `1` picks one of them, any other number repeats all of them that often.
  if (rule.least === 1 && rule.most === 1)
    return (making, at) => members[making.between(0, Math.max(0, members.length - 1))]?.(making, at) ?? null
  return (making) => {
    const made: Json[] = []
    for (let left = times(making, rule); left > 0; left -= 1) {
      making.count()
      for (const member of members) made.push(member(making, made.length))
    }
    return made
  }
}

function objectPart(object: Readonly<Record<string, Json>>, rule: Rule | null, depth: number): Part {
  const fields = Object.entries(object).map(([key, value]) => {
    const { name, rule: own } = ruleOf(key)
    return { name, part: partOf(value, own, depth + 1) }
  })
  return (making, at) => {
    const chosen = rule === null || rule.step !== null ? fields : some(making, fields, times(making, rule))
    return Object.fromEntries(chosen.map(({ name, part }) => [making.counted(name), part(making, at)]))
  }
}

/** This many of the list, in order. */
function some<T>(making: Making, list: readonly T[], count: number): readonly T[] {
  let wanted = Math.min(count, list.length)
  return list.filter((_, at) => {
    const isTaken = making.between(1, list.length - at) <= wanted
    if (isTaken) wanted -= 1
    return isTaken
  })
}
