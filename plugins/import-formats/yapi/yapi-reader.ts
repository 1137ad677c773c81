import { jsonAsWritten, WrittenNumber } from '#plugins/format-tools/api.ts'
import { apiContent, type ApiAnswer, type ApiBody, type ParameterRow } from '../json/api-content.ts'
import { exampleRows, valueIn } from '../json/json-example.ts'
import { firstText, isRecord, listIn, recordIn, textIn, type JsonRecord } from '../json/json-value.ts'
import { parsedJson } from '../json/parsed-text.ts'
import { Effort } from '../openapi/effort.ts'
import { References } from '../openapi/references.ts'
import { schemaExample } from '../openapi/schema-example.ts'
import { SchemaReader } from '../openapi/schema-reader.ts'
import { schemaRows } from '../openapi/schema-rows.ts'
import { placeBelow, ROOT } from '../thread/catalog-tree.ts'
import { DistinctIds } from '../thread/distinct-ids.ts'
import type { FormatReader } from '../thread/reader.ts'

const MOST_ROWS = 300

const SAID = {
  en: { overview: 'Overview', tags: 'Tags: ' },
  'zh-cn': { overview: '概述', tags: '标签：' },
} as const

/** Categories become catalogs, and interfaces pages, identified by method and path. */
export const readYapi: FormatReader = ({ parts, name, language }, into) => {
  const [part] = parts
  const categories = listIn(part && parsedJson(part.bytes, name, language)).map(recordIn)
  into.total(categories.reduce((sum, { list }) => sum + listIn(list).length, 0))
  const [ids, effort, said] = [new DistinctIds(), new Effort(language), SAID[language]]
  const overview = overviewOf(categories)
  if (overview !== '') into.page({ id: 'overview', catalogId: null, title: said.overview, content: overview, order: 0 })
  for (const [at, category] of categories.entries()) {
    const entries = listIn(category['list']).filter(isRecord)
    if (entries.length === 0) continue
    const title = firstText(category['name'], '-')
    const place = placeBelow(into, ROOT, { id: `category ${at}`, name: title, order: at + 1 })
    for (const [order, entry] of entries.entries()) {
      const method = firstText(entry['method'], 'GET').toUpperCase()
      const path = textIn(entry['path'])
      const id = ids.idFor(`${method} ${path}`)
      into.page({
        id,
        catalogId: place.id,
        title: firstText(entry['title'], id),
        content: contentOf(entry, { method, path, effort, tags: said.tags }),
        order: order + 1,
      })
    }
  }
}

/** What is said of the categories, in markdown; '' when that is only their names. */
const overviewOf = (categories: readonly JsonRecord[]): string =>
  categories
    .flatMap((category) => {
      const [name, said] = [textIn(category['name']).trim(), plainText(textIn(category['desc']))]
      return said === '' || said === name ? [] : [`## ${firstText(name, '-')}`, said]
    })
    .join('\n\n')

interface Place {
  readonly method: string
  readonly path: string
  readonly effort: Effort
  /** What is written before the names of tags. */
  readonly tags: string
}

function contentOf(entry: JsonRecord, { method, path, effort, tags }: Place): string {
  const named = listIn(entry['tag']).flatMap((tag) => textIn(tag) || [])
  const description = [
    firstText(entry['markdown'], plainText(textIn(entry['desc']))),
    named.length === 0 ? '' : tags + named.join(', '),
  ]
  const body = bodyOf(entry, effort)
  const status = entry['status'] === 'done' ? ('3' as const) : ('1' as const)
  const success = answerOf(textIn(entry['res_body']), entry['res_body_is_json_schema'], effort)
  return apiContent({
    title: textIn(entry['title']),
    description: description.filter((text) => text !== '').join('\n\n'),
    method,
    url: path,
    status,
    headers: rowsIn(entry['req_headers']),
    query: queryOf(entry),
    pathVariable: rowsIn(entry['req_params']).map((row) => ({ ...row, require: '1' })),
    ...(body && { body }),
    success,
  })
}

const rowsIn = (fields: unknown): readonly ParameterRow[] =>
  listIn(fields)
    .map(recordIn)
    .filter((field) => textIn(field['name']) !== '')
    .map((field) => ({
      name: textIn(field['name']),
      require: textIn(field['required']) === '1' ? '1' : '0',
      type: field['type'] === 'file' ? 'file' : 'string',
      value: firstText(field['value'], field['example']),
      remark: textIn(field['desc']),
    }))

/** With fixed query parameters, which YApi stores separately. */
function queryOf(entry: JsonRecord): readonly ParameterRow[] {
  const rows = rowsIn(entry['req_query'])
  const known = new Set(rows.map(({ name }) => name))
  const fixed = rowsIn(recordIn(entry['query_path'])['params']).filter(({ name }) => !known.has(name))
  return [...fixed.map((row): ParameterRow => ({ ...row, require: '1' })), ...rows]
}

function bodyOf(entry: JsonRecord, effort: Effort): ApiBody | null {
  const type = textIn(entry['req_body_type'])
  if (type === 'form') {
    const rows = rowsIn(entry['req_body_form'])
    const isUrlencoded = listIn(entry['req_headers']).some((header) =>
      textIn(recordIn(header)['value']).includes('urlencoded'),
    )
    return rows.length === 0
      ? null
      : { mode: isUrlencoded && !rows.some((row) => row.type === 'file') ? 'urlencoded' : 'formdata', rows }
  }
  const text = textIn(entry['req_body_other'])
  if (text === '') return null
  const { example, rows } = answerOf(text, entry['req_body_is_json_schema'], effort)
  return { mode: 'json', json: example, rows }
}

/** A body, given as an example or a JSON Schema; files of other tools for YApi leave out which, and a schema says so itself. */
function answerOf(text: string, isSchema: unknown, effort: Effort): ApiAnswer {
  const value = valueIn(text)
  const isOne = isSchema === undefined ? isRecord(value) && '$schema' in value : isSchema === true
  if (!isOne || !isRecord(value)) return { example: text, rows: exampleRows(value) }
  const schema = withWhatIsSaid(value)
  const schemas = new SchemaReader(new References(schema, effort, () => undefined), MOST_ROWS + 1)
  const example = schemaExample(schemas, schema)
  return {
    example: example === undefined ? '' : jsonAsWritten(example, '  '),
    rows: schemaRows(schemas, schema, MOST_ROWS),
  }
}

/** Not the address of a mailbox. */
const PLACEHOLDER = /(?<![\p{L}\p{N}_])@[a-z]/iu

/**
 * The schema with its mock values as examples; those with placeholders such as `@name` are no values, and are told in
 * the description. A list without words of its own has those of its entries, which get no row.
 */
function withWhatIsSaid(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withWhatIsSaid)
  if (!isRecord(schema)) return schema
  const read = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, withWhatIsSaid(value)]))
  const ofEntries = textIn(recordIn(schema['items'])['description'])
  if (ofEntries !== '' && textIn(schema['description']) === '') return { ...read, description: ofEntries }
  const mock = recordIn(schema['mock'])['mock']
  if (typeof mock !== 'string') return read
  if (PLACEHOLDER.test(mock)) {
    const said = [textIn(schema['description']), `Mock: ${mock}`]
    return { ...read, description: said.filter((text) => text !== '').join(' · ') }
  }
  if (schema['example'] !== undefined) return read
  const example = schema['type'] === 'string' ? mock : schema['type'] === 'boolean' ? mock === 'true' : numberIn(mock)
  return mock === '' || example === null ? read : { ...read, example }
}

/** As written, if it is one. */
function numberIn(text: string): unknown {
  const value = valueIn(text)
  if (typeof value === 'number' || value instanceof WrittenNumber) return value
  return Number.isNaN(Number(text)) ? null : Number(text)
}

/** A short HTML text without its tags. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<br\s?\/?>|<\/(?:p|div|li)>/gi, '\n')
    .replaceAll(/<[^<>]{0,1000}>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
