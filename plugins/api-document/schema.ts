import {
  beautifulJson,
  isJsonObject,
  jsonAsWritten,
  parsedAsWritten,
  parsedWithOddNumbers,
  WrittenNumber,
} from '#plugins/format-tools/api.ts'
import { partsOf, type Parameter } from './parameters.ts'

/** A row of a table as stored. */
export interface WrittenRow {
  readonly name: string
  readonly require?: '0' | '1'
  readonly type?: string
  readonly value?: string
  readonly remark?: string
}

/** The most rows made from a schema or an example, whatever it refers to. */
const MOST_ROWS = 2_000
const MOST_LEVELS = 30
/** Of the schemas met on the way: parts without fields make no rows, and could refer to one another without an end. */
const MOST_STEPS = 20_000

const own = (object: unknown, name: string): unknown =>
  isJsonObject(object) && Object.hasOwn(object, name) ? object[name] : undefined
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : jsonAsWritten(value)

/** Whether a value looks like a JSON Schema rather than an example. */
export const isSchema = (value: unknown): boolean =>
  isJsonObject(own(value, 'properties')) ||
  typeof own(value, '$schema') === 'string' ||
  typeof own(value, '$ref') === 'string' ||
  (own(value, 'type') === 'array' && isJsonObject(own(value, 'items'))) ||
  (Array.isArray(own(value, 'allOf')) && (own(value, 'allOf') as unknown[]).every(isJsonObject))

/** The fields of an example, each with its value; for a list, those of its first item that is not a list. */
export function rowsOfExample(example: unknown): readonly WrittenRow[] {
  const rows: WrittenRow[] = []
  addExample(example, '', rows, 0)
  return rows
}

function addExample(value: unknown, name: string, rows: WrittenRow[], level: number): void {
  if (rows.length >= MOST_ROWS || level > MOST_LEVELS) return
  if (Array.isArray(value)) return addExample(value[0], `${name}[]`, rows, level + 1)
  if (!isJsonObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (rows.length >= MOST_ROWS) return
    const full = name === '' ? key : `${name}.${key}`
    const isPlain = !Array.isArray(inner) && !isJsonObject(inner)
    rows.push({ name: full, require: '1', type: typeOf(inner), value: isPlain ? textOf(inner) : '', remark: '' })
    addExample(inner, full, rows, level + 1)
  }
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  const number = value instanceof WrittenNumber ? Number(value.text) : value
  if (typeof number === 'number') return Number.isInteger(number) ? 'integer' : 'number'
  return value === null ? 'null' : typeof value
}

/** The fields of a JSON Schema. Internal references are followed, recursive ones once. */
export function rowsOfSchema(schema: unknown): readonly WrittenRow[] {
  const rows: WrittenRow[] = []
  addSchema({ root: schema, rows, stepsLeft: MOST_STEPS }, schema, '', new Set())
  return rows
}

interface SchemaWork {
  readonly root: unknown
  readonly rows: WrittenRow[]
  stepsLeft: number
}

function addSchema(work: SchemaWork, given: unknown, name: string, within: ReadonlySet<unknown>): void {
  work.stepsLeft -= 1
  if (work.stepsLeft < 0) return
  const schema = followed(work.root, given)
  if (work.rows.length >= MOST_ROWS || within.size > MOST_LEVELS || !isJsonObject(schema) || within.has(schema)) return
  const inside = new Set([...within, schema])
  const items = own(schema, 'items')
  if (items !== undefined) addSchema(work, items, `${name}[]`, inside)
  for (const kind of ['allOf', 'oneOf', 'anyOf'] as const) {
    const parts = own(schema, kind)
    // The first of several alternatives represents all: a table has no space for more.
    for (const part of Array.isArray(parts) ? parts.slice(0, kind === 'allOf' ? 50 : 1) : [])
      addSchema(work, part, name, inside)
  }
  const required = own(schema, 'required')
  const needed = new Set(Array.isArray(required) ? required : [])
  const properties = own(schema, 'properties')
  for (const [key, property] of Object.entries(isJsonObject(properties) ? properties : {})) {
    if (work.rows.length >= MOST_ROWS) return
    const full = name === '' ? key : `${name}.${key}`
    const found = followed(work.root, property)
    work.rows.push({
      name: full,
      require: needed.has(key) ? '1' : '0',
      type: schemaTypeOf(found),
      value: textOf(own(found, 'example') ?? own(found, 'default') ?? firstOf(own(found, 'examples'))),
      remark: [textOf(own(found, 'description') ?? own(found, 'title')), choicesOf(found)].filter(Boolean).join(' '),
    })
    addSchema(work, found, full, inside)
  }
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

function choicesOf(schema: unknown): string {
  const choices = own(schema, 'enum')
  return Array.isArray(choices) ? `(${choices.slice(0, 50).map(textOf).join(', ')})` : ''
}

function schemaTypeOf(schema: unknown): string {
  const type = own(schema, 'type')
  const named = Array.isArray(type) ? type.filter((one) => one !== 'null')[0] : type
  if (typeof named === 'string') return named
  return isJsonObject(own(schema, 'properties')) || Array.isArray(own(schema, 'allOf')) ? 'object' : ''
}

/** The target of a reference within the schema. */
function followed(root: unknown, schema: unknown): unknown {
  let found = schema
  for (let steps = 0; steps < MOST_LEVELS; steps += 1) {
    const reference = own(found, '$ref')
    if (typeof reference !== 'string' || !reference.startsWith('#')) return found
    const names = reference.slice(1).split('/').filter(Boolean).slice(0, MOST_LEVELS)
    found = names.reduce<unknown>((place, name) => own(place, unescapedName(name)), root)
  }
  return undefined
}

function unescapedName(name: string): string {
  const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** The structure that rows describe, as a tree. */
interface Field {
  readonly row: Parameter | null
  readonly fields: Map<string, Field>
  /** It is a list of its children, even if its row does not say so. */
  isList: boolean
}

function treeOf(rows: readonly Parameter[]): Field {
  const root: Field = { row: null, fields: new Map(), isList: rows[0]?.name.startsWith('[]') ?? false }
  for (const row of rows) {
    const parts = partsOf(row.name)
    const lists = listsIn(row.name)
    let field = root
    for (const [at, part] of parts.entries()) {
      const known = field.fields.get(part)
      const isLast = at === parts.length - 1
      const next: Field = known ?? { row: isLast ? row : null, fields: new Map(), isList: false }
      if (!known) field.fields.set(part, next)
      next.isList ||= lists.has(at) || (isLast && /^(?:array|list)\b|\[\]$/i.test(row.type))
      field = next
    }
  }
  return root
}

/** The positions on the path to a value after which a name is marked as a list. */
function listsIn(name: string): ReadonlySet<number> {
  const lists = new Set<number>()
  let at = -1
  for (const piece of name.replaceAll(/\[(?:\d+|\*)?\]/g, `${LIST}.`).split('.')) {
    const part = piece.replaceAll(LIST, '')
    if (part !== '' && part !== '*') at += 1
    if (piece.includes(LIST)) lists.add(at)
  }
  return lists
}
const LIST = '\0'

/** An example of what rows describe; '' when there are none. */
export function exampleOf(rows: readonly Parameter[]): string {
  return rows.length === 0 ? '' : beautifulJson(jsonAsWritten(exampleValue(treeOf(rows))))
}

function exampleValue({ row, fields, isList }: Field): unknown {
  if (fields.size === 0) {
    const value = plainValue(row?.type ?? '', row?.value ?? '', parsedAsWritten)
    return isList && !Array.isArray(value) ? (row?.value ? [value] : []) : value
  }
  const value = Object.fromEntries([...fields].map(([name, field]) => [name, exampleValue(field)]))
  return isList ? [value] : value
}

const KIND_OF_TYPE: readonly (readonly [RegExp, 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null'])[] = [
  [/^(?:u?int|integer|long|short|bigint|整)/i, 'integer'],
  [/^(?:number|float|double|decimal|数)/i, 'number'],
  [/^(?:bool|布尔)/i, 'boolean'],
  [/^(?:array|list|数组)|\[\]$/i, 'array'],
  [/^(?:object|map|dict|json|对象)/i, 'object'],
  [/^null$/i, 'null'],
]
/** The JSON Schema type people mean by this word; text when it is unknown. */
export const kindOf = (type: string): string =>
  KIND_OF_TYPE.find(([pattern]) => pattern.test(type.trim()))?.[1] ?? 'string'

const EMPTY: Readonly<Record<string, unknown>> = {
  integer: 0,
  number: 0,
  boolean: true,
  array: [],
  object: {},
  null: null,
}

function plainValue(type: string, value: string, parsed: (json: string) => unknown): unknown {
  const kind = kindOf(type)
  if (kind === 'string') return value
  try {
    const read = parsed(value)
    const is = typeOf(read)
    return is === kind || (kind === 'number' && is === 'integer') ? read : value
  } catch {
    return value === '' ? EMPTY[kind] : value
  }
}

/** A value converted to this type if nothing is lost, else a text. */
export function writtenValue(type: string, value: string): unknown {
  const plain = plainValue(type, value, parsedWithOddNumbers)
  const isSame = typeof plain === 'string' ? plain === value : jsonAsWritten(plain) === value
  return isSame ? plain : value
}

/** The JSON Schema of rows, as text. */
export function schemaOf(rows: readonly Parameter[]): string {
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...jsonSchemaOf(rows) }
  return jsonAsWritten(schema, '  ')
}

/** The same as a value. @param isList whether it is a list of what they describe, even if no row says so */
export function jsonSchemaOf(rows: readonly Parameter[], isList = false): object {
  const tree = treeOf(rows)
  return fieldSchema({ ...tree, isList: tree.isList || isList })
}

function fieldSchema(field: Field): object {
  const { row, fields, isList } = field
  const said = {
    ...(row?.remark ? { description: row.remark } : {}),
    ...(row?.value ? { examples: [writtenValue(row.type, row.value)] } : {}),
  }
  if (isList) return { type: 'array', ...said, items: fields.size === 0 ? {} : objectSchema(fields) }
  if (fields.size > 0) return { ...objectSchema(fields), ...said }
  return { type: row === null ? 'object' : kindOf(row.type), ...said }
}

function objectSchema(fields: ReadonlyMap<string, Field>): object {
  const required = [...fields].flatMap(([name, { row }]) => (row?.isRequired ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries([...fields].map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length > 0 && { required }),
  }
}
