import {
  beautifulJson,
  jsonOf,
  memberOf,
  nodeAt,
  readJson,
  textAt,
  type JsonNode,
  type JsonPath,
} from '#plugins/format-tools/api.ts'
import { parametersIn, withGlobals, type Parameter } from './parameters.ts'

/** The parameters that all calls of an item have, whatever its documents say. */
export interface GlobalParameters {
  readonly query: readonly unknown[]
  readonly body: readonly unknown[]
  readonly header: readonly unknown[]
}
export const NO_GLOBALS: GlobalParameters = { query: [], body: [], header: [] }

/** The format of a request body. */
export type BodyMode = 'none' | 'urlencoded' | 'formdata' | 'json' | 'raw'

/** The description of one call, as far as it can be read; '' for missing values (spec §3). */
export interface ApiDocument {
  readonly title: string
  /** In capitals; '' when missing. */
  readonly method: string
  readonly url: string
  readonly description: string
  readonly remark: string
  /** From 1 to 5; '' for a missing or unknown one. */
  readonly status: ApiStatus | ''
  readonly headers: readonly Parameter[]
  readonly cookies: readonly Parameter[]
  readonly query: readonly Parameter[]
  readonly pathVariables: readonly Parameter[]
  readonly body: RequestBody
  readonly responseHeaders: readonly Parameter[]
  readonly response: Answer
  readonly failure: Answer
  /** Remarks on the response. */
  readonly responseRemark: string
}
export type ApiStatus = '1' | '2' | '3' | '4' | '5'
export interface RequestBody {
  readonly mode: BodyMode
  readonly parameters: readonly Parameter[]
  /** As it is sent; '' for forms. */
  readonly example: string
}
export interface Answer {
  readonly example: string
  readonly parameters: readonly Parameter[]
}

/** Names that only occur in the other way of describing calls. */
const OF_OTHERS = ['openapi', 'swagger', 'asyncapi', 'paths', 'item', 'collection']
const OF_INFO = ['url', 'method', 'apiStatus']
const OF_REQUEST = ['params', 'headers', 'query', 'pathVariable']
const OF_RESPONSE = ['responseExample', 'responseParamsDesc', 'responseFailExample', 'responseFailParamsDesc']

/** Whether a content describes a call, completely or in part (DOC-01, DOC-07). */
export function isApiDocument(content: string): boolean {
  return mayDescribe(content) && isDescription(readJson(content).root)
}

/** A quick answer for pages of markdown. */
export const mayDescribe = (content: string): boolean =>
  /^\uFEFF?\s*\{/.test(content) && /"(?:info|request|response)"/.test(content)

export function isDescription(root: JsonNode | null): boolean {
  if (root?.kind !== 'object' || OF_OTHERS.some((name) => memberOf(root, name))) return false
  const has = (part: string, names: readonly string[]) => {
    const node = memberOf(root, part)?.node
    return names.some((name) => memberOf(node, name))
  }
  return has('info', OF_INFO) || has('request', OF_REQUEST) || has('response', OF_RESPONSE)
}

/** Where the tables are in a document. */
export const TABLES = {
  headers: ['request', 'headers'],
  cookies: ['request', 'cookies'],
  query: ['request', 'query'],
  pathVariables: ['request', 'pathVariable'],
  json: ['request', 'params', 'jsonDesc'],
  formdata: ['request', 'params', 'formdata'],
  urlencoded: ['request', 'params', 'urlencoded'],
  responseHeaders: ['response', 'responseHeader'],
  response: ['response', 'responseParamsDesc'],
  failure: ['response', 'responseFailParamsDesc'],
} as const satisfies Readonly<Record<string, JsonPath>>
export type TableName = keyof typeof TABLES

/** The description in a content; an empty one for any other content. */
export const readApiDocument = (content: string, globals: GlobalParameters = NO_GLOBALS): ApiDocument =>
  documentIn(content, readJson(content).root, globals)

/** The same for a content that has already been parsed. */
export function documentIn(content: string, root: JsonNode | null, globals: GlobalParameters): ApiDocument {
  const info = nodeAt(root, ['info'])
  const response = nodeAt(root, ['response'])
  const rows = (table: TableName) => parametersIn(nodeAt(root, TABLES[table]), TABLES[table])
  const status = textAt(info, 'apiStatus')
  const method = textAt(info, 'method').trim().toUpperCase()
  return {
    title: textAt(info, 'title'),
    method,
    url: textAt(info, 'url').trim(),
    description: textAt(info, 'description'),
    remark: textAt(info, 'remark'),
    status: isStatus(status) ? status : '',
    headers: withGlobals(rows('headers'), globals.header, isSameHeader),
    cookies: rows('cookies'),
    query: withGlobals(rows('query'), globals.query),
    pathVariables: rows('pathVariables'),
    body: withGlobalFields(bodyIn(content, root, rows), method, globals.body),
    responseHeaders: rows('responseHeaders'),
    response: { example: exampleAt(content, response, 'responseExample'), parameters: rows('response') },
    failure: { example: exampleAt(content, response, 'responseFailExample'), parameters: rows('failure') },
    responseRemark: textAt(response, 'remark'),
  }
}

const isStatus = (status: string): status is ApiStatus => /^[1-5]$/.test(status)
const isSameHeader = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const MODES: Readonly<Record<string, BodyMode>> = {
  ...{ none: 'none', urlencoded: 'urlencoded', formdata: 'formdata', 'form-data': 'formdata', json: 'json' },
  ...{ raw: 'raw', xml: 'raw', text: 'raw' },
}

const isForm = (mode: BodyMode): mode is 'formdata' | 'urlencoded' => mode === 'formdata' || mode === 'urlencoded'

function bodyIn(content: string, root: JsonNode | null, rows: (table: TableName) => readonly Parameter[]): RequestBody {
  const params = nodeAt(root, ['request', 'params'])
  const written = exampleAt(content, params, 'json') || exampleAt(content, params, 'raw')
  const said = MODES[textAt(params, 'mode').toLowerCase()]
  const guessed = rows('formdata').length > 0 ? 'formdata' : 'none'
  const mode = said ?? (written !== '' || rows('json').length > 0 ? 'json' : guessed)
  if (mode === 'none') return { mode, parameters: [], example: '' }
  return { mode, parameters: rows(isForm(mode) ? mode : 'json'), example: isForm(mode) ? '' : written }
}

/** Whether calls with this method have a body; those that name none are sent with GET. */
export const sendsBody = (method: string): boolean => !['', 'GET', 'HEAD'].includes(method)

/** As in ShowDoc: forms get them, also empty ones that are sent; the text of any other body is sent as it is. */
function withGlobalFields(body: RequestBody, method: string, globals: readonly unknown[]): RequestBody {
  const isFilled = isForm(body.mode) && (body.parameters.length > 0 || sendsBody(method))
  const parameters = isFilled ? withGlobals(body.parameters, globals) : body.parameters
  // Other programs leave the mode of an empty form in the document.
  return parameters.length === 0 && body.example === ''
    ? { ...body, mode: 'none', parameters }
    : { ...body, parameters }
}

/** Examples are texts; a value in its place is converted to text. */
function exampleAt(text: string, node: JsonNode | undefined, name: string): string {
  const found = memberOf(node, name)?.node
  if (found === undefined || found.kind === 'scalar') return textAt(node, name)
  return beautifulJson(jsonOf(text, found))
}

/** The content of a new document, with the fields other programs look for. */
export const emptyApiDocument = (): string =>
  JSON.stringify(
    {
      info: {
        from: 'runapi',
        type: 'api',
        title: '',
        description: '',
        method: 'get',
        url: '',
        remark: '',
        apiStatus: '1',
      },
      request: {
        params: { mode: 'none', json: '', jsonDesc: [], urlencoded: [], formdata: [] },
        ...{ headers: [], cookies: [], auth: { type: 'none' }, query: [], pathVariable: [] },
      },
      response: {
        ...{ responseText: '', responseOriginal: '', responseExample: '', responseFailExample: '' },
        ...{ responseParamsDesc: [], responseFailParamsDesc: [], remark: '', responseHeader: [] },
      },
      scripts: { pre: '', post: '' },
      extend: {},
    },
    null,
    2,
  )
