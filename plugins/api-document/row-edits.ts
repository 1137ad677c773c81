import {
  edited,
  withElement,
  withMovedElement,
  memberOf,
  nodeAt,
  readJson,
  type JsonPath,
} from '#plugins/format-tools/api.ts'
import { ROW_FIELDS, rowsIn, type Parameter, type RowField } from './parameters.ts'
import type { WrittenRow } from './schema.ts'

/** The content with another text in a field of a row. */
export function withField(content: string, row: Parameter, field: Exclude<RowField, 'require'>, text: string): string {
  const node = nodeAt(readJson(content).root, row.path)
  if (node?.kind === 'scalar') return edited(content, row.path, { name: row.name, [field]: text })
  // Rows within others say only their own part of the name.
  const said = field === 'name' && row.path.includes('children') ? text.split('.').at(-1) : text
  return edited(content, [...row.path, nameOf(content, row, field)], said)
}

/** The content with a row that has to be sent, or need not be, in the way this row has said it so far. */
export function withRequired(content: string, row: Parameter, isRequired: boolean): string {
  const node = nodeAt(readJson(content).root, row.path)
  if (node?.kind === 'scalar') return edited(content, row.path, { name: row.name, require: isRequired ? '1' : '0' })
  const name = nameOf(content, row, 'require')
  const there = memberOf(node, name)?.node
  const before = there?.kind === 'scalar' ? there.value : '0'
  const said =
    typeof before === 'boolean' ? isRequired : typeof before === 'number' ? Number(isRequired) : isRequired ? '1' : '0'
  return edited(content, [...row.path, name], said)
}

/** The name under which the row has this field already. */
function nameOf(content: string, row: Parameter, field: RowField): string {
  const node = nodeAt(readJson(content).root, row.path)
  const names: readonly string[] = ROW_FIELDS[field]
  return names.find((name) => memberOf(node, name)) ?? names[0] ?? field
}

/** The content with one row more behind this one, or at the end of its table. */
export function withRow(content: string, table: JsonPath, after: Parameter | null, row: WrittenRow): string {
  const place = after?.path ?? []
  const at = place.at(-1)
  return typeof at === 'number'
    ? withElement(content, place.slice(0, -1), at + 1, row)
    : withElement(content, table, Infinity, row)
}

export const withoutRow = (content: string, row: Parameter): string => edited(content, row.path, undefined)

/** The content with the row one place further up or down among those it lies with. */
export function withMovedRow(content: string, row: Parameter, by: 1 | -1): string {
  const at = row.path.at(-1)
  return typeof at === 'number' ? withMovedElement(content, row.path.slice(0, -1), at, at + by) : content
}

/** The content with these rows: what is there already under the same name is brought up to date, all else is added. */
export function withRows(content: string, table: JsonPath, rows: readonly WrittenRow[]): string {
  let result = content
  const known = new Map(rowsIn(nodeAt(readJson(content).root, table), table).map((row) => [row.name, row]))
  const added: WrittenRow[] = []
  for (const row of rows) {
    const there = known.get(row.name)
    if (!there) {
      added.push(row)
      continue
    }
    // What people wrote stays where the new rows say nothing.
    for (const field of ['type', 'value', 'remark'] as const)
      if (row[field] && row[field] !== there[field]) result = withField(result, there, field, row[field])
  }
  for (const row of added) result = withElement(result, table, Infinity, row)
  return result
}
