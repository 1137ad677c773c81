import { isJsonObject, parsedAsWritten, WrittenNumber } from './json/written-numbers.ts'
import { markdownTable } from './markdown-table.ts'

export interface JsonWords {
  readonly name: string
  readonly type: string
  readonly required: string
  readonly description: string
  readonly yes: string
  readonly no: string
}

/** Deeper values are listed as `object` without their fields. */
const DEEPEST = 30

/**
 * The fields of a JSON text as a parameter table, nested ones by path: `user.name`, `list[].id`.
 * Numbers are shown as written.
 * Entries of a list are combined; a field missing in some of them is optional. The description contains the value as an
 * example.
 * @throws SyntaxError when the text is not JSON
 */
export function jsonTable(json: string, words: JsonWords): string {
  const fields = new Map<string, Field>()
  collect('', [parsedAsWritten(json)], fields, 0)
  const rows = [...fields].map(([path, { types, isRequired, example }]) => [
    path,
    [...types].join(' | '),
    isRequired ? words.yes : words.no,
    example,
  ])
  return markdownTable([words.name, words.type, words.required, words.description], rows)
}

interface Field {
  readonly types: Set<string>
  readonly isRequired: boolean
  readonly example: string
}

/** Records everything below `path`, of which `values` are all occurrences. */
function collect(path: string, values: readonly unknown[], fields: Map<string, Field>, depth: number): void {
  if (depth > DEEPEST) return
  const objects = values.filter(isJsonObject)
  const names = new Set(objects.flatMap((object) => Object.keys(object)))
  for (const name of names) {
    const holders = objects.filter((object) => Object.hasOwn(object, name))
    const inner = path === '' ? name : `${path}.${name}`
    note(
      inner,
      holders.map((object) => object[name]),
      holders.length === objects.length,
      fields,
      depth,
    )
  }
  const lists = values.filter((value) => Array.isArray(value))
  if (lists.length > 0) collect(`${path}[]`, lists.flat(), fields, depth + 1)
  else if (path === '' && names.size === 0) note('', values, true, fields, depth)
}

function note(
  path: string,
  values: readonly unknown[],
  isRequired: boolean,
  fields: Map<string, Field>,
  depth: number,
): void {
  const plain = values
    .map((value) => (value instanceof WrittenNumber ? value.text : value))
    .find((value) => typeof value !== 'object')
  fields.set(path, {
    types: new Set(values.map(typeOf)),
    isRequired,
    example: plain === undefined ? '' : `${plain as string | number | boolean}`,
  })
  if (path !== '') collect(path, values, fields, depth + 1)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof WrittenNumber) return 'number'
  if (!Array.isArray(value)) return typeof value
  const inner = new Set(value.map((entry) => (Array.isArray(entry) ? 'array' : entry === null ? 'null' : typeof entry)))
  return inner.size === 1 ? `array<${[...inner].join('')}>` : 'array'
}
