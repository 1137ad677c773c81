import { isRecord, recordIn, type JsonRecord } from '../json/json-value.ts'
import type { Effort } from './effort.ts'

const MOST_HOPS = 20
/** Of an object that is joined with what stands beside a reference to it. */
const MOST_MEMBERS = 500
/** Of the answers, headers or examples of an operation. */
const MOST_ENTRIES = 1_000

/** An object of the document, with the references that led to it. */
export interface Resolved {
  readonly value: JsonRecord
  readonly via: readonly string[]
}

/** Resolves references within a document. External ones are reported and never fetched. */
export class References {
  readonly effort: Effort
  readonly #document: unknown
  readonly #told = new Set<string>()
  readonly #entries = new WeakMap<object, readonly (readonly [string, unknown])[]>()
  #resolved = new WeakMap<object, Resolved>()
  /** Cache of resolved plain references: thousands of them may refer to the same schema. */
  readonly #byReference = new Map<string, Resolved>()
  readonly #tell: (reference: string, isOutside: boolean) => void

  /** @param tell is called once for each unresolvable reference */
  constructor(document: unknown, effort: Effort, tell: (reference: string, isOutside: boolean) => void) {
    this.#document = document
    this.effort = effort
    this.#tell = tell
  }

  /** Forgets what stands nowhere else in the document; what others may refer to is kept. */
  forgetInline(): void {
    this.#resolved = new WeakMap()
  }

  /** The members of an object, which thousands of operations may share. */
  entriesOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
    const owner = recordIn(value)
    const known = this.#entries.get(owner)
    if (known) return known
    const all = Object.entries(owner)
    this.effort.spend(all.length)
    const entries = all.slice(0, MOST_ENTRIES)
    // Most have a few, and one owner.
    if (all.length > MOST_ENTRIES / 10) this.#entries.set(owner, entries)
    return entries
  }

  /** Returns the same object for the same reference, so that callers can cache results. */
  resolve(value: unknown): Resolved {
    this.effort.spend(1)
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
      // Fields beside a reference take precedence over those of its target.
      // A copy of a hostile target for each of its references would fill the memory.
      const isAlone = Object.keys(beside).length === 0
      const members = isAlone ? 0 : this.entriesOf(target).length
      this.effort.spend(members)
      here = isAlone || members > MOST_MEMBERS ? target : { ...target, ...beside }
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

  /** @param pointer a JSON pointer, e.g. `/components/schemas/Pet` */
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

/** The reference of an object that has no other fields; null otherwise. */
export function referenceIn(value: JsonRecord): string | null {
  const reference = value['$ref']
  return typeof reference === 'string' && Object.keys(value).length === 1 ? reference : null
}

/** The last part of a reference, used as the name of its target. */
export const nameOf = (reference: string): string => decoded(reference.split(/[/#]/).at(-1) ?? reference)

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
