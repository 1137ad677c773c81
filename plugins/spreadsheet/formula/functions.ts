import { SHEET_LIMITS } from '../workbook.ts'
import { failed, isFailure, isTrue, numberOf, order, textOf, typedValue, type Failure, type Value } from './value.ts'

/** An argument of a function: the values of a range row by row, or one value. */
export interface Given {
  readonly values: readonly Value[]
  /** Of a range; 1 for one value. */
  readonly columns: number
  /** Numbers in texts count when typed into the formula, not in cells. */
  readonly isArea: boolean
}
type Calculation = (given: readonly Given[]) => Value

const one = (given: Given | undefined): Value => given?.values[0] ?? null

/** Numbers of all arguments. */
function numbersOf(given: readonly Given[]): readonly number[] | Failure {
  const numbers: number[] = []
  for (const { values, isArea } of given)
    for (const value of values) {
      if (isFailure(value)) return value
      if (typeof value === 'number') numbers.push(value)
      else if (!isArea && value !== null) {
        const number = numberOf(value)
        if (isFailure(number)) return number
        numbers.push(number)
      }
    }
  return numbers
}

const ofNumbers =
  (calculate: (numbers: readonly number[]) => Value): Calculation =>
  (given) => {
    const numbers = numbersOf(given)
    return 'failure' in numbers ? numbers : finite(calculate(numbers))
  }

/** Functions of a single number. */
const ofEach =
  (calculate: (first: number, second: number) => Value, otherwise = 0): Calculation =>
  (given) => {
    const first = numberOf(one(given[0]))
    const second = given[1] ? numberOf(one(given[1])) : otherwise
    if (isFailure(first)) return first
    return isFailure(second) ? second : finite(calculate(first, second))
  }

const finite = (value: Value): Value => (typeof value === 'number' && !Number.isFinite(value) ? failed('#NUM!') : value)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const mean = (numbers: readonly number[]): Value =>
  numbers.length === 0 ? failed('#DIV/0!') : sum(numbers) / numbers.length

const ofText =
  (calculate: (text: string, first: number, second: number) => Value): Calculation =>
  ([text, first, second]) => {
    const [from, count] = [numberOf(first ? one(first) : 1), numberOf(second ? one(second) : 0)]
    const value = one(text)
    if (isFailure(value)) return value
    if (isFailure(from) || isFailure(count)) return failed('#VALUE!')
    return from < 0 || count < 0 ? failed('#VALUE!') : calculate(textOf(value), from, count)
  }

const flags =
  (join: (all: readonly boolean[]) => boolean): Calculation =>
  (given) => {
    const all = given.flatMap(({ values }) => values.filter((value) => value !== null)).map(isTrue)
    return all.find((flag) => typeof flag === 'object') ?? join(all as readonly boolean[])
  }

/** Away from zero or towards it, to this many decimal places. */
const rounded = (number: number, places: number, round: (size: number) => number): number => {
  const scale = 10 ** Math.max(-15, Math.min(15, Math.trunc(places)))
  // 1.005 * 100 is a little less than 100.5.
  const scaled = Number((Math.abs(number) * scale).toPrecision(15))
  return (Math.sign(number) * round(scaled)) / scale
}

const CONDITION = /^(<>|<=|>=|=|<|>)?(.*)$/s

/** Whether a value meets a criterion such as `>5` or `apple*`. */
function fits(criterion: Value): (value: Value) => boolean {
  const [, sign = '', rest = ''] = CONDITION.exec(textOf(criterion)) ?? []
  const wanted = typedValue(rest)
  if (sign === '' || sign === '=' || sign === '<>') {
    const isSame = (value: Value): boolean =>
      typeof wanted === 'string' ? isLike(textOf(value), wanted) : order(value, wanted) === 0 && value !== null
    return sign === '<>' ? (value) => !isSame(value) : isSame
  }
  return (value) => {
    if (value === null || isFailure(value) || typeof value !== typeof wanted) return false
    const found = order(value, wanted)
    return sign === '<' ? found < 0 : sign === '>' ? found > 0 : sign === '<=' ? found <= 0 : found >= 0
  }
}

/**
 * As in other programs; longer texts are compared without wildcards, because matching takes the product of both
 * lengths.
 */
const LONGEST_COMPARED = 255

/** Whether a text matches a pattern with `*` for any characters and `?` for one, in the product of both lengths. */
function isLike(text: string, form: string): boolean {
  if (text.length > LONGEST_COMPARED || form.length > LONGEST_COMPARED) return text.toLowerCase() === form.toLowerCase()
  const [letters, wanted] = [text.toLowerCase(), form.toLowerCase()]
  let [at, next, star, from] = [0, 0, -1, 0]
  while (at < letters.length) {
    if (next < wanted.length && wanted[next] === '*') [star, from, next] = [next, at, next + 1]
    else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === letters[at]))
      [at, next] = [at + 1, next + 1]
    else if (star >= 0) [next, from, at] = [star + 1, from + 1, from + 1]
    else return false
  }
  while (wanted[next] === '*') next += 1
  return next === wanted.length
}

/** The values beside those that match. */
function chosen([area, criterion, beside = area]: readonly Given[]): Given {
  const isFitting = fits(one(criterion))
  const values = (area?.values ?? []).flatMap((value, at) => (isFitting(value) ? [beside?.values[at] ?? null] : []))
  return { values, columns: 1, isArea: true }
}

const lookedUp: Calculation = ([wanted, table, column, nearly]) => {
  const at = numberOf(one(column))
  if (!table || isFailure(at) || at < 1 || at > table.columns) return failed('#REF!')
  const isExact = nearly !== undefined && isTrue(one(nearly)) !== true
  let found = -1
  for (let row = 0; row * table.columns < table.values.length; row += 1) {
    const difference = order(table.values[row * table.columns] ?? null, one(wanted))
    if (difference === 0 || (!isExact && difference < 0)) found = row
    if (difference === 0 && isExact) break
  }
  return found < 0 ? failed('#N/A') : (table.values[found * table.columns + Math.trunc(at) - 1] ?? null)
}

const matched: Calculation = ([wanted, area, mode]) => {
  const isExact = mode !== undefined && numberOf(one(mode)) === 0
  let found = -1
  for (const [at, value] of (area?.values ?? []).entries()) {
    const difference = order(value, one(wanted))
    if (difference === 0) return at + 1
    if (!isExact && value !== null && difference < 0) found = at
  }
  return found < 0 ? failed('#N/A') : found + 1
}

const indexed: Calculation = ([area, row, column]) => {
  const [atRow, atColumn] = [numberOf(one(row)), column ? numberOf(one(column)) : 0]
  if (!area || isFailure(atRow) || isFailure(atColumn)) return failed('#VALUE!')
  const isLine = column === undefined && area.columns > 1 && area.columns === area.values.length
  const [line, place] = isLine
    ? [0, Math.trunc(atRow) - 1]
    : [Math.max(0, Math.trunc(atRow) - 1), Math.max(0, Math.trunc(atColumn) - 1)]
  const at = line * area.columns + place
  return place >= area.columns || at >= area.values.length ? failed('#REF!') : (area.values[at] ?? null)
}

function middle(numbers: readonly number[]): Value {
  const sorted = numbers.toSorted((first, second) => first - second)
  const half = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return failed('#NUM!')
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

const joinedText: Calculation = (given) => {
  let text = ''
  for (const { values } of given)
    for (const value of values) {
      if (isFailure(value)) return value
      if (text.length < SHEET_LIMITS.resultLength) text += textOf(value)
    }
  return text.slice(0, SHEET_LIMITS.resultLength)
}

/** The functions whose results depend only on their arguments, by name. */
export const FUNCTIONS: ReadonlyMap<string, Calculation> = new Map<string, Calculation>([
  ['SUM', ofNumbers(sum)],
  ['AVERAGE', ofNumbers(mean)],
  ['MIN', ofNumbers((numbers) => numbers.reduce((least, number) => Math.min(least, number), numbers[0] ?? 0))],
  ['MAX', ofNumbers((numbers) => numbers.reduce((most, number) => Math.max(most, number), numbers[0] ?? 0))],
  [
    'PRODUCT',
    ofNumbers((numbers) => numbers.reduce((product, number) => product * number, numbers.length === 0 ? 0 : 1)),
  ],
  ['MEDIAN', ofNumbers(middle)],
  ['COUNT', (given) => given.flatMap(({ values }) => values).filter((value) => typeof value === 'number').length],
  ['COUNTA', (given) => given.flatMap(({ values }) => values).filter((value) => value !== null).length],
  [
    'COUNTBLANK',
    (given) => given.flatMap(({ values }) => values).filter((value) => value === null || value === '').length,
  ],
  ['COUNTIF', (given) => chosen(given.slice(0, 2)).values.length],
  ['SUMIF', (given) => ofNumbers(sum)([chosen(given)])],
  ['AVERAGEIF', (given) => ofNumbers(mean)([chosen(given)])],
  ['ROUND', ofEach((number, places) => rounded(number, places, Math.round))],
  ['ROUNDUP', ofEach((number, places) => rounded(number, places, Math.ceil))],
  ['ROUNDDOWN', ofEach((number, places) => rounded(number, places, Math.floor))],
  ['INT', ofEach((number) => Math.floor(number))],
  ['ABS', ofEach((number) => Math.abs(number))],
  ['SIGN', ofEach((number) => Math.sign(number))],
  ['SQRT', ofEach((number) => (number < 0 ? failed('#NUM!') : Math.sqrt(number)))],
  ['POWER', ofEach((base, exponent) => base ** exponent)],
  ['MOD', ofEach((number, by) => (by === 0 ? failed('#DIV/0!') : number - by * Math.floor(number / by)))],
  ['PI', () => Math.PI],
  ['AND', flags((all) => all.every(Boolean))],
  ['OR', flags((all) => all.some(Boolean))],
  ['NOT', flags(([first = false]) => !first)],
  ['CONCAT', joinedText],
  ['CONCATENATE', joinedText],
  ['LEN', ofText((text) => text.length)],
  ['UPPER', ofText((text) => text.toUpperCase())],
  ['LOWER', ofText((text) => text.toLowerCase())],
  ['TRIM', ofText((text) => text.trim().replaceAll(/ +/g, ' '))],
  ['LEFT', ofText((text, count) => text.slice(0, Math.trunc(count)))],
  ['RIGHT', ofText((text, count) => (Math.trunc(count) === 0 ? '' : text.slice(-Math.trunc(count))))],
  [
    'MID',
    ofText((text, from, count) =>
      from < 1 ? failed('#VALUE!') : text.slice(Math.trunc(from) - 1, Math.trunc(from) - 1 + Math.trunc(count)),
    ),
  ],
  ['VALUE', ofEach((number) => number)],
  // Where it leads to is read from the formula.
  ['HYPERLINK', ([address, text]) => one(text ?? address)],
  ['VLOOKUP', lookedUp],
  ['MATCH', matched],
  ['INDEX', indexed],
])
