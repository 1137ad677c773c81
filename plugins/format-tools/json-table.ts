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
 * Numbers are shown as written: `1.10` and `12345678901234567890` would change as JavaScript numbers.
 * Entries of a list are combined; a field missing in some of them is optional. The description contains the value as an
 * example.
 * @throws SyntaxError when the text is not JSON
 */
export function jsonTable(json: string, words: JsonWords): string {
  const fields = new Map<string, Field>()
  collect('', [parsed(json)], fields, 0)
  const rows = [...fields].map(([path, { types, isRequired, example }]) => [
    path,
    [...types].join(' | '),
    isRequired ? words.yes : words.no,
    example,
  ])
  return markdownTable([words.name, words.type, words.required, words.description], rows)
}

/** A number of a JSON text, as written. */
class WrittenNumber {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const NUMBERS = /"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*/g

function parsed(json: string): unknown {
  JSON.parse(json)
  const numbers: string[] = []
  const marked = json.replaceAll(NUMBERS, (token) =>
    token.startsWith('"') ? token : `{"number":${numbers.push(token) - 1}}`,
  )
  // The only plain numbers left are list indexes: those of the text are marked, and read first.
  return JSON.parse(marked, (_, value: unknown) =>
    isObject(value) && typeof value['number'] === 'number' ? new WrittenNumber(numbers[value['number']] ?? '') : value,
  )
}

interface Field {
  readonly types: Set<string>
  readonly isRequired: boolean
  readonly example: string
}

/** Records everything below `path`, of which `values` are all occurrences. */
function collect(path: string, values: readonly unknown[], fields: Map<string, Field>, depth: number): void {
  if (depth > DEEPEST) return
  const objects = values.filter(isObject)
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber)

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (value instanceof WrittenNumber) return 'number'
  if (!Array.isArray(value)) return typeof value
  const inner = new Set(value.map((entry) => (Array.isArray(entry) ? 'array' : entry === null ? 'null' : typeof entry)))
  return inner.size === 1 ? `array<${[...inner].join('')}>` : 'array'
}
