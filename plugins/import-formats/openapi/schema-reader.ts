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
const MOST_PROPERTIES = 1_000

/** The schemas of a document. Each is combined once, however many operations use it. */
export class SchemaReader {
  readonly references: References
  readonly #flats = new WeakMap<object, Flat>()
  readonly #flatsByReference = new Map<string, Flat>()
  readonly #made = new WeakMap<Flat, Map<string, unknown>>()
  readonly #properties = new WeakMap<object, Flat['properties']>()

  constructor(references: References) {
    this.references = references
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
    const { parts, via } = this.#partsOf(value)
    const properties = new Map<string, unknown>()
    const required = new Set<string>()
    let schema: JsonRecord = {}
    for (const part of parts) {
      for (const [name, property] of this.#propertiesOf(part)) if (!properties.has(name)) properties.set(name, property)
      for (const name of listIn(part['required']).slice(0, MOST_PROPERTIES)) required.add(textIn(name))
      // A copy of each would be a second document.
      schema = parts.length === 1 ? part : { ...part, ...schema }
    }
    const more = schema['additionalProperties']
    if (isRecord(more) && Object.keys(more).length > 0) properties.set('*', more)
    return { schema, type: typeOf(schema, properties.size), properties: [...properties], required, via }
  }

  #propertiesOf(part: JsonRecord): Flat['properties'] {
    const all = part['properties']
    if (!isRecord(all)) return []
    const properties = this.#properties.get(all) ?? Object.entries(all).slice(0, MOST_PROPERTIES)
    this.#properties.set(all, properties)
    return properties
  }

  /** The schema combined with its allOf; of alternatives, the first. */
  #partsOf(value: unknown): { readonly parts: readonly JsonRecord[]; readonly via: readonly string[] } {
    const parts: JsonRecord[] = []
    const via = new Set<string>()
    const add = (schema: unknown): void => {
      const resolved = this.references.resolve(schema)
      if (parts.length >= MOST_PARTS || resolved.via.some((reference) => via.has(reference))) return
      for (const reference of resolved.via) via.add(reference)
      const part = resolved.value
      parts.push(part)
      const choice = [...listIn(part['oneOf']), ...listIn(part['anyOf'])].find((each) => !isNull(each))
      for (const each of [...listIn(part['allOf']), ...(choice === undefined ? [] : [choice])]) add(each)
    }
    add(value)
    return { parts, via: [...via] }
  }
}

const isNull = (schema: unknown): boolean => recordIn(schema)['type'] === 'null'

function typeOf(schema: JsonRecord, properties: number): string {
  const types = listIn(schema['type']).map(textIn)
  const type = textIn(schema['type']) || (types.find((each) => each !== 'null') ?? '')
  if (type !== '') return type === 'string' && schema['format'] === 'binary' ? 'file' : type
  if (schema['items'] !== undefined) return 'array'
  if (properties > 0) return 'object'
  const [sample] = listIn(schema['enum'])
  return typeof (schema['const'] ?? sample) === 'number' ? 'number' : 'string'
}
