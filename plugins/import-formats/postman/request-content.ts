import { jsonAsWritten } from '#plugins/format-tools/api.ts'
import { apiContent, type ApiAnswer, type ApiBody, type ParameterRow } from '../json/api-content.ts'
import { exampleRows, valueIn } from '../json/json-example.ts'
import { firstText, isRecord, listIn, recordIn, shownValue, textIn, type JsonRecord } from '../json/json-value.ts'

export interface ReadRequest {
  readonly content: string
  readonly method: string
  readonly url: string
}

/** A description, which is a text or an object with its format. */
export const descriptionOf = (description: unknown): string =>
  isRecord(description) ? textIn(description['content']) : textIn(description)

/** A request of a collection as API document JSON. @param inherited the auth of its parent */
export function requestContent(entry: JsonRecord, inherited: unknown): ReadRequest {
  // A request may be just its address.
  const given = entry['request']
  const request = isRecord(given) ? given : { url: given }
  const method = firstText(request['method'], 'GET').toUpperCase()
  const address = request['url']
  const url = addressOf(address)
  const auth = authRows(isRecord(request['auth']) ? request['auth'] : inherited)
  const headers = listIn(request['header']).flatMap(rowOf)
  const body = bodyOf(recordIn(request['body']), typeIn(headers))
  const query = queryOf(address, url)
  const responses = listIn(entry['response']).map(recordIn)
  const success = responses.find(({ code }) => code === undefined || Number(code) < 400)
  const failure = responses.find(({ code }) => Number(code) >= 400)
  const content = apiContent({
    title: firstText(entry['name']),
    description: firstText(descriptionOf(request['description']), descriptionOf(entry['description'])),
    method,
    url: url.split('?')[0] ?? url,
    headers: [...headers, ...without(auth.header, headers, (name) => name.toLowerCase())],
    query: [...query, ...without(auth.query, query)],
    pathVariable: listIn(recordIn(address)['variable']).flatMap(rowOf),
    answers: responses
      .map(({ code, name }) => [textIn(code), textIn(name)].filter((text) => text !== '').join(': '))
      .join('\n'),
    scripts: { pre: scriptOf(entry, 'prerequest'), post: scriptOf(entry, 'test') },
    ...(body && { body }),
    ...(success && { success: answerOf(success) }),
    ...(failure && { failure: answerOf(failure) }),
  })
  return { content, method, url }
}

/** Those that are not written there as well: older programs add what a helper made to the request itself. */
function without(
  rows: readonly ParameterRow[],
  written: readonly ParameterRow[],
  sameAs = (name: string): string => name,
): readonly ParameterRow[] {
  return rows.filter(({ name }) => !written.some((other) => sameAs(other.name) === sameAs(name)))
}

function addressOf(address: unknown): string {
  if (!isRecord(address)) return textIn(address)
  if (typeof address['raw'] === 'string' && address['raw'] !== '') return address['raw']
  const joined = (value: unknown, by: string): string =>
    Array.isArray(value)
      ? value.map((part) => firstText(isRecord(part) ? part['value'] : part)).join(by)
      : textIn(value)
  const protocol = textIn(address['protocol'])
  const port = textIn(address['port'])
  const path = joined(address['path'], '/').replace(/^\//, '')
  return `${protocol === '' ? '' : `${protocol}://`}${joined(address['host'], '.')}${port === '' ? '' : `:${port}`}${path === '' ? '' : `/${path}`}`
}

function queryOf(address: unknown, url: string): readonly ParameterRow[] {
  const given = listIn(recordIn(address)['query'])
  if (given.length > 0) return given.flatMap(rowOf)
  const at = url.indexOf('?')
  return at === -1
    ? []
    : url
        .slice(at + 1)
        .split('&')
        .flatMap((pair) => {
          const [key = '', ...value] = pair.split('=')
          return rowOf({ key, value: value.join('=') })
        })
}

function rowOf(value: unknown): readonly ParameterRow[] {
  const field = recordIn(value)
  const name = firstText(field['key'], field['id'])
  if (name === '') return []
  const type = field['type'] === 'file' ? 'file' : 'string'
  const isOff = field['disabled'] === true || field['enabled'] === false
  const sample = type === 'file' ? '' : shownValue(field['value'] ?? '')
  return [{ name, require: isOff ? '0' : '1', type, value: sample, remark: descriptionOf(field['description']) }]
}

/** @param type the content type that is written in the request; '' when none is */
function bodyOf(body: JsonRecord, type: string): ApiBody | null {
  const mode = body['mode']
  if (mode === 'formdata' || mode === 'urlencoded') return { mode, rows: listIn(body[mode]).flatMap(rowOf) }
  if (mode === 'graphql') {
    const { query, variables } = recordIn(body['graphql'])
    const json = jsonAsWritten({ query: textIn(query), variables: valueIn(textIn(variables)) ?? {} }, '  ')
    return { mode: 'json', json, rows: exampleRows(valueIn(json)) }
  }
  const raw = textIn(body['raw'])
  if (raw === '') return null
  const value = valueIn(raw)
  const said = type === '' ? textIn(recordIn(recordIn(body['options'])['raw'])['language']) : type
  // Collections of older programs do not say what it is.
  const isJson = said === '' ? isRecord(value) || Array.isArray(value) : /\bjson\b/i.test(said)
  return { mode: isJson ? 'json' : 'raw', json: raw, rows: isJson ? exampleRows(value) : [] }
}

const typeIn = (headers: readonly ParameterRow[]): string =>
  headers.find(({ name, require }) => name.toLowerCase() === 'content-type' && require === '1')?.value ?? ''

function answerOf(response: JsonRecord): ApiAnswer {
  const example = textIn(response['body'])
  const headers = listIn(response['header']).flatMap(rowOf)
  return { example, rows: exampleRows(valueIn(example)), headers }
}

/** The parameters an auth helper adds to a call. */
function authRows(auth: unknown): {
  readonly header: readonly ParameterRow[]
  readonly query: readonly ParameterRow[]
} {
  const type = textIn(recordIn(auth)['type'])
  const facts = settingsIn(recordIn(auth)[type])
  const row = (name: string, value: string): ParameterRow => ({
    name,
    require: '1',
    type: 'string',
    value,
    remark: type,
  })
  if (type === 'bearer')
    return { header: [row('Authorization', `Bearer ${placeholderIn(facts.get('token'))}`)], query: [] }
  if (type === 'basic') return { header: [row('Authorization', 'Basic ')], query: [] }
  if (type === 'apikey') {
    const field = row(facts.get('key') ?? 'api-key', placeholderIn(facts.get('value')))
    return facts.get('in') === 'query' ? { header: [], query: [field] } : { header: [field], query: [] }
  }
  return { header: type === '' || type === 'noauth' ? [] : [row('Authorization', '')], query: [] }
}

/** Version 2.0 has an object, 2.1 a list of keys and values. */
const settingsIn = (settings: unknown): ReadonlyMap<string, string> =>
  new Map(
    Array.isArray(settings)
      ? settings.map(recordIn).map(({ key, value }) => [textIn(key), textIn(value)] as const)
      : Object.entries(recordIn(settings)).map(([key, value]) => [key, textIn(value)] as const),
  )

/** The name of a variable may be shown to readers, a secret may not. */
const placeholderIn = (value = ''): string => (/^\{\{[^{}]+\}\}$/.test(value) ? value : '')

function scriptOf(entry: JsonRecord, listen: string): string {
  const event = listIn(entry['event'])
    .map(recordIn)
    .find((each) => each['listen'] === listen)
  const lines = recordIn(event?.['script'])['exec']
  return Array.isArray(lines) ? lines.map(textIn).join('\n') : textIn(lines)
}
