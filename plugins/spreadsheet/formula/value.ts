/** The value of a cell. */
export type Value = number | string | boolean | null | Failure
/** Why there is none: a spreadsheet error such as `#REF!`, or '' for an unsupported formula. */
export interface Failure {
  readonly failure: '' | '#DIV/0!' | '#VALUE!' | '#REF!' | '#N/A' | '#NUM!' | '#NAME?'
}

export const NOT_UNDERSTOOD: Failure = { failure: '' }
export const failed = (failure: Failure['failure']): Failure => ({ failure })
export const isFailure = (value: Value): value is Failure => typeof value === 'object' && value !== null

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/

/** The value of a text that is not a formula when it is typed into a cell. */
export function typedValue(text: string): Value {
  const word = text.trim()
  if (word === '') return text === '' ? null : text
  if (word.length > 40) return text
  if (NUMBER.test(word)) return Number(word)
  if (word.endsWith('%') && NUMBER.test(word.slice(0, -1))) return Number(word.slice(0, -1)) / 100
  if (/^(?:true|false)$/i.test(word)) return word.toLowerCase() === 'true'
  return text
}

export function numberOf(value: Value): number | Failure {
  if (isFailure(value)) return value
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return value
  const typed = typedValue(value)
  return typeof typed === 'number' ? typed : failed('#VALUE!')
}

export function textOf(value: Value): string {
  if (value === null) return ''
  if (isFailure(value)) return value.failure
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  // Further digits are rounding errors.
  return typeof value === 'number' ? String(Number(value.toPrecision(15))) : value
}

export function isTrue(value: Value): boolean | Failure {
  if (isFailure(value)) return value
  if (typeof value !== 'string') return value === true || (typeof value === 'number' && value !== 0)
  return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : failed('#VALUE!')
}

/** Below 0, 0 or above: numbers sort before texts, texts before booleans. */
export function order(one: Value, other: Value): number {
  const [first, second] = [filled(one, other), filled(other, one)]
  const rank = rankOf(first) - rankOf(second)
  if (rank !== 0) return rank
  if (typeof first === 'string' && typeof second === 'string') {
    const [small, large] = [first.toLowerCase(), second.toLowerCase()]
    return small < large ? -1 : small > large ? 1 : 0
  }
  return Number(first) - Number(second)
}

/** An empty cell equals the empty value of the other type. */
function filled(value: Value, beside: Value): Value {
  if (value !== null) return value
  return typeof beside === 'string' ? '' : typeof beside === 'boolean' ? false : 0
}
const rankOf = (value: Value): number => (typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2)
