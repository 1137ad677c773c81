import { areaAt } from '../addresses.ts'
import type { Area } from '../workbook.ts'
import { tokensOf, type Token } from './tokens.ts'

/** The syntax tree of a formula. */
export type Expression =
  | { readonly kind: 'constant'; readonly value: number | string | boolean }
  /** One cell or many; `sheet` is null for the sheet of the formula. */
  | { readonly kind: 'area'; readonly sheet: string | null; readonly area: Area; readonly isOne: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly parameters: readonly (Expression | null)[] }
  | { readonly kind: 'pair'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'sign'; readonly sign: '-' | '+' | '%'; readonly of: Expression }

const LONGEST = 8_192
const DEEPEST = 60
/** By precedence. */
const PAIRS: Readonly<Record<string, number>> = {
  ...{ '=': 1, '<>': 1, '<': 1, '>': 1, '<=': 1, '>=': 1 },
  ...{ '&': 2, '+': 3, '-': 3, '*': 4, '/': 4, '^': 5 },
}

/** A text that begins with `=`, parsed; null when it is not a formula. */
export function formulaIn(text: string): Expression | null {
  if (!text.startsWith('=') || text.length > LONGEST) return null
  const tokens = tokensOf(text.slice(1))
  if (!tokens || tokens.length === 0) return null
  return new Parsing(tokens).whole()
}

class Parsing {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression | null {
    const found = this.#expression(0)
    return this.#at === this.#tokens.length ? found : null
  }

  #expression(least: number): Expression | null {
    this.#depth += 1
    let left = this.#depth > DEEPEST ? null : this.#signed()
    while (left) {
      const sign = this.#sign()
      const binding = PAIRS[sign] ?? 0
      if (binding <= least) break
      this.#at += 1
      const right = this.#expression(binding)
      left = right && { kind: 'pair', sign, left, right }
    }
    this.#depth -= 1
    return left
  }

  #signed(): Expression | null {
    const sign = this.#sign()
    if (sign === '-' || sign === '+') {
      this.#at += 1
      // As in spreadsheets: -2^2 is 4.
      const of = this.#expression(5)
      return of && { kind: 'sign', sign, of }
    }
    let found = this.#single()
    for (let depth = this.#depth; found && this.#sign() === '%'; depth += 1) {
      if (depth > DEEPEST) return null
      this.#at += 1
      found = { kind: 'sign', sign: '%', of: found }
    }
    return found
  }

  #single(): Expression | null {
    const token = this.#tokens[this.#at]
    this.#at += 1
    if (!token) return null
    if (token.kind === 'number') return { kind: 'constant', value: Number(token.text) }
    if (token.kind === 'text') return { kind: 'constant', value: token.text }
    if (token.kind === 'sheet') return this.#area(token.text, this.#next('name'))
    if (token.kind === 'sign') return token.text === '(' ? this.#closed() : null
    if (this.#sign() === '(') return this.#call(token.text.toUpperCase())
    if (/^(?:true|false)$/i.test(token.text)) return { kind: 'constant', value: token.text.toLowerCase() === 'true' }
    return this.#area(null, token.text)
  }

  #closed(): Expression | null {
    const found = this.#expression(0)
    return this.#take(')') ? found : null
  }

  #area(sheet: string | null, from: string): Expression | null {
    const isOne = this.#sign() !== ':'
    if (!isOne) this.#at += 1
    const area = areaAt(isOne ? from : `${from}:${this.#next('name')}`)
    return area && { kind: 'area', sheet, area, isOne }
  }

  #call(name: string): Expression | null {
    this.#at += 1
    const parameters: (Expression | null)[] = []
    if (this.#take(')')) return { kind: 'call', name, parameters }
    for (;;) {
      const isLeftOut = [',', ';', ')'].includes(this.#sign())
      const parameter = isLeftOut ? null : this.#expression(0)
      if (!parameter && !isLeftOut) return null
      parameters.push(parameter)
      if (this.#take(')')) return { kind: 'call', name, parameters }
      if (!this.#take(',') && !this.#take(';')) return null
    }
  }

  #sign(): string {
    const token = this.#tokens[this.#at]
    return token?.kind === 'sign' ? token.text : ''
  }

  #take(sign: string): boolean {
    const isThere = this.#sign() === sign
    if (isThere) this.#at += 1
    return isThere
  }

  #next(kind: Token['kind']): string {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token?.kind === kind ? token.text : ''
  }
}
