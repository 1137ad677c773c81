import { isApiDocument, kindOf, readApiDocument } from '#plugins/api-document/api.ts'

/** What an API document says about the response. */
export interface DescribedAnswer {
  /** JSON as written there; null when it is not JSON. */
  readonly example: string | null
  readonly fields: readonly DescribedField[]
}
export interface DescribedField {
  /** With their path, as `data.list[].id`. */
  readonly name: string
  readonly type: string
}

const MOST_FIELDS = 500
const DEEPEST = 20

/** Null for a page that is not an API document. */
export function describedAnswer(content: string): DescribedAnswer | null {
  if (!isApiDocument(content)) return null
  const { example, parameters } = readApiDocument(content).response
  const fields = parameters.filter(({ name }) => name !== '').slice(0, MOST_FIELDS)
  return {
    example: isStructure(example) ? example : null,
    fields: fields.map(({ name, type }) => ({ name, type })),
  }
}

function isStructure(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

interface Field {
  type: string
  isList: boolean
  readonly fields: Map<string, Field>
}
const newField = (): Field => ({ type: '', isList: false, fields: new Map() })

/** A template derived from fields: values by name and type, three per list. */
export function templateOfFields(described: readonly DescribedField[]): string {
  const root = newField()
  for (const { name, type } of described) {
    let field = root
    const parts = partsOf(name)
    for (const [at, part] of parts.entries()) {
      const inner = field.fields.get(part.name) ?? newField()
      field.fields.set(part.name, inner)
      inner.isList ||= part.isList
      if (at === parts.length - 1) {
        inner.type = type
        inner.isList ||= kindOf(type) === 'array'
      }
      field = inner
    }
  }
  return JSON.stringify(templateOf(root, ''), null, 2)
}

function partsOf(name: string): readonly { readonly name: string; readonly isList: boolean }[] {
  const parts = name.split('.').slice(0, DEEPEST)
  return parts.flatMap((part) => {
    const bare = withoutBrackets(part)
    return bare === '' ? [] : [{ name: bare, isList: bare !== part }]
  })
}

function withoutBrackets(part: string): string {
  let bare = part
  while (bare.endsWith(']') && bare.includes('[')) bare = bare.slice(0, bare.lastIndexOf('['))
  return bare
}

function templateOf({ type, fields }: Field, name: string): unknown {
  if (fields.size === 0) return placeholderFor(name, type)
  return Object.fromEntries(
    [...fields].map(([key, inner]) =>
      inner.isList ? [`${key}|3`, [templateOf(inner, key)]] : [key, templateOf(inner, key)],
    ),
  )
}

/** The first that matches the name of a text field. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/e?mail/i, '@email'],
  [/phone|mobile|^tel/i, '1@string("number", 10)'],
  [/avatar|image|img|logo|photo|picture|icon/i, '@image'],
  [/url|link|href/i, '@url'],
  [/^ip$|[a-z]Ip$|_ip$/, '@ip'],
  [/date$|birthday/i, '@date'],
  [/time|date|(?:_at|At)$|created|updated/, '@datetime'],
  [/province/i, '@province'],
  [/city/i, '@city'],
  [/address/i, '@address'],
  [/zip|postcode/i, '@zip'],
  [/colou?r/i, '@color'],
  [/uuid|guid|token/i, '@guid'],
  [/^id$|Id$|_id$/, '@id'],
  [/name|author|^user$/i, '@cname'],
  [/desc|content|remark|message|^msg$|text|comment/i, '@csentence'],
]

function placeholderFor(name: string, type: string): unknown {
  const kind = kindOf(type)
  if (kind === 'integer') return wholeNumberFor(name)
  if (kind === 'number') return '@float(1, 1000, 2, 2)'
  if (kind === 'boolean') return '@boolean'
  if (kind === 'object') return {}
  if (kind === 'null') return null
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? '@ctitle(3, 7)'
}

function wholeNumberFor(name: string): string | number {
  if (/^(?:error_?)?code$/i.test(name)) return 0
  if (/^id$/i.test(name)) return '@increment'
  if (/time|date|(?:_at|At)$/.test(name)) return '@timestamp'
  if (/status|state|type|level/i.test(name)) return '@integer(0, 3)'
  return '@integer(1, 1000)'
}
