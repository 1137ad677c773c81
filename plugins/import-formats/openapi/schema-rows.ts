import type { ParameterRow } from '../json/api-content.ts'
import { firstText, listIn, recordIn, shownValue, textIn, type JsonRecord } from '../json/json-value.ts'
import { nameOf } from './references.ts'
import type { Flat, SchemaReader } from './schema-reader.ts'

const DEEPEST = 8
const LONGEST_REMARK = 2_000
/** Of a list, of which a remark shows as many as fit: there are 249 countries. */
const MOST_VALUES = 1_000

/**
 * The fields of a schema as rows, `user.name` for fields of `user`; limited in depth so that there are at most `most`.
 */
export const schemaRows = (schemas: SchemaReader, schema: unknown, most: number): readonly ParameterRow[] =>
  schemas.once(schema, `${most} rows`, () => newRows(schemas, schema, most))

function newRows(schemas: SchemaReader, schema: unknown, most: number): readonly ParameterRow[] {
  let depth = DEEPEST
  while (depth > 1 && countTo(schemas, schema, { depth, most }) > most) depth -= 1
  const rows: ParameterRow[] = []
  walk(schemas, schema, depth, (path, flat, isRequired) => rows.push(rowOf(path, flat, isRequired)) < most)
  return rows
}

function countTo(
  schemas: SchemaReader,
  schema: unknown,
  { depth, most }: { readonly depth: number; readonly most: number },
): number {
  let count = 0
  walk(schemas, schema, depth, () => (count += 1) <= most)
  return count
}

/** Traverses the fields of a schema. @param visit returns false to stop */
function walk(
  schemas: SchemaReader,
  schema: unknown,
  depth: number,
  visit: (path: string, flat: Flat, isRequired: boolean) => boolean,
): void {
  let isEnough = false
  const go = (flat: Flat, prefix: string, left: number, via: readonly string[]): void => {
    if (left === 0 || isEnough || flat.via.some((reference) => via.includes(reference))) return
    const known = flat.via.length === 0 ? via : [...via, ...flat.via]
    for (const [name, property] of flat.properties) {
      const path = prefix === '' ? name : `${prefix}.${name}`
      const inner = schemas.flat(property)
      isEnough ||= !visit(path, inner, flat.required.has(name))
      if (isEnough) return
      go(inner, path, left - 1, known)
    }
    // Nested lists do not add to the name, but still count as a step.
    if (flat.type === 'array') go(schemas.flat(flat.schema['items']), prefix, prefix === '' ? left : left - 1, known)
  }
  go(schemas.flat(schema), '', depth, [])
}

function rowOf(name: string, { schema, type }: Flat, isRequired: boolean): ParameterRow {
  return { name, require: isRequired ? '1' : '0', type, value: valueOf(schema), remark: remarkOf(schema) }
}

/** A parameter, a header or a form field. */
export function parameterRow(
  schemas: SchemaReader,
  name: string,
  {
    schema,
    description,
    isRequired,
    example,
  }: {
    readonly schema: unknown
    readonly description: unknown
    readonly isRequired: boolean
    readonly example: unknown
  },
): ParameterRow {
  const flat = schemas.flat(schema)
  const said = textIn(description).trim()
  const told = said === '' ? flat : { ...flat, schema: { ...flat.schema, description: said } }
  const row = rowOf(name, told, isRequired)
  return example === undefined ? row : { ...row, value: shownValue(example) }
}

const valueOf = (schema: JsonRecord): string =>
  shownValue(schema['example'] ?? listIn(schema['examples'])[0] ?? schema['default'] ?? schema['const'])

const LIMITS = [
  'format',
  'default',
  'const',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'nullable',
  'readOnly',
  'writeOnly',
  'deprecated',
] as const

/** A field's description and constraints; the latter in JSON Schema terms, which are the same in all languages. */
function remarkOf(schema: JsonRecord): string {
  const limits = LIMITS.flatMap((name) => {
    const value = schema[name]
    // The type shows that it is a file.
    const isSaid = name === 'format' && value === 'binary'
    return value === undefined || value === false || isSaid ? [] : `${name}: ${shortValue(value)}`
  })
  const values = joinedOnce(listIn(schema['enum']), shownValue, { sign: ', ', fewest: 1 })
  const choices = ['oneOf', 'anyOf'].flatMap((name) => {
    const names = waysNamed(listIn(schema[name]))
    return names === '' ? [] : `${name}: ${names}`
  })
  const held = [...(values === '' ? [] : [`enum: ${values}`]), ...choices, ...limits]
  const facts = held.join('; ')
  // A long description must not hide which values there are.
  const room = Math.max(LONGEST_REMARK / 2, LONGEST_REMARK - facts.length - 1)
  const said = withinRemark(firstText(schema['description'], schema['title']), room)
  return withinRemark([said, facts].filter((text) => text !== '').join('\n'))
}

/** What is cut shows that there was more. */
const withinRemark = (text: string, longest = LONGEST_REMARK): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** No more than fits into a remark: joined with others, long ones would be copied for each row. */
function shortValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return withinRemark(shownValue(value))
  const short = shortValues.get(value) ?? withinRemark(shownValue(value))
  shortValues.set(value, short)
  return short
}
const shortValues = new WeakMap<object, string>()

/** '' for fewer than two. */
const waysNamed = (ways: readonly unknown[]): string =>
  joinedOnce(ways, (each) => firstText(recordIn(each)['title'], referredName(each)) || null, {
    sign: ' | ',
    fewest: 2,
  })

/** The texts of a list, no longer than a remark; made once, because every field of a document may have the same list. */
function joinedOnce(
  list: readonly unknown[],
  textOf: (value: unknown) => string | null,
  { sign, fewest }: { readonly sign: string; readonly fewest: number },
): string {
  const known = joinedByList.get(list)
  if (known !== undefined) return known
  const texts = list.slice(0, MOST_VALUES).flatMap((each) => textOf(each)?.slice(0, LONGEST_REMARK) ?? [])
  if (list.length > MOST_VALUES) texts.push('…')
  const joined = texts.length < fewest ? '' : withinRemark(texts.join(sign))
  joinedByList.set(list, joined)
  return joined
}
const joinedByList = new WeakMap<readonly unknown[], string>()

function referredName(schema: unknown): string {
  const reference = recordIn(schema)['$ref']
  return typeof reference === 'string' ? nameOf(reference) : ''
}
