import { parsedWithOddNumbers, WrittenNumber } from '#plugins/format-tools/api.ts'
import type { ParameterRow } from './api-content.ts'
import { isRecord, shownValue } from './json-value.ts'

const MOST_ROWS = 300
const DEEPEST = 8

/** The parsed JSON of a text, its numbers as written; null when it is not JSON. */
export function valueIn(text: string): unknown {
  try {
    return parsedWithOddNumbers(text)
  } catch {
    return null
  }
}

/** The fields of an example as rows, `user.name` for fields of `user`. */
export function exampleRows(example: unknown): readonly ParameterRow[] {
  const rows: ParameterRow[] = []
  const add = (value: unknown, prefix: string, depth: number): void => {
    if (Array.isArray(value)) return add(value[0], prefix, depth + 1)
    if (!isRecord(value) || depth > DEEPEST) return
    for (const [name, inner] of Object.entries(value)) {
      if (rows.length >= MOST_ROWS) return
      const path = prefix === '' ? name : `${prefix}.${name}`
      const isDeep = Array.isArray(inner) || isRecord(inner)
      rows.push({ name: path, require: '0', type: typeOf(inner), value: isDeep ? '' : shownValue(inner), remark: '' })
      add(inner, path, depth + 1)
    }
  }
  add(example, '', 1)
  return rows
}

const typeOf = (value: unknown): string => {
  if (value instanceof WrittenNumber) return 'number'
  return Array.isArray(value)
    ? 'array'
    : value === null
      ? 'string'
      : typeof value === 'object'
        ? 'object'
        : typeof value
}
