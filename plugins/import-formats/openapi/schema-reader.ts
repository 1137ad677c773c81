import { WrittenNumber } from '#plugins/format-tools/api.ts'
import { isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import { referenceIn, type References } from './references.ts'

/** A schema with its parts combined. */
export interface Flat {
  readonly schema: JsonRecord
  readonly type: string
  readonly properties: readonly (readonly [name: string, schema: unknown])[]
  readonly required: ReadonlySet<string>
  /** References that led to it or its parts: meeting one of them again inside means recursion. */
  readonly via: readonly string[]
}

const MOST_PARTS = 50
/** More alternatives before the first that is no null are not looked at. */
const MOST_ALTERNATIVES = 100

/** The schemas of a document. Each is combined once, however many operations use it. */
export class SchemaReader {
  readonly references: References
  readonly #mostProperties: number
  readonly #flatsByReference = new Map<string, Flat>()
  readonly #made = new WeakMap<Flat, Map<string, unknown>>()
  readonly #properties = new WeakMap<object, Flat['properties']>()
  #flats = new WeakMap<object, Flat>()

  /** @param mostProperties of a schema that anybody asks for */
  constructor(references: References, mostProperties: number) {
    this.references = references
    this.#mostProperties = mostProperties
  }

  /** Forgets schemas that stand within an operation: those of all operations together would fill the memory. */
  forgetInline(): void {
    this.#flats = new WeakMap()
    this.references.forgetInline()
  }

  flat(schema: unknown): Flat {
    if (!isRecord(schema)) return this.#putTogether(schema)
    const reference = referenceIn(schema)
    const known = reference === null ? this.#flats.get(schema) : this.#flatsByReference.get(reference)
    if (known) return known
    const flat = this.#putTogether(schema)
    if (reference === null) this.#flats.set(schema, flat)
    else this.#flatsByReference.set(reference, flat)
    return flat
  }

  /** Caches a value derived from a schema alone. @param name of the derived value */
  once<T>(schema: unknown, name: string, make: (flat: Flat) => T): T {
    const flat = this.flat(schema)
    const made = this.#made.get(flat) ?? new Map<string, unknown>()
    this.#made.set(flat, made)
    if (!made.has(name)) made.set(name, make(flat))
    return made.get(name) as T
  }

  #putTogether(value: unknown): Flat {
    const { effort } = this.references
    const { parts, via } = this.#partsOf(value)
    const properties = new Map<string, unknown>()
    const required = new Set<string>()
    let schema: JsonRecord = {}
    for (const { part, isReferred } of parts) {
      const added = properties.size < this.#mostProperties ? this.#propertiesOf(part, isReferred) : []
      for (const [name, property] of added) if (!properties.has(name)) properties.set(name, property)
      const names = listIn(part['required']).slice(0, this.#mostProperties)
      for (const name of names) required.add(textIn(name))
      effort.spend(1 + added.length + names.length)
      // A copy of each would be a second document.
      if (parts.length > 1) effort.spend(this.references.entriesOf(part).length)
      schema = parts.length === 1 ? part : { ...part, ...schema }
    }
    const more = schema['additionalProperties']
    if (isRecord(more) && Object.keys(more).length > 0) properties.set('*', more)
    return { schema, type: typeOf(schema, properties.size), properties: [...properties], required, via }
  }

  #propertiesOf(part: JsonRecord, isReferred: boolean): Flat['properties'] {
    const all = part['properties']
    if (!isRecord(all)) return []
    const known = this.#properties.get(all)
    if (known) return known
    const entries = Object.entries(all)
    this.references.effort.spend(entries.length)
    const properties = entries.slice(0, this.#mostProperties)
    if (isReferred) this.#properties.set(all, properties)
    return properties
  }

  /** The schema combined with its allOf; of alternatives, the first. */
  #partsOf(value: unknown): { readonly parts: readonly Part[]; readonly via: readonly string[] } {
    const parts: Part[] = []
    const via = new Set<string>()
    const add = (schema: unknown): void => {
      const resolved = this.references.resolve(schema)
      if (parts.length >= MOST_PARTS || resolved.via.some((reference) => via.has(reference))) return
      for (const reference of resolved.via) via.add(reference)
      const part = resolved.value
      parts.push({ part, isReferred: resolved.via.length > 0 })
      const alternatives = [part['oneOf'], part['anyOf']].flatMap((list) => listIn(list).slice(0, MOST_ALTERNATIVES))
      const choice = alternatives.find((each) => !isNull(each))
      const joined = listIn(part['allOf']).slice(0, MOST_PARTS)
      this.references.effort.spend(alternatives.length + joined.length)
      for (const each of [...joined, ...(choice === undefined ? [] : [choice])]) add(each)
    }
    add(value)
    return { parts, via: [...via] }
  }
}

interface Part {
  readonly part: JsonRecord
  readonly isReferred: boolean
}

const isNull = (schema: unknown): boolean => recordIn(schema)['type'] === 'null'

function typeOf(schema: JsonRecord, properties: number): string {
  const types = listIn(schema['type']).map(textIn)
  const type = textIn(schema['type']) || (types.find((each) => each !== 'null') ?? '')
  if (type !== '') return type === 'string' && schema['format'] === 'binary' ? 'file' : type
  if (schema['items'] !== undefined) return 'array'
  if (properties > 0) return 'object'
  const [sample] = listIn(schema['enum'])
  const value = schema['const'] ?? sample
  return typeof value === 'number' || value instanceof WrittenNumber ? 'number' : 'string'
}
