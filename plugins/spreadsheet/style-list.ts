import { valueOf, readJson, type JsonNode } from '#plugins/format-tools/api.ts'
import { storedStyle, styleIn } from './cell-style.ts'
import { isSameStyle, PLAIN, type CellStyle } from './workbook.ts'

type Stored = Readonly<Record<string, unknown>>

/** The styles of a sheet, to which cells lead by number. New ones come behind the others, which stay as they are. */
export class StyleList {
  readonly #there: number
  readonly #stored: Stored[]
  /** Numbers by what they look like. */
  readonly #numbers = new Map<string, number>()

  constructor(content: string, node: JsonNode | undefined) {
    const entries = node?.kind === 'array' ? node.entries : []
    this.#stored = entries.map(({ node: style }) => objectIn(content, style))
    this.#there = entries.length
    for (const [at, stored] of this.#stored.entries())
      if (!this.#numbers.has(keyOf(stored))) this.#numbers.set(keyOf(stored), at)
  }

  /**
   * The number of a style, undefined for a plain one. What the style `before` has beside, such as borders, comes along.
   */
  indexOf(style: CellStyle, before: number | null): number | undefined {
    const wanted = withStyle(before === null ? {} : (this.#stored[before] ?? {}), style)
    if (isSameStyle(style, PLAIN) && Object.keys(wanted).length === 0) return undefined
    const key = keyOf(wanted)
    const there = this.#numbers.get(key)
    if (there !== undefined) return there
    this.#numbers.set(key, this.#stored.length)
    this.#stored.push(wanted)
    return this.#stored.length - 1
  }

  /** The letters of the new ones. */
  added(): readonly string[] {
    return this.#stored.slice(this.#there).map((stored) => JSON.stringify(stored))
  }
}

function objectIn(content: string, node: JsonNode): Stored {
  const value = valueOf(content, node)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {}
}

function withStyle(before: Stored, style: CellStyle): Stored {
  if (isSameStyle(styleIn(readJson(JSON.stringify(before)).root ?? undefined), style)) return before
  const { font, ...rest } = storedStyle(style)
  const fontBefore = typeof before['font'] === 'object' && before['font'] !== null ? before['font'] : {}
  const joinedFont = defined({ ...fontBefore, ...(font as object) })
  return defined({ ...before, ...rest, font: Object.keys(joinedFont).length === 0 ? undefined : joinedFont })
}

const defined = (object: Stored): Stored =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

const keyOf = (stored: Stored): string =>
  JSON.stringify(Object.entries(stored).toSorted(([one], [other]) => (one < other ? -1 : 1)))
