import { kindOf, writtenValue, type Parameter } from '#plugins/api-document/api.ts'
import { PATH_VARIABLE, type AddressParts } from '../address.ts'

export type Place = 'query' | 'header' | 'path' | 'cookie'

/** A path in the notation of OpenAPI, with the names of its variables. */
export function templated(path: string): { readonly path: string; readonly names: readonly string[] } {
  const names = new Set<string>()
  const parts: string[] = []
  let end = 0
  for (const found of path.matchAll(PATH_VARIABLE)) {
    const name = (found[1] ?? found[2] ?? found[3] ?? '').trim()
    parts.push(plain(path.slice(end, found.index)), name === '' ? plain(found[0]) : `{${name}}`)
    if (name !== '') names.add(name)
    end = found.index + found[0].length
  }
  parts.push(plain(path.slice(end)))
  return { path: parts.join('') || '/', names: [...names] }
}

/** Braces would be read as a variable, and a space ends an address. */
const plain = (text: string): string => text.replaceAll(/[{}\s\p{Cc}]/gu, (sign) => encodeURIComponent(sign))

/** The sent parameters, each name once. @param onLoss called when some were omitted */
export function kept(
  rows: readonly Parameter[],
  onLoss: () => void,
  sameAs: (name: string) => string = (name) => name,
): readonly Parameter[] {
  const known = new Set<string>()
  const found = rows.filter(({ name, isOff }) => {
    const key = sameAs(name)
    const isKept = name !== '' && !isOff && !known.has(key)
    if (isKept) known.add(key)
    return isKept
  })
  if (found.length < rows.length) onLoss()
  return found
}

/** The parameters of a query, including those in the address. */
export function withAddressed(rows: readonly Parameter[], query: AddressParts['query']): readonly Parameter[] {
  const known = new Set(rows.map(({ name }) => name))
  const added = query.filter(([name]) => name !== '' && !known.has(name)).map(([name, value]) => rowFor(name, value))
  return [...rows, ...added]
}

/** A row for a parameter that is only in the address. */
export const rowFor = (name: string, value = ''): Parameter => ({
  ...{ name, value, shortName: name, type: 'string', isRequired: true, remark: '' },
  ...{ isOff: false, isGlobal: false, depth: 0, path: [] },
})

export function parameterObject(place: Place, row: Parameter): object {
  const { name, isRequired, type, value, remark } = row
  return {
    name,
    in: place,
    ...(remark.trim() !== '' && { description: remark.trim() }),
    ...((isRequired || place === 'path') && { required: true }),
    schema: valueSchema(type),
    ...(value !== '' && { example: safeExample(writtenValue(type, value), value) }),
  }
}

/** A single value by its type. */
export function valueSchema(type: string): object {
  const kind = kindOf(type)
  return kind === 'array' ? { type: kind, items: {} } : { type: kind }
}

/** Programs would follow anything that looks like a reference, even in an example. */
export const safeExample = (value: unknown, written: string): unknown => (written.includes('"$ref"') ? written : value)
