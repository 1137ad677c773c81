import { exactNumber } from './written-numbers.ts'

/** A value of a JSON text with its position. */
export type JsonNode = JsonObject | JsonArray | JsonScalar
export interface JsonObject {
  readonly kind: 'object'
  readonly start: number
  readonly end: number
  /** In the order of the text; keys may be duplicated. */
  readonly entries: readonly JsonMember[]
}
export interface JsonArray {
  readonly kind: 'array'
  readonly start: number
  readonly end: number
  readonly entries: readonly JsonElement[]
}
export interface JsonScalar {
  readonly kind: 'scalar'
  readonly start: number
  readonly end: number
  readonly value: string | number | boolean | null
  /** Of a number that JavaScript writes otherwise. */
  readonly written?: string
}
export interface JsonElement {
  /** Range of the whole entry, including the key of a member. */
  readonly start: number
  readonly end: number
  readonly node: JsonNode
}
export interface JsonMember extends JsonElement {
  readonly name: string
}

export interface JsonText {
  /** Null when there is no value at all. */
  readonly root: JsonNode | null
  /** Whether the whole text is valid JSON; otherwise `root` is what could be parsed. */
  readonly isWhole: boolean
}

interface Open {
  readonly kind: 'object' | 'array'
  readonly start: number
  end: number
  readonly entries: (JsonElement & { name?: string })[]
  /** The key whose value comes next. */
  name: { readonly text: string; readonly start: number } | null
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
/** Characters that can neither begin nor end a value. */
const RUBBISH = /[^\s{}[\],:"]+|[\s\S]/y

/**
 * Parses a text as JSON as far as possible: truncated values end at the end of the text, invalid parts are skipped.
 * Takes linear time at any depth.
 */
export function readJson(text: string): JsonText {
  const reader = new Reader(text)
  while (reader.step());
  return reader.result()
}

class Reader {
  readonly #text: string
  #at = 0
  #isWhole = true
  #root: JsonNode | null = null
  readonly #open: Open[] = []
  /** What is allowed next in the innermost open value. */
  #expects: 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing' = 'value'

  constructor(text: string) {
    this.#text = text
    // Some editors add it.
    if (text.startsWith('\uFEFF')) this.#at = 1
  }

  /** False at the end of the text. */
  step(): boolean {
    this.#skipBlanks()
    if (this.#at >= this.#text.length) return false
    const sign = this.#text[this.#at] ?? ''
    if (sign === '{' || sign === '[') this.#begin(sign === '{' ? 'object' : 'array')
    else if (sign === '}' || sign === ']') this.#close(sign === '}' ? 'object' : 'array')
    else if (sign === ',') this.#comma()
    else if (sign === ':') this.#colon()
    else this.#scalar(sign)
    return true
  }

  result(): JsonText {
    if (this.#open.length > 0) this.#isWhole = false
    while (this.#open.length > 0) this.#finish(this.#text.length)
    return { root: this.#root, isWhole: this.#isWhole && this.#root !== null }
  }

  #begin(kind: Open['kind']): void {
    this.#mayBeValue()
    if (this.#expects === 'nothing') return this.#skip()
    this.#open.push({ kind, start: this.#at, end: this.#at, entries: [], name: null })
    this.#at += 1
    this.#expects = kind === 'object' ? 'nameOrEnd' : 'valueOrEnd'
  }

  #close(kind: Open['kind']): void {
    const at = this.#open.findLastIndex((open) => open.kind === kind)
    if (at < 0) return this.#skip()
    if (at < this.#open.length - 1 || !['nameOrEnd', 'valueOrEnd', 'commaOrEnd'].includes(this.#expects))
      this.#isWhole = false
    while (this.#open.length > at + 1) this.#finish(this.#at)
    this.#at += 1
    this.#finish(this.#at)
  }

  #finish(end: number): void {
    const { kind, start, entries } = this.#open.pop() ?? { kind: 'array', start: end, entries: [] }
    const node = { kind, start, end, entries } as JsonObject | JsonArray
    this.#put(node)
  }

  #comma(): void {
    const open = this.#open.at(-1)
    if (this.#expects !== 'commaOrEnd') {
      // A key without a value is skipped.
      if (open?.kind !== 'object' || open.name === null) return this.#skip()
      this.#isWhole = false
      open.name = null
    }
    this.#at += 1
    this.#expects = open?.kind === 'object' ? 'name' : 'value'
  }

  #colon(): void {
    if (this.#expects !== 'colon') return this.#skip()
    this.#at += 1
    this.#expects = 'value'
  }

  #scalar(sign: string): void {
    const start = this.#at
    const isNameLate = sign === '"' && this.#expects === 'commaOrEnd' && this.#open.at(-1)?.kind === 'object'
    const isName = this.#expects === 'name' || this.#expects === 'nameOrEnd' || isNameLate
    const value = sign === '"' ? this.#string() : this.#plain()
    if (value === undefined) return
    if (!isName) {
      this.#mayBeValue()
      if (this.#expects === 'nothing') this.#isWhole = false
      else {
        const written = this.#text.slice(start, this.#at)
        const isChanged = typeof value === 'number' && String(value) !== written
        this.#put({ kind: 'scalar', start, end: this.#at, value, ...(isChanged && { written }) })
      }
      return
    }
    if (typeof value !== 'string' || isNameLate) this.#isWhole = false
    const open = this.#open.at(-1)
    if (open) open.name = { text: String(value), start }
    this.#expects = 'colon'
  }

  #string(): string {
    const start = this.#at
    let end = start + 1
    let isPlain = true
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end)
      if (code === 34) break
      if (code === 92) {
        isPlain = false
        end += 1
      } else if (code < 32) isPlain = false
    }
    const isClosed = end < this.#text.length
    this.#at = Math.min(end + 1, this.#text.length)
    const inside = this.#text.slice(start + 1, end)
    if (isPlain && isClosed) return inside
    const read = isClosed ? parsed(this.#text.slice(start, end + 1)) : undefined
    if (typeof read === 'string') return read
    this.#isWhole = false
    return unescaped(inside)
  }

  #plain(): string | number | boolean | null | undefined {
    const word = this.#match(NUMBER) || this.#match(WORD)
    const value = word === '' ? undefined : parsed(word)
    if (value === undefined) this.#skip()
    return value as number | boolean | null | undefined
  }

  /** A value counts even if the comma before it is missing. */
  #mayBeValue(): void {
    if (this.#expects === 'value' || this.#expects === 'valueOrEnd') return
    this.#isWhole = false
    const open = this.#open.at(-1)
    if (open?.kind === 'object' && open.name === null) open.name = { text: '', start: this.#at }
    if (this.#root === null || this.#open.length > 0) this.#expects = 'value'
  }

  #put(node: JsonNode): void {
    const open = this.#open.at(-1)
    if (!open) {
      this.#root ??= node
      this.#expects = 'nothing'
      return
    }
    const { start, end } = node
    if (open.kind === 'array') open.entries.push({ start, end, node })
    else open.entries.push({ start: open.name?.start ?? start, end, node, name: open.name?.text ?? '' })
    open.name = null
    this.#expects = 'commaOrEnd'
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return
      this.#at += 1
    }
  }

  #skip(): void {
    this.#isWhole = false
    this.#match(RUBBISH)
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([\da-fA-F]{4})|(.)|$)/gs, (_, code: string | undefined, sign: string | undefined = '') =>
    code === undefined ? (ESCAPES[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** A scalar as text, a number as written. */
export const scalarText = ({ value, written }: JsonScalar): string => written ?? String(value)

/** A scalar as text, a number as JavaScript writes it unless that would be another one. */
export const exactText = ({ value, written }: JsonScalar): string =>
  written === undefined ? String(value) : exactNumber(written)

/** The member with this key; the last of several, like `JSON.parse`. */
export function memberOf(node: JsonNode | null | undefined, name: string): JsonMember | undefined {
  if (node?.kind !== 'object') return undefined
  return node.entries.length > FEW
    ? membersByName(node).get(name)
    : node.entries.findLast((entry) => entry.name === name)
}

/** Up to this many members, a linear search is as fast as an index. */
const FEW = 16
const known = new WeakMap<JsonObject, ReadonlyMap<string, JsonMember>>()

function membersByName(node: JsonObject): ReadonlyMap<string, JsonMember> {
  const there = known.get(node)
  if (there) return there
  const members = new Map(node.entries.map((entry) => [entry.name, entry]))
  known.set(node, members)
  return members
}

/** The node at this path of keys and indexes; undefined when there is none. */
export function nodeAt(root: JsonNode | null, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root ?? undefined
  for (const step of path)
    node =
      typeof step === 'string'
        ? memberOf(node, step)?.node
        : node?.kind === 'array'
          ? node.entries[step]?.node
          : undefined
  return node
}
export type JsonPath = readonly (string | number)[]
