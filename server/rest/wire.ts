import type { z } from 'zod'
import { withWholeAddresses } from '#core/attachment/attachment.ts'
import type { WireNotes } from '#core/schema.ts'
import { unescaped } from './fields.ts'

type Schema = z.ZodType
interface Definition {
  readonly type: string
  readonly innerType?: Schema
  readonly element?: Schema
  readonly valueType?: Schema
  readonly getter?: () => Schema
  readonly in?: Schema
  readonly out?: Schema
  readonly options?: readonly Schema[]
  readonly shape?: Readonly<Record<string, Schema>>
}
const definitionOf = (schema: Schema): Definition => schema.def

/** The schema inside `.optional()`, `.default()`, `.nullable()` and the like; for a pipe, its input. */
function bare(schema: Schema, side: 'in' | 'out'): Schema {
  const { innerType, getter, type, [side]: end } = definitionOf(schema)
  if (innerType ?? getter) return bare(innerType ?? (getter as () => Schema)(), side)
  return type === 'pipe' && end ? bare(end, side) : schema
}

/** The notes of the schema and of those it wraps; the outermost takes precedence. */
export function notesOf(schema: Schema): WireNotes {
  const { innerType } = definitionOf(schema)
  return { ...(innerType && notesOf(innerType)), ...schema.meta() }
}

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** itemId → item_id, unless the field is `wired` to another name. */
export const wireName = (key: string, field: Schema): string => notesOf(field).wire ?? snakeCase(key)

/**
 * The name REST refusals use for the field at `path` of an input, e.g. `places.0.order`. Path segments that are not
 * fields are unchanged.
 */
export function refusedName(schema: Schema, path: string): string {
  let at: Schema | undefined = schema
  const nameOf = (step: string): string => {
    const { shape, element, valueType }: Partial<Definition> = at ? definitionOf(bare(at, 'in')) : {}
    const field = shape && Object.hasOwn(shape, step) ? shape[step] : undefined
    at = field ?? element ?? valueType
    return field ? (notesOf(field).refusedAs ?? wireName(step, field)) : snakeCase(step)
  }
  return path.split('.').map(nameOf).join('.')
}

export interface Reading {
  /** The request has `is_urlencode=1`. */
  readonly isUrlencoded: boolean
}
/**
 * Converts form text to what the schema expects. Never refuses: values it cannot convert are passed on for the schema
 * to refuse.
 */
export type Decoder = (raw: unknown, reading: Reading) => unknown
/** Converts an answer to a REST reply. */
export type Encoder = (value: unknown, reply: Reply) => unknown
/** What a reply depends on besides the answer. */
export interface Reply {
  showTime(instant: Date): string
  /** The address of the site in the request, e.g. `https://docs.example.org`. */
  readonly siteUrl: string
}

// Cached by schema, which also ends the recursion of schemas that contain themselves (a tree of catalogs).
const decoders = new WeakMap<Schema, Decoder>()
const encoders = new WeakMap<Schema, Encoder>()

/** The decoder of a schema, created once. */
export function decoderOf(schema: Schema): Decoder {
  const known = decoders.get(schema)
  if (known) return known
  let made: Decoder | null = null
  decoders.set(schema, (raw, reading) => (made ??= makeDecoder(schema))(raw, reading))
  made = makeDecoder(schema)
  decoders.set(schema, made)
  return made
}

/** The encoder of a schema, created once. */
export function encoderOf(schema: Schema): Encoder {
  const known = encoders.get(schema)
  if (known) return known
  let made: Encoder | null = null
  encoders.set(schema, (value, reply) => (made ??= makeEncoder(schema))(value, reply))
  made = makeEncoder(schema)
  encoders.set(schema, made)
  return made
}

function makeDecoder(schema: Schema): Decoder {
  const core = bare(schema, 'in')
  const { type, shape, element, valueType } = definitionOf(core)
  const { numbers, alsoReads, urlencoded } = notesOf(schema)
  if (numbers) return wordDecoder(numbers, alsoReads)
  if (type === 'object' && shape) return objectDecoder(shape)
  if (type === 'record' && valueType) return recordDecoder(decoderOf(valueType))
  if (type === 'array' && element) return listDecoder(decoderOf(element))
  if (type === 'boolean') return flagOf
  if (type === 'number' || isNumberChoice(core)) return numberOf
  if (isNumberOrText(core)) return (raw) => (isNoNumber(raw) ? undefined : raw)
  if (urlencoded) return (raw, { isUrlencoded }) => (isUrlencoded && typeof raw === 'string' ? unescaped(raw) : raw)
  return (raw) => raw
}

function objectDecoder(shape: Readonly<Record<string, Schema>>): Decoder {
  const fields = Object.entries(shape).map(([key, field]) => ({
    key,
    names: [wireName(key, field), ...(notesOf(field).alsoNamed ?? [])],
    decode: decoderOf(field),
  }))
  return (raw, reading) => {
    const source = structured(raw)
    if (!isRecord(source)) return raw
    const decoded: Record<string, unknown> = {}
    for (const { key, names, decode } of fields) {
      const name = names.find((candidate) => Object.hasOwn(source, candidate))
      const value = name === undefined ? undefined : decode(source[name], reading)
      if (value !== undefined) decoded[key] = value
    }
    return decoded
  }
}

// Users choose the keys, so the result has no prototype (threats J3).
function recordDecoder(decode: Decoder): Decoder {
  return (raw, reading) => {
    const source = structured(raw)
    if (!isRecord(source)) return raw
    const decoded = Object.create(null) as Record<string, unknown>
    for (const key of Object.keys(source)) if (key !== '__proto__') decoded[key] = decode(source[key], reading)
    return { ...decoded }
  }
}

function listDecoder(decode: Decoder): Decoder {
  return (raw, reading) => {
    const isPlain = typeof raw === 'string' && !raw.trimStart().startsWith('[')
    // In JSON a single number may stand for a list of one, like a form value without commas.
    const isOne = typeof raw === 'number'
    const list = isPlain ? raw.split(',').filter((part) => part !== '') : isOne ? [raw] : counted(structured(raw))
    return Array.isArray(list) ? list.map((element) => decode(element, reading)) : raw
  }
}

/** `ids[]=7&ids[]=9` arrives as an object with numeric keys. */
function counted(value: unknown): unknown {
  if (!isRecord(value)) return value
  const keys = Object.keys(value)
  return keys.every((key, index) => key === String(index)) ? Object.values(value) : value
}

function wordDecoder(numbers: Readonly<Record<string, number>>, alsoReads: WireNotes['alsoReads'] = {}): Decoder {
  const words = new Map<string, string>()
  for (const [word, number] of Object.entries(numbers)) words.set(String(number), word)
  for (const [number, word] of Object.entries(alsoReads)) if (!words.has(number)) words.set(number, word)
  // On REST words are numbers: `0` and `1` are the contract, not `editor`.
  return (raw) => {
    if (isNoNumber(raw)) return undefined
    return typeof raw === 'string' || typeof raw === 'number' ? (words.get(String(raw)) ?? null) : raw
  }
}

const TRUE = new Set<unknown>([1, '1', true, 'true'])
const FALSE = new Set<unknown>([0, '0', false, 'false', ''])
const flagOf: Decoder = (raw) => (TRUE.has(raw) ? true : FALSE.has(raw) ? false : isNoNumber(raw) ? undefined : raw)

/** What clients send for a missing number (D75). */
const NO_NUMBER = new Set<unknown>(['', 'undefined', 'null', 'NaN', null])
const isNoNumber = (raw: unknown): boolean => NO_NUMBER.has(raw)

// Leading spaces, a plus sign, hexadecimal and exponents are not accepted as numbers (threats J1).
const numberOf: Decoder = (raw) => {
  if (isNoNumber(raw)) return undefined
  return typeof raw === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(raw) ? Number(raw) : raw
}
function isNumberChoice(schema: Schema): boolean {
  const { type, options } = definitionOf(schema)
  if (type === 'union') return options?.every(isNumberChoice) ?? false
  return type === 'literal' && (schema.def as unknown as { values: readonly unknown[] }).values.every(isNumber)
}
const isNumber = (value: unknown): boolean => typeof value === 'number'
/** An address is an id or a name; the lookup decides which. */
function isNumberOrText(schema: Schema): boolean {
  const types = definitionOf(schema).options?.map((option) => definitionOf(bare(option, 'in')).type) ?? []
  return types.includes('number') && types.every((type) => type === 'number' || type === 'string')
}

function makeEncoder(schema: Schema): Encoder {
  const { type, shape, element, valueType } = definitionOf(bare(schema, 'out'))
  const { numbers, plainBoolean, joined, namesFiles } = notesOf(schema)
  if (joined) return (value) => (Array.isArray(value) ? value.join(',') : value)
  if (numbers) return (value) => (typeof value === 'string' ? numbers[value] : value)
  if (type === 'object' && shape) return objectEncoder(shape)
  if (type === 'record' && valueType) return recordEncoder(encoderOf(valueType))
  if (type === 'array' && element) return listEncoder(encoderOf(element))
  if (type === 'boolean' && !plainBoolean) return (value) => (typeof value === 'boolean' ? Number(value) : value)
  if (type === 'date') return (value, reply) => (value instanceof Date ? reply.showTime(value) : value)
  if (namesFiles)
    return (value, { siteUrl }) => (typeof value === 'string' ? withWholeAddresses(value, siteUrl) : value)
  return (value) => value
}

function objectEncoder(shape: Readonly<Record<string, Schema>>): Encoder {
  const fields = Object.entries(shape)
    .filter(([, field]) => !notesOf(field).forScreens)
    .map(([key, field]) => ({
      key,
      name: wireName(key, field),
      none: notesOf(field).emptyForNull ? '' : null,
      encode: encoderOf(field),
    }))
  return (value, reply) => {
    if (!isRecord(value)) return value
    const encoded: Record<string, unknown> = {}
    for (const { key, name, none, encode } of fields) {
      const part = value[key]
      if (part !== undefined) encoded[name] = part === null ? none : encode(part, reply)
    }
    return encoded
  }
}
function recordEncoder(encode: Encoder): Encoder {
  return (value, reply) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, encode(part, reply)])) : value
}
function listEncoder(encode: Encoder): Encoder {
  return (value, reply) => (Array.isArray(value) ? value.map((element) => encode(element, reply)) : value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const structured = (raw: unknown): unknown => (typeof raw === 'string' ? readJson(raw) : raw)
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
