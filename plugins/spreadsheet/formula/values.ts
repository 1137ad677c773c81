import { columnOf, placeOf, rowOf, SHEET_LIMITS, type Area, type Sheet, type Workbook } from '../workbook.ts'
import { FUNCTIONS, type Given } from './functions.ts'
import { formulaIn, type Expression } from './parsed.ts'
import { failed, isFailure, isTrue, NOT_UNDERSTOOD, numberOf, order, textOf, typedValue, type Value } from './value.ts'

/** The most cells that all formulas of a workbook may read, so that none delays its readers. */
const MOST_LOOKS = 1_000_000
/** Of the text results of all formulas of a workbook: each may double the one above it. */
const MOST_LETTERS = 10_000_000

/** The values of a workbook's cells. Each is calculated once, when it is needed. */
export class Values {
  readonly #workbook: Workbook
  readonly #sheetAt: ReadonlyMap<string, number>
  readonly #known: Map<number, Value>[]
  readonly #formulas: Map<number, Expression>[]
  #looksLeft = MOST_LOOKS
  #lettersLeft = MOST_LETTERS

  constructor(workbook: Workbook) {
    this.#workbook = workbook
    this.#sheetAt = new Map(workbook.sheets.map(({ name }, at) => [name.toLowerCase(), at] as const).toReversed())
    this.#known = workbook.sheets.map(() => new Map())
    this.#formulas = workbook.sheets.map(formulasOf)
  }

  /** Null for an empty cell. */
  at(sheet: number, place: number): Value {
    const open: (readonly [number, number])[] = [[sheet, place]]
    const begun = new Set<string>()
    // Not recursive: each row of a long table may depend on the one above.
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const [inSheet, cell] = top
      const formula = this.#formulas[inSheet]?.get(cell)
      if (!formula || this.#known[inSheet]?.has(cell)) {
        open.pop()
        continue
      }
      const key = `${inSheet} ${cell}`
      const awaited = begun.has(key) ? [] : this.#awaited(formula, inSheet)
      begun.add(key)
      const isCircle = awaited.some(([other, at]) => begun.has(`${other} ${at}`) && !this.#known[other]?.has(at))
      if (isCircle) this.#known[inSheet]?.set(cell, failed('#REF!'))
      else if (awaited.length === 0) this.#known[inSheet]?.set(cell, this.#bounded(this.#worth(formula, inSheet)))
      else open.push(...awaited)
    }
    return this.#settled(sheet, place)
  }

  #bounded(value: Value): Value {
    if (typeof value !== 'string') return value
    this.#lettersLeft -= value.length
    return this.#lettersLeft < 0 ? NOT_UNDERSTOOD : value
  }

  #settled(sheet: number, place: number): Value {
    const known = this.#known[sheet]?.get(place)
    if (known !== undefined) return known
    const cell = this.#workbook.sheets[sheet]?.cells.get(place)
    return cell === undefined ? null : cell.style.format === 'text' ? cell.text : typedValue(cell.text)
  }

  /** The formulas it depends on that have not been calculated yet. */
  #awaited(expression: Expression, sheet: number): readonly (readonly [number, number])[] {
    const found: (readonly [number, number])[] = []
    for (const { sheet: name, area } of areasIn(expression)) {
      const inSheet = name === null ? sheet : this.#sheetAt.get(name.toLowerCase())
      if (inSheet === undefined) continue
      const [formulas, known] = [this.#formulas[inSheet], this.#known[inSheet]]
      for (const place of this.#placesIn(area, formulas ?? new Map()))
        if (!known?.has(place)) found.push([inSheet, place])
    }
    return found
  }

  /** The cells among these within the range, unordered, by the shorter way. */
  #placesIn(area: Area, cells: ReadonlyMap<number, unknown>): readonly number[] {
    const { top, left, bottom, right } = area
    const found: number[] = []
    const size = (bottom - top + 1) * (right - left + 1)
    this.#looksLeft -= Math.min(size, cells.size)
    if (this.#looksLeft < 0) return found
    if (size > cells.size) {
      for (const place of cells.keys()) if (isIn(area, place)) found.push(place)
      return found
    }
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) {
        const place = placeOf(row, column)
        if (cells.has(place)) found.push(place)
      }
    return found
  }

  #worth(expression: Expression, sheet: number): Value {
    if (this.#looksLeft < 0) return NOT_UNDERSTOOD
    if (expression.kind === 'constant') return expression.value
    if (expression.kind === 'area') return this.#given(expression, sheet).values[0] ?? null
    if (expression.kind === 'sign') return this.#signed(expression, sheet)
    if (expression.kind === 'call') return this.#called(expression, sheet)
    return joined(expression.sign, this.#worth(expression.left, sheet), this.#worth(expression.right, sheet))
  }

  #signed({ sign, of }: Extract<Expression, { kind: 'sign' }>, sheet: number): Value {
    const number = numberOf(this.#worth(of, sheet))
    if (isFailure(number)) return number
    return sign === '-' ? -number : sign === '%' ? number / 100 : number
  }

  #called({ name, parameters }: Extract<Expression, { kind: 'call' }>, sheet: number): Value {
    const value = (at: number): Value => {
      const parameter = parameters[at]
      return parameter ? this.#worth(parameter, sheet) : null
    }
    // Only one of their branches is calculated.
    if (name === 'IF') {
      const is = isTrue(value(0))
      if (typeof is === 'object') return is
      return is ? value(1) : parameters.length < 3 ? false : value(2)
    }
    if (name === 'IFERROR') {
      const tried = value(0)
      return isFailure(tried) && tried.failure !== '' ? value(1) : tried
    }
    const calculate = FUNCTIONS.get(name)
    if (!calculate) return NOT_UNDERSTOOD
    const given = parameters.map((parameter) => (parameter ? this.#given(parameter, sheet) : SINGLE_NOTHING))
    // If one argument is unsupported, the result is, too.
    return given.some(({ values }) => values.some(isNotUnderstood)) ? NOT_UNDERSTOOD : calculate(given)
  }

  #given(expression: Expression, sheet: number): Given {
    if (expression.kind !== 'area') return { values: [this.#worth(expression, sheet)], columns: 1, isArea: false }
    const { sheet: name, area, isOne } = expression
    const inSheet = name === null ? sheet : this.#sheetAt.get(name.toLowerCase())
    const found = inSheet === undefined ? undefined : this.#workbook.sheets[inSheet]
    if (inSheet === undefined || !found) return { values: [failed('#REF!')], columns: 1, isArea: false }
    const { top, left, bottom, right } = area
    if (isOne) return { values: [this.#settled(inSheet, placeOf(top, left))], columns: 1, isArea: true }
    const columns = right - left + 1
    const size = (bottom - top + 1) * columns
    this.#looksLeft -= size
    if (this.#looksLeft < 0) return { values: [NOT_UNDERSTOOD], columns: 1, isArea: false }
    const values = Array.from<Value>({ length: size }).fill(null)
    for (const place of this.#placesIn(area, found.cells))
      values[(rowOf(place) - top) * columns + columnOf(place) - left] = this.#settled(inSheet, place)
    return { values, columns, isArea: true }
  }
}

const SINGLE_NOTHING: Given = { values: [null], columns: 1, isArea: false }
const isNotUnderstood = (value: Value): boolean => isFailure(value) && value.failure === ''

const isIn = ({ top, left, bottom, right }: Area, place: number): boolean => {
  const [row, column] = [rowOf(place), columnOf(place)]
  return row >= top && row <= bottom && column >= left && column <= right
}

function formulasOf({ cells }: Sheet): Map<number, Expression> {
  const formulas = new Map<number, Expression>()
  for (const [place, { text, style }] of cells)
    if (text.startsWith('=') && text.length > 1 && style.format !== 'text')
      formulas.set(place, formulaIn(text) ?? UNREADABLE)
  return formulas
}
/** Represents a formula that cannot be parsed. */
const UNREADABLE: Expression = { kind: 'call', name: '', parameters: [] }

function areasIn(expression: Expression): readonly Extract<Expression, { kind: 'area' }>[] {
  if (expression.kind === 'area') return [expression]
  if (expression.kind === 'pair') return [...areasIn(expression.left), ...areasIn(expression.right)]
  if (expression.kind === 'sign') return areasIn(expression.of)
  return expression.kind === 'call' ? expression.parameters.flatMap((each) => (each ? areasIn(each) : [])) : []
}

function joined(sign: string, left: Value, right: Value): Value {
  if (isFailure(left)) return left
  if (isFailure(right)) return right
  if (sign === '&') return (textOf(left) + textOf(right)).slice(0, SHEET_LIMITS.resultLength)
  const compared = COMPARISONS[sign]
  if (compared) return compared(order(left, right))
  const [first, second] = [numberOf(left), numberOf(right)]
  if (isFailure(first)) return first
  if (isFailure(second)) return second
  if (sign === '/' && second === 0) return failed('#DIV/0!')
  const result = calculated(sign, first, second)
  return Number.isFinite(result) ? result : failed('#NUM!')
}

const COMPARISONS: Readonly<Record<string, (difference: number) => boolean>> = {
  '=': (difference) => difference === 0,
  '<>': (difference) => difference !== 0,
  '<': (difference) => difference < 0,
  '>': (difference) => difference > 0,
  '<=': (difference) => difference <= 0,
  '>=': (difference) => difference >= 0,
}

function calculated(sign: string, first: number, second: number): number {
  if (sign === '+') return first + second
  if (sign === '-') return first - second
  if (sign === '*') return first * second
  return sign === '/' ? first / second : first ** second
}
