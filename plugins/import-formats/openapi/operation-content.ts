import { apiContent, type ApiAnswer, type ApiBody, type ApiFacts, type ParameterRow } from '../json/api-content.ts'
import { isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import type { SchemaReader } from './schema-reader.ts'
import { schemaExample } from './schema-example.ts'
import { parameterRow, schemaRows } from './schema-rows.ts'
import { securityRows } from './security-rows.ts'
import { serverAddress } from './server-addresses.ts'
import type { ShownExamples } from './shown-examples.ts'

/** The context in which an operation is read. */
export interface Surroundings {
  readonly document: JsonRecord
  readonly schemas: SchemaReader
  readonly examples: ShownExamples
  /** The maximum number of rows per table. */
  readonly rows: number
}
export interface ReadOperation {
  readonly title: string
  readonly path: string
  readonly method: string
  readonly facts: JsonRecord
  /** The path item it belongs to. */
  readonly around: JsonRecord
}

/** An operation as API document JSON. */
export function operationContent(within: Surroundings, operation: ReadOperation): string {
  const { facts, around, method, path, title } = operation
  const parameters = parametersOf(within, operation)
  const rowsIn = (place: string): readonly ParameterRow[] =>
    parameters.flatMap((parameter) => (parameter['in'] === place ? rowFor(within, parameter) : []))
  const security = securityRows(within.document, facts, within.schemas.references)
  const address = serverAddress(within.document, around, facts)
  const body = bodyOf(within, facts, parameters)
  const answers = answersOf(within, facts)
  const { description, remark } = textsOf(facts)
  return apiContent({
    title,
    description: description === '' ? textIn(around['description']) : description,
    method,
    url: `${address.replace(/\/$/, '')}${ownPath(path, facts)}`,
    remark,
    ...statusOf(facts),
    headers: [...rowsIn('header'), ...security.header],
    cookies: [...rowsIn('cookie'), ...security.cookie],
    query: [...rowsIn('query'), ...rowsIn('querystring'), ...security.query],
    pathVariable: rowsIn('path'),
    ...(body && { body }),
    ...answers,
  })
}

/** Our own exports distinguish operations of one path by a suffix, and mark it. */
function ownPath(path: string, facts: JsonRecord): string {
  const suffix = textIn(facts['x-octavo-path-suffix'])
  return suffix !== '' && path.endsWith(suffix) ? path.slice(0, -suffix.length) : path
}

/** Our own exports include remarks at the end of the description for other readers, and separately as well. */
function textsOf(facts: JsonRecord): { readonly description: string; readonly remark: string } {
  const description = textIn(facts['description']).trim()
  const remark = textIn(facts['x-octavo-remark']).trim()
  if (remark === '') return { description, remark: linkOf(facts) }
  const [before, isApart] = [description.slice(0, -remark.length), description.endsWith(remark)]
  return { description: isApart ? before.trim() : description, remark }
}

function statusOf(facts: JsonRecord): Pick<ApiFacts, 'status'> {
  if (facts['deprecated'] === true) return { status: '5' }
  const status = STATUSES.find((each) => each === facts['x-octavo-status'])
  return status === undefined ? {} : { status }
}
const STATUSES = ['1', '2', '3', '4'] as const

/** Parameters of the path that the operation does not override, and its own. */
function parametersOf({ schemas }: Surroundings, { facts, around }: ReadOperation): readonly JsonRecord[] {
  return [
    ...new Map([...namedParameters(schemas, around['parameters']), ...namedParameters(schemas, facts['parameters'])]),
  ].map(([, parameter]) => parameter)
}

/** By place and name; the last of those that are the same. */
function namedParameters(schemas: SchemaReader, list: unknown): ReadonlyMap<string, JsonRecord> {
  const listed = listIn(list)
  const known = namedByList.get(listed)
  if (known) return known
  const named = new Map(
    listed.slice(0, MOST_PARAMETERS).map((each) => {
      const { value } = schemas.references.resolve(each)
      return [`${textIn(value['in'])} ${textIn(value['name'])}`, value]
    }),
  )
  namedByList.set(listed, named)
  return named
}
/** Thousands of operations may share the list of their path. */
const namedByList = new WeakMap<readonly unknown[], ReadonlyMap<string, JsonRecord>>()

/** Of an operation, and of its path, which thousands of operations may share. */
const MOST_PARAMETERS = 1_000

function rowFor({ schemas }: Surroundings, parameter: JsonRecord): ParameterRow {
  const [[, media] = []] = schemas.references.entriesOf(parameter['content'])
  const schema = parameter['schema'] ?? recordIn(media)['schema'] ?? schemaBeside(schemas, parameter)
  return parameterRow(schemas, textIn(parameter['name']), {
    schema,
    description: parameter['description'],
    isRequired: parameter['required'] === true,
    example: parameter['example'] ?? firstExample(schemas, parameter),
  })
}

/** In Swagger 2 the schema of a parameter is part of the parameter. */
function schemaBeside(schemas: SchemaReader, parameter: JsonRecord): JsonRecord {
  const known = schemasBeside.get(parameter)
  if (known) return known
  const schema = Object.fromEntries(
    schemas.references.entriesOf(parameter).filter(([name]) => !OF_PARAMETERS.has(name)),
  )
  schemasBeside.set(parameter, schema)
  return schema
}
const schemasBeside = new WeakMap<JsonRecord, JsonRecord>()
const OF_PARAMETERS = new Set(['in', 'name', 'description', 'required', '$ref'])

function bodyOf(within: Surroundings, facts: JsonRecord, parameters: readonly JsonRecord[]): ApiBody | null {
  const requested = within.schemas.references.resolve(facts['requestBody']).value
  const media = mediaIn(within.schemas, requested['content'])
  if (media) return bodyIn(within, media.type, media.facts)
  const whole = parameters.find((parameter) => parameter['in'] === 'body')
  if (whole) return bodyIn(within, 'application/json', { schema: whole['schema'] })
  const fields = parameters.filter((parameter) => parameter['in'] === 'formData')
  if (fields.length === 0) return null
  const consumed = listIn(facts['consumes'] ?? within.document['consumes']).map(textIn)
  const hasFile = fields.some(({ type }) => type === 'file')
  const mode = !hasFile && consumed.includes('application/x-www-form-urlencoded') ? 'urlencoded' : 'formdata'
  return { mode, rows: fields.map((field) => rowFor(within, field)) }
}

function bodyIn({ schemas, examples, rows }: Surroundings, type: string, media: JsonRecord): ApiBody {
  const schema = media['schema']
  const table = schemaRows(schemas, schema, rows)
  if (type.includes('multipart/')) return { mode: 'formdata', rows: table }
  if (type.includes('x-www-form-urlencoded')) return { mode: 'urlencoded', rows: table }
  return { mode: isJson(type) ? 'json' : 'raw', json: examples.shown(exampleIn(schemas, media, type)), rows: table }
}

/** Of a media type in small letters; where a document leaves it open, it means JSON. */
const isJson = (type: string): boolean => /[/+]json\b|^(?:\*|application)\/\*/.test(type)

interface Answers {
  readonly success?: ApiAnswer
  readonly failure?: ApiAnswer
  readonly answers: string
}

function answersOf(within: Surroundings, facts: JsonRecord): Answers {
  const all = within.schemas.references
    .entriesOf(facts['responses'])
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, response]) => ({ status, response: within.schemas.references.resolve(response).value }))
  const fallback = all.find(({ status }) => status === 'default')
  const success = all.find(({ status }) => /^[23]/.test(status)) ?? fallback
  const failed = all.find(({ status }) => /^[45]/.test(status)) ?? fallback
  const failure = failed === success ? undefined : failed
  const described = all.map(({ status, response }) => [status, textIn(response['description']).trim()] as const)
  const remark = recordIn(facts['responses'])['x-octavo-remark']
  return {
    ...(success && { success: answerIn(within, facts, success.response) }),
    ...(failure && { failure: answerIn(within, facts, failure.response) }),
    answers: typeof remark === 'string' ? remark : describedIn(described),
  }
}

/** A line for each status; none when they say no more than every document does. */
function describedIn(responses: readonly (readonly [status: string, description: string])[]): string {
  const isUsual = responses.every(([status, text]) => text === '' && (status === '200' || status === 'default'))
  return isUsual ? '' : responses.map(([status, text]) => `${status}: ${text}`).join('\n')
}

function answerIn(within: Surroundings, facts: JsonRecord, response: JsonRecord): ApiAnswer {
  const { schemas, examples, rows } = within
  const { type, facts: media } =
    mediaIn(schemas, response['content']) ?? mediaOfFormer(within.document, facts, schemas, response)
  const headers = schemas.references.entriesOf(response['headers']).map(([name, header]) => {
    const { value } = schemas.references.resolve(header)
    const { schema = value, description } = value
    return parameterRow(schemas, name, { schema, description, isRequired: false, example: value['example'] })
  })
  const shown = examples.shown(exampleIn(schemas, media, type))
  return { example: shown, rows: schemaRows(schemas, media['schema'], rows), headers }
}

interface Media {
  readonly type: string
  readonly facts: JsonRecord
}

/** JSON is preferred. */
function mediaIn(schemas: SchemaReader, content: unknown): Media | null {
  const [type, facts] = preferred(schemas.references.entriesOf(content)) ?? ['', null]
  return isRecord(facts) ? { type: type.toLowerCase(), facts } : null
}

/** In Swagger 2 an answer has one schema, and an example for each of its media types. */
function mediaOfFormer(document: JsonRecord, facts: JsonRecord, schemas: SchemaReader, response: JsonRecord): Media {
  const produced = listIn(facts['produces'] ?? document['produces']).map((type) => [textIn(type), undefined] as const)
  const [type, example] = preferred(schemas.references.entriesOf(response['examples'])) ??
    preferred(produced) ?? ['application/json', undefined]
  return { type: type.toLowerCase(), facts: { schema: response['schema'], example } }
}

type Named = readonly [type: string, value: unknown]
const preferred = (all: readonly Named[]): Named | undefined => all.find(([type]) => /[/+]json\b/i.test(type)) ?? all[0]

function exampleIn(schemas: SchemaReader, media: JsonRecord, type: string): unknown {
  const given = media['example'] ?? firstExample(schemas, media)
  const example = given === undefined ? schemaExample(schemas, media['schema']) : given
  if (typeof example !== 'string' || !isJson(type)) return example
  const types = [schemas.flat(media['schema']).schema['type']].flat()
  // Some documents hold the text of an object here; a text as JSON has its quotation marks.
  return types.includes('string') && !types.includes(typeAsJson(example)) ? JSON.stringify(example) : example
}

/** The type of the value that a text is as JSON; '' for other texts. */
function typeAsJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  } catch {
    return ''
  }
}

function firstExample(schemas: SchemaReader, owner: JsonRecord): unknown {
  const [[, first] = []] = schemas.references.entriesOf(owner['examples'])
  return isRecord(first) ? schemas.references.resolve(first).value['value'] : undefined
}

function linkOf(facts: JsonRecord): string {
  const { url, description } = recordIn(facts['externalDocs'])
  return [textIn(description), textIn(url)].filter((text) => text !== '').join(': ')
}
