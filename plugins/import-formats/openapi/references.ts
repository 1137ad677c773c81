import { isRecord, recordIn, type JsonRecord } from '../json/json-value.ts'

const MOST_HOPS = 20

/** An object of the document, with the names of the references that led to it. */
export interface Resolved {
  readonly value: JsonRecord
  readonly via: readonly string[]
}

/** Follows references within a document. What leads out of it is told of and never fetched. */
export class References {
  readonly #document: unknown
  readonly #told = new Set<string>()
  readonly #resolved = new WeakMap<object, Resolved>()
  /** What references lead to that say nothing else: thousands of them name the same schema. */
  readonly #byReference = new Map<string, Resolved>()
  readonly #tell: (reference: string, isOutside: boolean) => void

  /** @param tell hears of each reference that leads nowhere once */
  constructor(document: unknown, tell: (reference: string, isOutside: boolean) => void) {
    this.#document = document
    this.#tell = tell
  }

  /** The same for the same object, so that others may keep what they made of it. */
  resolve(value: unknown): Resolved {
    const owner = recordIn(value)
    const reference = referenceIn(owner)
    const known = reference === null ? this.#resolved.get(owner) : this.#byReference.get(reference)
    if (known) return known
    const resolved = this.#follow(owner)
    if (reference === null) this.#resolved.set(owner, resolved)
    else this.#byReference.set(reference, resolved)
    return resolved
  }

  #follow(value: JsonRecord): Resolved {
    const via: string[] = []
    let here = value
    while (typeof here['$ref'] === 'string') {
      const reference = here['$ref']
      const target = via.includes(reference) || via.length >= MOST_HOPS ? null : this.#targetOf(reference)
      via.push(reference)
      const { $ref: _, ...beside } = here
      if (target === null) return { value: beside, via }
      // What stands beside a reference says more than what it leads to.
      here = Object.keys(beside).length === 0 ? target : { ...target, ...beside }
    }
    return { value: here, via }
  }

  #targetOf(reference: string): JsonRecord | null {
    const isOutside = !reference.startsWith('#')
    const target = isOutside ? null : this.#at(reference.slice(1))
    if (isRecord(target)) return target
    if (!this.#told.has(reference)) this.#tell(reference, isOutside)
    this.#told.add(reference)
    return null
  }

  /** @param pointer a JSON pointer, as `/components/schemas/Pet` */
  #at(pointer: string): unknown {
    let here: unknown = this.#document
    for (const step of pointer.split('/').slice(1)) {
      const name = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return null
      here = (here as JsonRecord)[name]
    }
    return here
  }
}

/** The reference of an object that is nothing but one; null for all others. */
export function referenceIn(value: JsonRecord): string | null {
  const reference = value['$ref']
  return typeof reference === 'string' && Object.keys(value).length === 1 ? reference : null
}

/** The last part of a reference, as people call what it leads to. */
export const nameOf = (reference: string): string => decoded(reference.split(/[/#]/).at(-1) ?? reference)

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
