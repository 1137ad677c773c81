import { memberOf, scalarText, textAt, type JsonNode, type JsonPath } from '#plugins/format-tools/api.ts'

/** A row of a table of parameters as text; '' for missing values. */
export interface Parameter {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** An example of the value, or its default. */
  readonly value: string
  readonly remark: string
  /** Disabled: described, but not sent. */
  readonly isOff: boolean
  /** Defined by the item, not by the document. */
  readonly isGlobal: boolean
  /** Its nesting level, and its name there. */
  readonly depth: number
  readonly shortName: string
  /** Where its row is in the content; empty when it is not there. */
  readonly path: JsonPath
}

/** The names that programs use for the fields of a row; new ones get the first name. */
export const ROW_FIELDS = {
  name: ['name', 'key'],
  type: ['type'],
  require: ['require', 'required'],
  value: ['value', 'example', 'default'],
  remark: ['remark', 'description', 'desc'],
} as const
export type RowField = keyof typeof ROW_FIELDS

/** The most rows of a table shown to readers; a content may have a hundred thousand. */
export const MOST_ROWS = 5_000
/** A name with more parts than this is not split. */
const MOST_PARTS = 64

/** The rows of an array, each followed by its nested rows; other values are skipped. */
export const parametersIn = (list: JsonNode | undefined, path: JsonPath): readonly Parameter[] =>
  rowsIn(list, path).filter(({ name, value, remark }) => name !== '' || value !== '' || remark !== '')

/** The same including empty rows. */
export function rowsIn(list: JsonNode | undefined, path: JsonPath): readonly Parameter[] {
  const rows: Parameter[] = []
  collect(list, path, '', rows)
  return asTree(rows)
}

function collect(list: JsonNode | undefined, path: JsonPath, prefix: string, rows: Parameter[], level = 0): void {
  if (list?.kind !== 'array' || level > MOST_PARTS) return
  for (const [at, { node }] of list.entries.entries()) {
    if (rows.length >= MOST_ROWS) return
    const row = parameterOf(node, [...path, at], prefix)
    if (row === null) continue
    rows.push(row)
    collect(memberOf(node, 'children')?.node, [...row.path, 'children'], `${row.name}.`, rows, level + 1)
  }
}

function parameterOf(node: JsonNode, path: JsonPath, prefix: string): Parameter | null {
  if (node.kind === 'array' || (node.kind === 'scalar' && node.value === null)) return null
  const said = (names: readonly string[]) => names.map((name) => textAt(node, name)).find((text) => text !== '') ?? ''
  const name = node.kind === 'scalar' ? scalarText(node) : said(ROW_FIELDS.name)
  const value = said(ROW_FIELDS.value)
  const remark = said(ROW_FIELDS.remark)
  return {
    ...{ name: prefix + name, value, remark, path, depth: 0, shortName: name, isGlobal: false },
    type: said(ROW_FIELDS.type),
    isRequired: YES.has(said(ROW_FIELDS.require).trim().toLowerCase()),
    isOff: YES.has(said(['disable', 'disabled']).toLowerCase()) || said(['enable', 'enabled', 'checked']) === 'false',
  }
}

const YES: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'y', '是', '必选', '必填'])

/** Rows are nested according to their names: `data.list[].id` in `data.list` in `data`, if these exist. */
function asTree(rows: readonly Parameter[]): readonly Parameter[] {
  const depths = new Map<string, number>()
  return rows.map((row) => {
    const parts = partsOf(row.name)
    const whole = parts.join('\n')
    for (let length = parts.length - 1; length > 0; length -= 1) {
      const depth = depths.get(parts.slice(0, length).join('\n'))
      if (depth === undefined) continue
      depths.set(whole, depth + 1)
      return { ...row, depth: depth + 1, shortName: parts.slice(length).join('.') }
    }
    if (row.name !== '') depths.set(whole, 0)
    return row
  })
}

/** The names on the path to a value; items of a list have none. */
export function partsOf(name: string): readonly string[] {
  const parts = name
    .replaceAll(/\[(?:\d+|\*)?\]/g, '.')
    .split('.')
    .filter((part) => part !== '' && part !== '*')
  return parts.length === 0 || parts.length > MOST_PARTS ? [name] : parts
}

/** The common parameters of an item that the document does not define itself. */
export function withGlobals(
  own: readonly Parameter[],
  globals: readonly unknown[],
  isSameName: (one: string, other: string) => boolean = (one, other) => one === other,
): readonly Parameter[] {
  const added = globals.slice(0, MOST_ROWS).flatMap((entry) => {
    const row = globalOf(entry)
    return row === null || row.isOff || own.some(({ name }) => isSameName(name, row.name)) ? [] : [row]
  })
  return [...own, ...added]
}

function globalOf(entry: unknown): Parameter | null {
  if (typeof entry !== 'object' || entry === null) return null
  const said = (name: string): string => {
    const value: unknown = Object.hasOwn(entry, name) ? entry[name as keyof typeof entry] : ''
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : ''
  }
  if (said('name') === '') return null
  return {
    ...{
      name: said('name'),
      shortName: said('name'),
      type: said('type'),
      value: said('value'),
      remark: said('remark'),
    },
    ...{ isRequired: YES.has(said('require')), isOff: said('enabled') === 'false', isGlobal: true, depth: 0, path: [] },
  }
}
