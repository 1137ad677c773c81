import type { Token } from './tokens.ts'

export const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && token.text.toLowerCase() === word

/** The tokens as written, with single spaces. */
export const joined = (tokens: readonly Token[]): string =>
  tokens.map(({ raw, start }, index) => (index > 0 && start > (tokens[index - 1]?.end ?? 0) ? ` ${raw}` : raw)).join('')

/** Reads tokens once, from left to right. */
export class TokenReader {
  readonly #tokens: readonly Token[]
  #at: number

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
    this.#at = 0
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length
  }
  peek(): Token | undefined {
    return this.#tokens[this.#at]
  }
  next(): Token | undefined {
    const token = this.#tokens[this.#at]
    this.#at += 1
    return token
  }
  /** @returns whether the word was there */
  skipWord(word: string): boolean {
    if (!isWord(this.peek(), word)) return false
    this.#at += 1
    return true
  }
  skipWords(...words: readonly string[]): void {
    for (const word of words) this.skipWord(word)
  }

  /** The last part of `schema.table`. */
  takeName(): string {
    let name = this.next()
    while (this.peek()?.raw === '.') {
      this.#at += 1
      name = this.next()
    }
    return name?.text ?? ''
  }

  /** From an opening parenthesis to its closing one, inclusive; empty when there is none here. */
  takeParentheses(): readonly Token[] {
    if (this.peek()?.raw !== '(') return []
    const start = this.#at
    let depth = 0
    do {
      const { raw } = this.next() ?? { raw: '' }
      if (raw === '(') depth += 1
      if (raw === ')') depth -= 1
    } while (depth > 0 && !this.isAtEnd)
    return this.#tokens.slice(start, this.#at)
  }

  /** Tokens up to the first one outside parentheses for which `isEnd` holds, which is not consumed. */
  takeUntil(isEnd: (token: Token, following: Token | undefined) => boolean): readonly Token[] {
    const start = this.#at
    let depth = 0
    for (let token = this.peek(); token; token = this.peek()) {
      if (depth === 0 && isEnd(token, this.#tokens[this.#at + 1])) break
      if (token.raw === '(') depth += 1
      if (token.raw === ')') depth -= 1
      this.#at += 1
    }
    return this.#tokens.slice(start, this.#at)
  }
}

/** Splits at commas outside parentheses. */
export function partsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (token.raw === '(') depth += 1
    if (token.raw === ')') depth -= 1
    if (depth === 0 && token.raw === ',') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts.filter((part) => part.length > 0)
}

/** The content between an opening parenthesis and its closing one, if any. */
export const inside = (parentheses: readonly Token[]): readonly Token[] =>
  parentheses.slice(1, parentheses.at(-1)?.raw === ')' ? -1 : undefined)
