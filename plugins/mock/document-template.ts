/** What an API document says of the answer to its call. */
export interface DescribedAnswer {
  /** JSON as it is written there; null where it is none. */
  readonly example: string | null
  readonly fields: readonly DescribedField[]
}
export interface DescribedField {
  /** With those it lies in, as `data.list[].id`. */
  readonly name: string
  readonly type: string
}

const MOST_FIELDS = 500
const DEEPEST = 20

/** Null for a page that is no API document. */
export function describedAnswer(content: string): DescribedAnswer | null {
  const response = recordAt(parsed(content), 'response')
  if (response === null) return null
  const { responseExample: example, responseParamsDesc: rows } = response
  const fields = (Array.isArray(rows) ? rows : []).slice(0, MOST_FIELDS).flatMap((row: unknown) => {
    const [name, type] = [textAt(row, 'name'), textAt(row, 'type')]
    return name === '' ? [] : [{ name, type }]
  })
  return { example: typeof example === 'string' && isValue(parsed(example)) ? example : null, fields }
}

const isValue = (value: unknown): boolean => typeof value === 'object' && value !== null

interface Field {
  type: string
  isList: boolean
  readonly fields: Map<string, Field>
}
const newField = (): Field => ({ type: '', isList: false, fields: new Map() })

/** A template for what fields describe: values by their names and types, three in every list. */
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
        inner.isList ||= /^(?:array|list|数组)\b|\[\]\s*$/i.test(type.trim())
      }
      field = inner
    }
  }
  return JSON.stringify(templateOf(root, ''), null, 2)
}

function partsOf(name: string): readonly { readonly name: string; readonly isList: boolean }[] {
  const parts = name.split('.').slice(0, DEEPEST)
  return parts.flatMap((part) => {
    const bare = part.replace(/(?:\[[^\]]*\])+$/, '')
    return bare === '' ? [] : [{ name: bare, isList: bare !== part }]
  })
}

function templateOf({ type, fields }: Field, name: string): unknown {
  if (fields.size === 0) return placeholderFor(name, type)
  return Object.fromEntries(
    [...fields].map(([key, inner]) =>
      inner.isList ? [`${key}|3`, [templateOf(inner, key)]] : [key, templateOf(inner, key)],
    ),
  )
}

/** The first that fits the name of a text. */
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
  if (/^(?:u?int|integer|long|short|bigint|整)/i.test(type)) return wholeNumberFor(name)
  if (/^(?:number|float|double|decimal|数)/i.test(type)) return '@float(1, 1000, 2, 2)'
  if (/^(?:bool|布尔)/i.test(type)) return '@boolean'
  if (/^(?:object|map|dict|json|对象)/i.test(type)) return {}
  if (/^null$/i.test(type)) return null
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? '@ctitle(3, 7)'
}

function wholeNumberFor(name: string): string | number {
  if (/^(?:error_?)?code$/i.test(name)) return 0
  if (/^id$/i.test(name)) return '@increment'
  if (/time|date|(?:_at|At)$/.test(name)) return '@timestamp'
  if (/status|state|type|level/i.test(name)) return '@integer(0, 3)'
  return '@integer(1, 1000)'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function recordAt(value: unknown, name: string): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  const found = (value as Readonly<Record<string, unknown>>)[name]
  return typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>) : null
}

function textAt(value: unknown, name: string): string {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return ''
  const found = (value as Readonly<Record<string, unknown>>)[name]
  return typeof found === 'string' ? found : ''
}
