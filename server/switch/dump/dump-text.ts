import { ShowdocRefusal } from '../refusal.ts'
import type { DumpTexts } from './dump-texts.ts'

/** Numbers as written; bytes for a text that is in no character set. */
export type DumpedValue = string | Uint8Array | null

/** Of one value, in characters. */
const LONGEST_VALUE = 64 * 1024 * 1024

/**
 * What a dump says at its beginning, and what it ends with then; without, it is cut off. Settings kept in `@OLD_…` are
 * restored at the end.
 */
const ENDS: readonly (readonly [begins: RegExp, ends: (begun: RegExpExecArray) => RegExp])[] = [
  [/^-- (?:MySQL|MariaDB) dump /m, () => /^-- Dump completed/m],
  [/^START\s+TRANSACTION\s*;/im, () => /^COMMIT\s*;/im],
  // Newer Navicat, with these spaces; older ones and Adminer do not set it back.
  [/^SET FOREIGN_KEY_CHECKS = 0/m, () => /^SET FOREIGN_KEY_CHECKS = 1/m],
  [/^-- Adminer /m, () => /^-- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/m],
  [/@(OLD_\w+)\s*=/i, ([, name = '']) => new RegExp(`[=(]\\s*@${name}\\b`, 'i')],
]
/** Of the beginning and of the end, in characters. */
const EDGE = 64 * 1024

/** The part of a dump that is being processed. */
export class DumpText {
  readonly #pieces: AsyncIterator<string>
  readonly #texts: DumpTexts
  readonly #isWithoutEscapes: boolean
  #text = ''
  #at = 0
  #isWhole = false
  /** Line breaks before this place, and where the next one is; the length of the text when there is none. */
  #breaks = 0
  #nextBreak = 0
  #head = ''
  #tail = ''

  constructor(
    pieces: AsyncIterable<string>,
    { texts, isWithoutEscapes }: { readonly texts: DumpTexts; readonly isWithoutEscapes: boolean },
  ) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.#texts = texts
    this.#isWithoutEscapes = isWithoutEscapes
  }

  /** From 1. */
  get line(): number {
    this.#count()
    return 1 + this.#breaks
  }

  #count(): void {
    while (this.#nextBreak < this.#at) {
      this.#breaks += 1
      this.#nextBreak = this.#breakFrom(this.#nextBreak + 1)
    }
  }
  #breakFrom(at: number): number {
    const found = this.#text.indexOf('\n', at)
    return found === -1 ? this.#text.length : found
  }

  /** Closes the file, which a refusal in the middle would leave open. */
  async close(): Promise<void> {
    await this.#pieces.return?.()
  }

  /** @throws ShowdocRefusal when it does not end as it began */
  assertWhole(): void {
    for (const [begins, ends] of ENDS) {
      const begun = begins.exec(this.#head)
      if (begun && !ends(begun).test(this.#tail)) throw this.#cutOff()
    }
  }

  #cutOff(): ShowdocRefusal {
    return new ShowdocRefusal('dumpCutOff', { line: this.line })
  }

  async isAtEnd(): Promise<boolean> {
    return this.#at >= this.#text.length && !(await this.#more())
  }

  /** Reads on until this many characters are ahead, or the end is reached. */
  async fill(length: number): Promise<void> {
    while (this.#text.length - this.#at < length && (await this.#more())) continue
  }

  sees(wanted: RegExp): boolean {
    wanted.lastIndex = this.#at
    return wanted.test(this.#text)
  }

  /** Consumes what was seen. */
  take(wanted: RegExp): RegExpExecArray {
    wanted.lastIndex = this.#at
    const found = wanted.exec(this.#text)
    if (!found) throw new Error('it was not seen before')
    this.#at = wanted.lastIndex
    return found
  }

  skip(wanted: RegExp): boolean {
    if (!this.sees(wanted)) return false
    this.take(wanted)
    return true
  }

  /** Skips space, comments and empty statements, but not a comment in which MySQL's time zone is set. */
  async skipBlank(): Promise<void> {
    for (;;) {
      await this.fill(3)
      if (this.skip(/[\s;\uFEFF]+/y)) continue
      if (this.sees(/--(?:\s|$)|#/y)) await this.skipTo(/\n/)
      else if (this.sees(/\/\*/y)) {
        await this.fill(LONGEST_SETTING)
        if (this.sees(SETS_ZONE)) return
        await this.skipTo(/\*\//)
      } else return
    }
  }

  /** Skips to after the first match; to the end when there is none. */
  async skipTo(wanted: RegExp): Promise<void> {
    const found = new RegExp(wanted.source, `g${wanted.flags.replace('g', '')}`)
    for (;;) {
      found.lastIndex = this.#at
      if (found.test(this.#text)) {
        this.#at = found.lastIndex
        return
      }
      // A match may extend across the end of this part.
      this.#at = Math.max(this.#at, this.#text.length - OVERLAP)
      if (!(await this.#more())) {
        this.#at = this.#text.length
        return
      }
    }
  }

  /** Skips to after the semicolon that ends the statement, regardless of quotes and comments before it. */
  async skipStatement(): Promise<void> {
    for (;;) {
      await this.fill(2)
      if (this.#at >= this.#text.length) throw this.#cutOff()
      if (this.skip(/[^'"`;/]+/y)) continue
      if (this.skip(/;/y)) return
      if (this.sees(/['"]/y)) await this.#quoted()
      else if (this.skip(/`/y)) await this.skipTo(/`/)
      else if (this.skip(/\/\*/y)) await this.skipTo(/\*\//)
      else this.#at += 1
    }
  }

  /** The whole text of a short statement. */
  async statement(): Promise<string> {
    const begun = this.#at
    const wanted = /(?:'(?:[^'\\]|\\.|'')*'|`[^`]*`|"[^"]*"|[^;'`"])*;/sy
    wanted.lastIndex = begun
    const found = wanted.exec(this.#text)
    if (!found) throw new ShowdocRefusal('dumpTableTooLong', { line: this.line })
    this.#at = wanted.lastIndex
    return found[0]
  }

  /** Whether another row follows in the statement. */
  async hasNext(): Promise<boolean> {
    if (await this.takesSign(',')) return true
    await this.skipStatement()
    return false
  }

  async takesSign(sign: string): Promise<boolean> {
    await this.#skipSpace()
    if (this.#text[this.#at] !== sign) return false
    this.#at += 1
    return true
  }

  async value(table: string): Promise<DumpedValue> {
    await this.#skipSpace()
    await this.fill(LONGEST_WORD)
    const { line } = this
    const introducer = this.sees(INTRODUCER) ? (this.take(INTRODUCER)[1] ?? '').toLowerCase() : ''
    if (this.sees(/['"]/y)) return this.#texts.textOf(await this.#quoted(), line, introducer)
    if (this.sees(/0x/iy) || this.sees(/x'/iy)) return this.#texts.textOfBytes(await this.#hexadecimal(table), line)
    if (introducer !== '') throw new ShowdocRefusal('dumpValueUnknown', { table, line })
    if (this.skip(/NULL\b/iy)) return null
    if (this.sees(/b'[01]*'/iy)) return String(Number.parseInt(this.take(/b'([01]*)'/iy)[1] || '0', 2))
    if (this.sees(/-?[\d.]/y)) return this.take(/-?[\d.]+(?:e[+-]?\d+)?/iy)[0]
    throw new ShowdocRefusal('dumpValueUnknown', { table, line })
  }

  async #hexadecimal(table: string): Promise<Buffer> {
    const isQuoted = this.skip(/x'/iy)
    if (!isQuoted) this.skip(/0x/iy)
    let digits = ''
    for (;;) {
      if (this.sees(/[0-9a-f]/iy)) digits += this.take(/[0-9a-f]+/iy)[0]
      if (digits.length > LONGEST_VALUE) throw new ShowdocRefusal('dumpValueTooLong', { line: this.line })
      if (this.#at < this.#text.length || !(await this.#more())) break
    }
    if ((isQuoted && !this.skip(/'/y)) || digits.length % 2 !== 0)
      throw new ShowdocRefusal('dumpHexadecimal', { table, line: this.line })
    return Buffer.from(digits, 'hex')
  }

  /** A quoted text, which may be longer than the part being processed. */
  async #quoted(): Promise<string> {
    const quote = this.#text.charAt(this.#at)
    this.#at += 1
    const parts: string[] = []
    let length = 0
    for (;;) {
      const special = this.#isWithoutEscapes ? new RegExp(quote, 'g') : quote === "'" ? /['\\]/g : /["\\]/g
      special.lastIndex = this.#at
      const found = special.exec(this.#text)
      const end = found?.index ?? this.#text.length
      parts.push(this.#text.slice(this.#at, end))
      length += end - this.#at
      if (length > LONGEST_VALUE) throw new ShowdocRefusal('dumpValueTooLong', { line: this.line })
      this.#at = end
      if (this.#text.length - end < 2 && (await this.#more())) continue
      const [sign = '', next = ''] = this.#text.slice(this.#at, this.#at + 2)
      if (sign === '') throw this.#cutOff()
      if (sign === quote && next !== quote) {
        this.#at += 1
        return parts.join('')
      }
      parts.push(sign === quote ? quote : (ESCAPES[next] ?? next))
      length += 1
      this.#at += 2
    }
  }

  async #skipSpace(): Promise<void> {
    do this.skip(/\s+/y)
    while (this.#at >= this.#text.length && (await this.#more()))
  }

  /** @returns whether there was more */
  async #more(): Promise<boolean> {
    if (this.#isWhole) return false
    const next = await this.#pieces.next()
    if (next.done === true) {
      this.#isWhole = true
      return false
    }
    this.#count()
    this.#text = this.#text.slice(this.#at) + next.value
    this.#at = 0
    this.#nextBreak = this.#breakFrom(0)
    if (this.#head.length < EDGE) this.#head = (this.#head + next.value).slice(0, EDGE)
    this.#tail = (this.#tail + next.value).slice(-EDGE)
    return true
  }
}

/** A statement that sets or keeps MySQL's time zone, in a comment or not. */
export const SETS_ZONE = /(?:\/\*M?!\d*\s*)?SET\s[^;]*?\bTIME_ZONE\b[^;]*?(?:\*\/|;)/iy
/** In characters. */
const LONGEST_SETTING = 4_096

/** The character set of a value, as `_binary`. */
const INTRODUCER = /_([a-z0-9]+)\s*(?=['"]|0x|x')/iy

/** Longer than a token that ends a comment or a block. */
const OVERLAP = 64
/** Longer than the start of any value, and than any number. */
const LONGEST_WORD = 400
/** Without `\%` and `\_`, which only occur in patterns. */
const ESCAPES: Readonly<Record<string, string>> = {
  ...{ '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001A' },
}
