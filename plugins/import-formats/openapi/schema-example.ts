import { isRecord, listIn } from '../json/json-value.ts'
import type { SchemaReader } from './schema-reader.ts'

const DEEPEST = 6
export const MOST_EXAMPLE_VALUES = 150

/** A value valid for a schema, using its own examples if any; undefined when nothing is known. */
export const schemaExample = (schemas: SchemaReader, schema: unknown): unknown =>
  isRecord(schema) && Object.keys(schema).length > 0
    ? schemas.once(schema, 'example', () => newExample(schemas, schema))
    : undefined

function newExample(schemas: SchemaReader, schema: unknown): unknown {
  let left = MOST_EXAMPLE_VALUES
  const exampleOf = (value: unknown, depth: number, via: readonly string[]): unknown => {
    const flat = schemas.flat(value)
    if (left < 0 || flat.via.some((reference) => via.includes(reference))) return undefined
    left -= 1
    const given = givenIn(flat.schema)
    if (given !== undefined) return given
    const known = [...via, ...flat.via]
    if (flat.type === 'array') {
      const entry = depth < DEEPEST ? exampleOf(flat.schema['items'], depth + 1, known) : undefined
      return entry === undefined ? [] : [entry]
    }
    if (flat.type !== 'object') return sampleOf(flat.type, flat.schema['format'])
    return Object.fromEntries(
      flat.properties.flatMap(([name, property]) => {
        const isLeftOut = name === '*' || depth >= DEEPEST || left < 0
        const example = isLeftOut ? undefined : exampleOf(property, depth + 1, known)
        return example === undefined ? [] : [[name, example]]
      }),
    )
  }
  return exampleOf(schema, 0, [])
}

const givenIn = (schema: Readonly<Record<string, unknown>>): unknown =>
  schema['example'] ??
  listIn(schema['examples'])[0] ??
  schema['default'] ??
  schema['const'] ??
  listIn(schema['enum'])[0]

function sampleOf(type: string, format: unknown): unknown {
  const known = [`${type} ${String(format)}`, type].find((name) => Object.hasOwn(SAMPLES, name))
  return known === undefined ? '' : SAMPLES[known]
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  boolean: true,
  integer: 0,
  number: 0,
  string: 'string',
  null: null,
  'string date': '2026-01-31',
  'string date-time': '2026-01-31T08:00:00Z',
  'string email': 'name@example.com',
  'string uuid': '00000000-0000-4000-8000-000000000000',
  'string uri': 'https://example.com',
}
