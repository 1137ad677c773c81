import { z } from 'zod'
import { ERROR_CODES } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import type { Application } from '../application.ts'
import { restPath } from './calls.ts'
import { fileFieldsOf } from './received.ts'
import { summaryOnRest } from './summary-on-rest.ts'
import { encoderOf, notesOf, wireName } from './wire.ts'

type Json = Readonly<Record<string, unknown>>

export interface DocumentedOperation {
  readonly group: string
  readonly name: string
  /** Relative to `/api/`. */
  readonly path: string
  readonly operation: AnyOperation
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** By REST name; null when the operation has none. */
  readonly example: Json | null
}
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
}

/** Every REST call with its schemas on the wire, by address. */
export function documentedOperations({ operations }: Pick<Application, 'operations'>): readonly DocumentedOperation[] {
  return Object.entries(operations)
    .flatMap(([group, members]) =>
      Object.entries(members).map(([name, operation]) => ({
        group,
        name,
        path: restPath(group, name, operation),
        operation,
        input: wireSchema(operation.input, 'input'),
        output: wireSchema(operation.output, 'output'),
        example: exampleOf(operation),
      })),
    )
    .toSorted((a, b) => a.path.localeCompare(b.path))
}

/** The OpenAPI 3.1 description of the REST interface. */
export function openApi(application: Pick<Application, 'operations' | 'config' | 'plugins'>): Json {
  const paths = documentedOperations(application).map(
    (documented) => [`/api/${documented.path}`, pathItem(documented)] as const,
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Octavo',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Calls are POST with a form-encoded or JSON body, in any letter case of the address; calls that only look may ' +
        'be made with GET as well. Every reply carries error_code (0 for success), error_message and data.',
    },
    servers: [{ url: application.config.PUBLIC_URL ?? '/' }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The user_token of the login reply; also as a body field user_token.',
        },
        cookie: { type: 'apiKey', in: 'cookie', name: 'token', description: 'What browsers get when they log in.' },
      },
      schemas: { Refusal: refusalSchema(application) },
    },
  }
}

function refusalSchema({ plugins }: Pick<Application, 'plugins'>): Json {
  const codes: Readonly<Record<string, number>> = Object.assign({}, ERROR_CODES, ...plugins.map(({ errors }) => errors))
  const kinds = Object.entries(codes).toSorted(([, a], [, b]) => a - b)
  return {
    type: 'object',
    required: ['error_code', 'error_message', 'data'],
    properties: {
      error_code: {
        type: 'integer',
        enum: [...new Set(kinds.map(([, code]) => code))],
        description: kinds.map(([kind, code]) => `${code} ${kind}`).join(', '),
      },
      error_message: { type: 'string', description: "For people, in the caller's language." },
      data: { type: 'object' },
    },
    example: { error_code: ERROR_CODES.loginRequired, error_message: 'Please log in.', data: {} },
  }
}

function pathItem(documented: DocumentedOperation): Json {
  const { operation, path } = documented
  const common = {
    tags: [path.split('/')[0]],
    summary: summaryOnRest(operation),
    ...(operation.audience === 'anyone'
      ? { security: [{}, { bearer: [] }, { cookie: [] }] }
      : { security: [{ bearer: [] }, { cookie: [] }] }),
    responses: responses(documented),
  }
  const post = { operationId: `post ${path}`, ...common, ...requestBody(documented) }
  if (operation.kind === 'command' && !operation.rest?.byAddress) return { post }
  return { get: { operationId: `get ${path}`, ...common, parameters: parameters(documented) }, post }
}

function requestBody({ operation, input, example }: DocumentedOperation): Json {
  if (Object.keys(input.properties ?? {}).length === 0) return {}
  const content = { schema: input, ...(example && { example }) }
  if (fileFieldsOf(operation).size > 0)
    return { requestBody: { required: true, content: { 'multipart/form-data': content } } }
  return {
    requestBody: {
      required: (input.required ?? []).length > 0,
      content: { 'application/x-www-form-urlencoded': content, 'application/json': content },
    },
  }
}

const parameters = ({ input }: DocumentedOperation): readonly Json[] =>
  Object.entries(input.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
    required: input.required?.includes(name) ?? false,
  }))

function responses({ operation, output }: DocumentedOperation): Json {
  if (operation.output.def.type === 'custom')
    return { 200: { description: 'A file, or a refusal as JSON.' }, 302: { description: 'The way to go on.' } }
  const forEditors = { success: { const: 1 }, url: { type: 'string' }, message: { const: '' } }
  const success = {
    type: 'object',
    required: ['error_code', 'error_message', 'data'],
    properties: {
      error_code: { const: 0 },
      error_message: { const: '' },
      data: output,
      ...(operation.rest?.answersEditors && forEditors),
    },
  }
  const schema = operation.rest?.isBare ? output : { anyOf: [success, { $ref: '#/components/schemas/Refusal' }] }
  return {
    200: { description: 'The answer, or a refusal with its error_code.', content: { 'application/json': { schema } } },
  }
}

// Field names, flags, numbered words and times as they are on REST.
function wireSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) =>
      toWire(zodSchema as unknown as z.ZodType, jsonSchema as Record<string, unknown>),
  })
  return json as JsonSchema
}

const NOTES = [
  'wire',
  'refusedAs',
  'alsoNamed',
  'urlencoded',
  'numbers',
  'alsoReads',
  'plainBoolean',
  'joined',
  'namesFiles',
  'secret',
  'forPrograms',
  'forScreens',
  'fileShorterThan',
  'emptyForNull',
]

function toWire(schema: z.ZodType, json: Record<string, unknown>): void {
  const { numbers, plainBoolean, joined, fileShorterThan, emptyForNull } = notesOf(schema)
  if (fileShorterThan !== undefined) Object.assign(json, { type: 'string', format: 'binary' })
  const { type, shape } = schema.def as unknown as { type: string; shape?: Readonly<Record<string, z.ZodType>> }
  if (numbers) {
    const meaning = Object.entries(numbers).map(([word, number]) => `${number} ${word}`)
    Object.assign(json, { type: 'integer', enum: Object.values(numbers), description: meaning.join(', ') })
  }
  if (emptyForNull) Object.assign(json, { type: 'string', anyOf: undefined })
  if (joined) Object.assign(json, { type: 'string', items: undefined, examples: ['7,9'] })
  if (type === 'boolean' && !plainBoolean) Object.assign(json, { type: 'integer', enum: [0, 1] })
  if (type === 'date') Object.assign(json, { type: 'string', examples: ['2026-03-01 09:30:00'] })
  if (type === 'object' && shape) {
    const nameOf = (key: string): string => (shape[key] ? wireName(key, shape[key]) : key)
    const isOnRest = (key: string): boolean => !shape[key] || !notesOf(shape[key]).forScreens
    const { properties = {}, required = [] } = json as { properties?: Json; required?: readonly string[] }
    json['properties'] = Object.fromEntries(
      Object.entries(properties).flatMap(([key, value]) => (isOnRest(key) ? [[nameOf(key), value]] : [])),
    )
    json['required'] = required.filter(isOnRest).map(nameOf)
  }
  // The default of a word is a word, which is invalid among numbers.
  if (numbers && typeof json['default'] === 'string') json['default'] = numbers[json['default']]
  for (const note of NOTES) delete json[note]
}

function exampleOf({ input, example }: AnyOperation): Json | null {
  if (example === undefined) return null
  const shown: unknown = encoderOf(input)(example, { showTime: (instant) => instant.toISOString(), siteUrl: '' })
  return typeof shown === 'object' && shown !== null ? (shown as Json) : null
}
