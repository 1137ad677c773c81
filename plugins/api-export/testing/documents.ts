import fc from 'fast-check'
import type { ApiDocument, Parameter } from '#plugins/api-document/api.ts'

const NAME = fc.stringMatching(/^[A-Za-z_][\w-]{0,6}$/)
/** Whitespace around texts is not kept. */
const said = (maxLength = 40) => fc.string({ unit: 'grapheme', maxLength }).map((text) => text.trim())
const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const

const row = (type: fc.Arbitrary<string>) =>
  fc.record({
    name: NAME,
    require: fc.constantFrom('0', '1'),
    type,
    value: fc.oneof(said(10), number()),
    remark: said(),
  })
const number = () =>
  fc.oneof(fc.integer().map(String), fc.constantFrom('1.0', '012', 'true', '[1]', '{"a": 1}', 'null'))
const rowsOf = (type: fc.Arbitrary<string> = fc.constantFrom(...TYPES)) =>
  fc.uniqueArray(row(type), { maxLength: 4, selector: ({ name }) => name.toLowerCase() })

/** Rows, some of them nested. */
const tree = rowsOf().chain((rows) =>
  fc.tuple(...rows.map(() => fc.option(rowsOf()))).map((within) =>
    rows.flatMap((parent, at) => {
      const children = within[at] ?? []
      if (children.length === 0) return [parent]
      const isList = parent.type === 'array'
      const inside = children.map((child) => ({ ...child, name: `${parent.name}${isList ? '[]' : ''}.${child.name}` }))
      return [{ ...parent, type: isList ? 'array' : 'object' }, ...inside]
    }),
  ),
)
const example = fc
  .oneof(fc.object({ maxDepth: 2 }), fc.array(fc.integer(), { maxLength: 3 }))
  .map((value) => JSON.stringify(value, null, 2))
const plainText = said().filter((text) => text !== '' && !/^[[{]/.test(text))

const body = fc.oneof(
  fc.constant({ mode: 'none' }),
  fc.record({ mode: fc.constant('json'), json: example, jsonDesc: tree }),
  fc.record({ mode: fc.constant('raw'), json: plainText }),
  fc.record({ mode: fc.constant('urlencoded'), urlencoded: rowsOf() }),
  fc.record({ mode: fc.constant('formdata'), formdata: rowsOf(fc.constantFrom(...TYPES, 'file')) }),
)

const answer = fc.oneof(
  fc.constant({ example: '', rows: [] as object[] }),
  fc.record({ example, rows: tree }),
  fc.record({ example: plainText, rows: fc.constant([] as object[]) }),
)
const responseRemark = fc.oneof(
  said(),
  fc
    .array(fc.tuple(fc.constantFrom('200', '201', '302', '404', '500', 'default', '4XX'), said(10)), { maxLength: 4 })
    .map((lines) =>
      lines
        .map(([status, text]) => `${status}: ${text}`)
        .join('\n')
        .trim(),
    ),
)

const ORIGINS = [
  '',
  '',
  'https://api.example.org',
  'http://localhost:8080',
  '{{base}}',
  'https://{region}.example.org',
] as const
const segment = fc.oneof(fc.stringMatching(/^[\w.~-]{1,6}$/), fc.constantFrom('用户', 'pets', 'pets'))
const address = fc
  .record({
    origin: fc.constantFrom(...ORIGINS),
    segments: fc.array(segment, { maxLength: 2 }),
    variables: fc.uniqueArray(row(fc.constantFrom(...TYPES)), { maxLength: 2, selector: ({ name }) => name }),
  })
  .map(({ origin, segments, variables }) => ({
    url: `${origin}/${[...segments, ...variables.map(({ name }) => `{${name}}`)].join('/')}`,
    pathVariable: variables.map((variable) => ({ ...variable, require: '1' })),
  }))

/** Contents of pages with everything OpenAPI can represent. */
export const documentContent = fc
  .record({
    ...{ address, body, success: answer, failure: answer, responseRemark, remark: said(), description: said() },
    ...{ headers: rowsOf(), query: rowsOf(), cookies: rowsOf(), responseHeader: rowsOf() },
    method: fc.constantFrom('get', 'post', 'put', 'delete', 'patch'),
    apiStatus: fc.constantFrom('', '1', '2', '3', '4', '5'),
  })
  .map(({ address: { url, pathVariable }, success, failure, ...facts }) => ({
    info: {
      description: facts.description,
      method: facts.method,
      url,
      remark: facts.remark,
      apiStatus: facts.apiStatus,
    },
    request: { params: facts.body, headers: facts.headers, query: facts.query, cookies: facts.cookies, pathVariable },
    response: {
      ...{ responseExample: success.example, responseParamsDesc: success.rows },
      ...{ responseFailExample: failure.example, responseFailParamsDesc: failure.rows },
      ...{ responseHeader: facts.responseHeader, remark: facts.responseRemark },
    },
  }))

const word = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('__proto__', '$ref', '*', 'a.b', 'a[].b', '[]', 'constructor', '0', 'x-y', '{id}', '#/components/x'),
)
const anyRow = fc.record({
  name: word,
  type: word,
  value: word,
  remark: word,
  require: fc.boolean(),
  disabled: fc.boolean(),
})
const anyRows = fc.array(anyRow, { maxLength: 4 })
const anyUrl = fc.oneof(
  word,
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.tuple(word, word).map(([one, other]) => `/${one}/{${other}}/:id?${one}=${other}#x`),
)

/** Contents that people and programs may have left, some of them truncated. */
export const anyContent = fc
  .record({
    info: fc.record({
      ...{ url: anyUrl, description: word, remark: word },
      method: fc.constantFrom('get', 'GET', '', 'query', 'LINK', 'post'),
    }),
    request: fc.record({
      params: fc.record({
        mode: fc.constantFrom('json', 'formdata', 'raw', 'x'),
        ...{ json: word, jsonDesc: anyRows, formdata: anyRows },
      }),
      ...{ headers: anyRows, query: anyRows, pathVariable: anyRows },
    }),
    response: fc.record({
      ...{ responseExample: word, responseParamsDesc: anyRows, responseFailParamsDesc: anyRows },
      ...{ remark: word, responseHeader: anyRows },
    }),
  })
  .chain((content) => fc.nat().map((end) => [JSON.stringify(content), end] as const))
  .map(([content, end]) => (end % 5 === 0 ? content.slice(0, 20 + (end % content.length)) : content))

/** The common parameters of an item; no document has the same. */
export const globalParams = fc.record({
  query: rowsOf().map(named('q')),
  header: rowsOf().map(named('h')),
  body: rowsOf().map(named('b')),
})

function named(prefix: string) {
  return (rows: readonly { readonly name: string }[]) =>
    rows.map((each) => ({ ...each, name: `${prefix}-global-${each.name}` }))
}

/** A document without its empty values, regardless of the formatting of its rows. */
export function told(document: ApiDocument) {
  const { headers, cookies, query, pathVariables, body, responseHeaders, response, failure } = document
  return {
    ...document,
    responseRemark: document.responseRemark.trim(),
    ...{ headers: headers.map(sent), cookies: cookies.map(sent), query: query.map(sent) },
    pathVariables: pathVariables.map(sent),
    body: { ...body, parameters: body.parameters.map(sent) },
    responseHeaders: responseHeaders.map((header) => ({ ...sent(header), isRequired: false })),
    response: { ...response, parameters: response.parameters.map(answered) },
    failure: { ...failure, parameters: failure.parameters.map(answered) },
  }
}

const sent = ({ name, type, isRequired, value, remark }: Parameter) => ({
  ...{ name: name.replaceAll('[]', ''), type, isRequired, value, remark },
})
/** The import reads no more of the fields of responses. */
const answered = ({ name, type, remark }: Parameter) => ({ name: name.replaceAll('[]', ''), type, remark })
