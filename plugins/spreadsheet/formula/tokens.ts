/** A token of a formula. */
export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sheet' | 'sign'
  /** Of a text or a sheet name, the part between the quotes. */
  readonly text: string
}

const BLANKS = /\s*/y
const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['sheet', /(?:'((?:[^']|'')+)'|([\p{L}_][\p{L}\p{N}_.]*))!/uy],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['text', /"((?:[^"]|"")*)"/y],
  ['name', /\$?[\p{L}_][\p{L}\p{N}_.$]*/uy],
  ['sign', /<>|<=|>=|[-+*/^&=<>%(),;:]/y],
]

/** The text after the `=` of a formula as tokens; null when it is not a formula. */
export function tokensOf(formula: string): readonly Token[] | null {
  const tokens: Token[] = []
  let at = lengthAt(BLANKS, formula, 0)
  while (at < formula.length) {
    const found = tokenAt(formula, at)
    if (!found) return null
    tokens.push(found.token)
    at = found.end + lengthAt(BLANKS, formula, found.end)
  }
  return tokens
}

function tokenAt(formula: string, at: number): { readonly token: Token; readonly end: number } | null {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const found = pattern.exec(formula)
    if (!found) continue
    const inside = found.slice(1).find((group) => group !== undefined)
    const text =
      inside === undefined ? found[0] : inside.replaceAll(kind === 'text' ? '""' : "''", kind === 'text' ? '"' : "'")
    return {
      token: { kind, text: kind === 'sign' || kind === 'number' || kind === 'name' ? found[0] : text },
      end: at + found[0].length,
    }
  }
  return null
}

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
