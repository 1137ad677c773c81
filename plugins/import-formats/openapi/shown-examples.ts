import { jsonAsWritten, WrittenNumber } from '#plugins/format-tools/api.ts'
import { shownValue } from '../json/json-value.ts'

/** Examples are written into each page that shows them: one of megabytes, in thousands of pages, takes gigabytes. */
export class ShownExamples {
  readonly #most: number
  readonly #fits = new WeakMap<object, boolean>()
  #lost = 0

  /** @param most characters of the content of a page */
  constructor(most: number) {
    this.#most = most
  }

  /** How many were left out because no page could hold them. */
  get lost(): number {
    return this.#lost
  }

  /** As people read it; '' for one that is too long. */
  shown(example: unknown): string {
    if (this.#isShown(example))
      return typeof example === 'object' && example !== null ? jsonAsWritten(example, '  ') : shownValue(example)
    this.#lost += 1
    return ''
  }

  #isShown(example: unknown): boolean {
    if (typeof example === 'string') return example.length <= this.#most
    if (example instanceof WrittenNumber) return example.text.length <= this.#most
    if (typeof example !== 'object' || example === null) return true
    const isShown = this.#fits.get(example) ?? leftAfter(example, 0, this.#most) >= 0
    this.#fits.set(example, isShown)
    return isShown
  }
}

/** Counted without writing it, and no further than there is room; each level is written with two more blanks per line. */
function leftAfter(value: unknown, level: number, room: number): number {
  let left = room - 2 * level - 1
  if (typeof value === 'string') return left - value.length
  if (value instanceof WrittenNumber) return left - value.text.length
  if (typeof value !== 'object' || value === null) return left
  const isList = Array.isArray(value)
  for (const name in value) {
    left = leftAfter((value as Readonly<Record<string, unknown>>)[name], level + 1, left - (isList ? 0 : name.length))
    if (left < 0) break
  }
  return left
}
