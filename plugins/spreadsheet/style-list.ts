import {
  isJsonObject,
  jsonAsWritten,
  jsonOf,
  parsedWithOddNumbers,
  readJson,
  type JsonNode,
} from '#plugins/format-tools/api.ts'
import { storedStyle, styleIn } from './cell-style.ts'
import { numbered } from './numbered.ts'
import { isSameStyle, type CellStyle } from './workbook.ts'

type Stored = Readonly<Record<string, unknown>>

/** The styles of a sheet, which cells refer to by number. New ones are appended; existing ones are not changed. */
export class StyleList {
  readonly #stored = new Map<number, Stored>()
  /** Numbers by style. */
  readonly #numbers = new Map<string, number>()
  readonly #added = new Map<number, string>()
  #next = 0

  constructor(content: string, node: JsonNode | undefined) {
    for (const [at, style] of numbered(node)) this.#put(at, objectIn(content, style))
  }

  /**
   * The number of a style, undefined for a plain one. Other properties of the style `before`, such as borders, are
   * kept.
   */
  indexOf(style: CellStyle, before: number | null): number | undefined {
    return this.indexOfStored(withStyle(before === null ? {} : (this.#stored.get(before) ?? {}), style))
  }

  /** The number of a style with all its stored properties; undefined for an empty one. */
  indexOfStored(wanted: Stored): number | undefined {
    if (Object.keys(wanted).length === 0) return undefined
    const there = this.#numbers.get(keyOf(wanted))
    if (there !== undefined) return there
    const at = this.#next
    this.#put(at, wanted)
    this.#added.set(at, jsonAsWritten(wanted))
    return at
  }

  /** The JSON of the new ones by number. */
  added(): ReadonlyMap<number, string> {
    return this.#added
  }

  #put(at: number, stored: Stored): void {
    this.#stored.set(at, stored)
    this.#next = Math.max(this.#next, at + 1)
    if (!this.#numbers.has(keyOf(stored))) this.#numbers.set(keyOf(stored), at)
  }
}

function objectIn(content: string, node: JsonNode): Stored {
  const value = parsedWithOddNumbers(jsonOf(content, node))
  return isJsonObject(value) ? value : {}
}

/** Only changed properties are written: unknown ones are kept. */
function withStyle(before: Stored, style: CellStyle): Stored {
  const was = styleIn(readJson(jsonAsWritten(before)).root ?? undefined)
  if (isSameStyle(was, style)) return before
  const { font: fontWas, border: _, ...restWas } = storedStyle(was)
  const { font, border, ...rest } = storedStyle(style)
  const fontBefore = typeof before['font'] === 'object' && before['font'] !== null ? (before['font'] as Stored) : {}
  const joinedFont = withChanged(fontBefore, fontWas as Stored, font as Stored)
  return defined({
    ...withChanged(before, restWas, rest),
    font: Object.keys(joinedFont).length === 0 ? undefined : joinedFont,
    // One that did not change stays as it is written.
    border: style.borders === was.borders ? before['border'] : border,
  })
}

function withChanged(before: Stored, was: Stored, now: Stored): Stored {
  const changed = Object.entries(now).filter(([name, value]) => value !== was[name])
  return defined({ ...before, ...Object.fromEntries(changed) })
}

const defined = (object: Stored): Stored =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

const keyOf = (stored: Stored): string =>
  jsonAsWritten(Object.entries(stored).toSorted(([one], [other]) => (one < other ? -1 : 1)))
