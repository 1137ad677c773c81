export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol'
  /** Without quotes, with escapes resolved. */
  readonly text: string
  /** As written. */
  readonly raw: string
  readonly start: number
  readonly end: number
  /** The line of its last character, from 0. */
  readonly line: number
}
export interface Tokens {
  readonly list: readonly Token[]
  /** Comments, `-- text` or in one line between stars, by line. */
  readonly remarks: ReadonlyMap<number, string>
}

/** Tokenises SQL in one pass. Unclosed tokens end with the text. */
export function tokensOf(sql: string): Tokens {
  const list: Token[] = []
  const remarks = new Map<number, string>()
  const hasBackslashEscapes = isMySql(sql)
  let line = 0
  for (let at = 0; at < sql.length;) {
    const end = endOf(sql, at, hasBackslashEscapes)
    const raw = sql.slice(at, end)
    const kind = kindOf(raw)
    if (kind === 'remark' && !raw.includes('\n')) remarks.set(line, remarkOf(raw))
    line += linesIn(raw)
    if (kind !== 'space' && kind !== 'remark')
      list.push({ kind, text: textOf(raw, kind, hasBackslashEscapes), raw, start: at, end, line })
    at = end
  }
  return { list, remarks }
}

const WORD_START = /[\p{L}_@]/u
const isWordCharacter = (character: string): boolean => /[\p{L}\p{N}_$@#]/u.test(character)
const isSpace = (character: string): boolean => /\s/.test(character)
const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/** Only MySQL has these; they determine how a backslash in a string is read. */
function isMySql(sql: string): boolean {
  const lower = sql.toLowerCase()
  return (
    lower.includes('`') || ['auto_increment', 'engine=', 'engine =', " comment '"].some((mark) => lower.includes(mark))
  )
}

function endOf(sql: string, at: number, hasBackslashEscapes: boolean): number {
  const first = sql[at] ?? ''
  const two = sql.slice(at, at + 2)
  if (isSpace(first)) return endWhile(sql, at, isSpace)
  if (two === '--' || first === '#') return orEnd(sql, sql.indexOf('\n', at), 0)
  if (two === '/*') return orEnd(sql, sql.indexOf('*/', at + 2), 2)
  if (first === "'" || first === '"' || first === '`')
    return quotedEnd(sql, at, first, hasBackslashEscapes && first !== '`')
  if (first === '[' && WORD_START.test(sql[at + 1] ?? '')) return orEnd(sql, sql.indexOf(']', at), 1)
  if (first === '$') return dollarEnd(sql, at)
  if (isDigit(first)) return endWhile(sql, at, (character) => isWordCharacter(character) || character === '.')
  if (WORD_START.test(first)) return endWhile(sql, at, isWordCharacter)
  return two === '::' ? at + 2 : at + 1
}

function endWhile(sql: string, at: number, belongs: (character: string) => boolean): number {
  let end = at + 1
  while (end < sql.length && belongs(sql[end] ?? '')) end += 1
  return end
}

const orEnd = (sql: string, found: number, length: number): number => (found < 0 ? sql.length : found + length)

function quotedEnd(sql: string, at: number, quote: string, hasBackslashEscapes: boolean): number {
  for (let end = at + 1; end < sql.length; end += 1) {
    if (hasBackslashEscapes && sql[end] === '\\') end += 1
    else if (sql[end] === quote && sql[end + 1] === quote) end += 1
    else if (sql[end] === quote) return end + 1
  }
  return sql.length
}

/** `$$ … $$` and `$tag$ … $tag$` of PostgreSQL. */
function dollarEnd(sql: string, at: number): number {
  const tagEnd = endWhile(sql, at, (character) => isWordCharacter(character) && character !== '$')
  if (sql[tagEnd] !== '$') return at + 1
  const tag = sql.slice(at, tagEnd + 1)
  return orEnd(sql, sql.indexOf(tag, tagEnd + 1), tag.length)
}

const remarkOf = (raw: string): string =>
  (raw.startsWith('/*') ? raw.slice(2, raw.endsWith('*/') ? -2 : undefined) : raw.slice(raw[0] === '#' ? 1 : 2)).trim()

function kindOf(raw: string): Token['kind'] | 'space' | 'remark' {
  const first = raw[0] ?? ''
  // MySQL puts statements for newer versions in `/*! … */`; these are not comments.
  if (isSpace(first) || raw.startsWith('/*!')) return 'space'
  if (raw.startsWith('--') || raw.startsWith('/*') || first === '#') return 'remark'
  if (first === "'" || (first === '$' && raw.length > 1)) return 'string'
  if (first === '"' || first === '`' || (first === '[' && raw.length > 1)) return 'name'
  if (isDigit(first)) return 'number'
  return WORD_START.test(first) ? 'word' : 'symbol'
}

function textOf(raw: string, kind: Token['kind'], hasBackslashEscapes: boolean): string {
  if (kind !== 'string' && kind !== 'name') return raw
  const quote = raw[0] ?? ''
  if (quote === '$') {
    const tagLength = raw.indexOf('$', 1) + 1
    return raw.slice(tagLength, -tagLength)
  }
  const inner = raw.slice(1, -1)
  if (quote === '[') return inner
  const single = inner.replaceAll(quote + quote, quote)
  return hasBackslashEscapes && quote !== '`'
    ? single.replace(/\\([\s\S])/g, (_, next: string) => unescaped(next))
    : single
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '' }
const unescaped = (next: string): string => ESCAPES[next] ?? next

function linesIn(raw: string): number {
  let count = 0
  for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) count += 1
  return count
}
