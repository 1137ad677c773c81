import { keptDescription, saidBefore, type Said } from '../descriptions.ts'
import type { DescribedCall, DescribedRow } from './described-call.ts'

type JsonRecord = Readonly<Record<string, unknown>>

/** The table of a document that contains a row, as part of the name of its description. */
type Table = 'headers' | 'parameters' | 'answer'
const nameOf = (table: Table, name: string): string => `${table} ${name}`

/** The descriptions in a comment, by subject. */
export const saidOf = (call: DescribedCall): Said => ({
  description: call.description,
  remark: call.remark,
  ...saidOfRows('headers', call.headers),
  ...saidOfRows('parameters', call.parameters),
  ...saidOfRows('answer', call.answerRows),
})

const saidOfRows = (table: Table, rows: readonly DescribedRow[]): Said =>
  Object.fromEntries(rows.map(({ name, remark }) => [nameOf(table, name), remark]))

/**
 * The API document of a call (ENT-DOC). In an existing document, descriptions written by people are kept, and so is
 * everything that comments cannot express. @param there the current page; null for a new one @param before the
 * descriptions when the comment was last sent
 */
export function callContent(call: DescribedCall, there: string | null, before: Said): string {
  const document = documentIn(there)
  const [info, request, response] = [
    recordAt(document, 'info'),
    recordAt(document, 'request'),
    recordAt(document, 'response'),
  ]
  const params = recordAt(request, 'params')
  const place = placeOfParameters(call)
  const kept = (name: 'description' | 'remark'): string => keptDescription(call[name], textAt(info, name), before[name])
  /** A table that was never in the comment belongs to people. */
  const rows = (table: Table, told: readonly DescribedRow[], known: unknown): readonly unknown[] => {
    const isSpokenOf = told.length > 0 || Object.keys(before).some((name) => name.startsWith(nameOf(table, '')))
    return isSpokenOf ? joined(table, told, listOf(known), before) : listOf(known)
  }
  const parametersIn = (wanted: typeof place, known: unknown): readonly unknown[] =>
    wanted === place ? rows('parameters', call.parameters, known) : listOf(known)
  return JSON.stringify({
    ...document,
    info: {
      ...{ from: 'runapi', type: 'api', apiStatus: '', ...info },
      ...{ title: call.title, method: call.method, url: call.url },
      ...{ description: kept('description'), remark: kept('remark') },
    },
    request: {
      ...{ cookies: [], auth: { type: 'none' }, pathVariable: [], ...request },
      params: {
        ...params,
        mode: place === 'query' ? (textAt(params, 'mode') ?? 'formdata') : place === 'jsonDesc' ? 'json' : 'formdata',
        json: call.json === '' ? (textAt(params, 'json') ?? '') : prettyJson(call.json),
        jsonDesc: parametersIn('jsonDesc', params['jsonDesc']),
        urlencoded: listOf(params['urlencoded']),
        formdata: parametersIn('formdata', params['formdata']),
      },
      headers: rows('headers', call.headers, request['headers']),
      query: parametersIn('query', request['query']),
    },
    response: {
      ...{ responseText: '', responseOriginal: '', responseFailExample: '', responseFailParamsDesc: [], remark: '' },
      ...response,
      responseExample: call.answer === '' ? (textAt(response, 'responseExample') ?? '') : prettyJson(call.answer),
      responseParamsDesc: rows('answer', call.answerRows, response['responseParamsDesc']),
    },
    scripts: document['scripts'] ?? { pre: '', post: '' },
    extend: document['extend'] ?? {},
  })
}

/** Where the parameters of a call are sent: in its address, or in the form or JSON of its body. */
function placeOfParameters({ method, json }: DescribedCall): 'query' | 'formdata' | 'jsonDesc' {
  if (json !== '') return 'jsonDesc'
  return method === 'get' || method === 'head' ? 'query' : 'formdata'
}

function joined(
  table: Table,
  told: readonly DescribedRow[],
  known: readonly unknown[],
  before: Said,
): readonly unknown[] {
  const byName = new Map(known.filter(isRecord).map((row) => [textAt(row, 'name') ?? '', row]))
  return told.map((row) => {
    const there = byName.get(row.name) ?? {}
    const remark = keptDescription(row.remark, textAt(there, 'remark'), saidBefore(before, nameOf(table, row.name)))
    return { value: '', ...there, ...row, remark }
  })
}

/** Any other page is replaced; its text stays in the history. */
function documentIn(content: string | null): JsonRecord {
  try {
    const document = JSON.parse(content ?? '') as unknown
    return isRecord(document) && (isRecord(document['info']) || isRecord(document['request'])) ? document : {}
  } catch {
    return {}
  }
}

/** Formatted JSON, unless that would change its meaning, as with numbers of many digits. */
function prettyJson(text: string): string {
  try {
    const value = JSON.parse(text) as unknown
    const isSame = withoutBlanks(JSON.stringify(value)) === withoutBlanks(text)
    return isSame ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}
const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '')

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const recordAt = (owner: JsonRecord, name: string): JsonRecord => {
  const value = owner[name]
  return isRecord(value) ? value : {}
}
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
function textAt(owner: JsonRecord, name: string): string | undefined {
  const value = owner[name]
  return typeof value === 'string' ? value : undefined
}
