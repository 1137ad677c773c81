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
  // Nested rows contain only their own part of the name.
  const said = field === 'name' && row.path.includes('children') ? text.split('.').at(-1) : text
  return edited(content, [...row.path, nameOf(content, row, field)], said)
}

/** The content with a row set to required or optional, in the notation the row already uses. */
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

/** The name the row already uses for this field. */
function nameOf(content: string, row: Parameter, field: RowField): string {
  const node = nodeAt(readJson(content).root, row.path)
  const names: readonly string[] = ROW_FIELDS[field]
  return names.find((name) => memberOf(node, name)) ?? names[0] ?? field
}

/** The content with a new row after this one, or at the end of its table. */
export function withRow(content: string, table: JsonPath, after: Parameter | null, row: WrittenRow): string {
  const place = after?.path ?? []
  const at = place.at(-1)
  return typeof at === 'number'
    ? withElement(content, place.slice(0, -1), at + 1, row)
    : withElement(content, table, Infinity, row)
}

export const withoutRow = (content: string, row: Parameter): string => edited(content, row.path, undefined)

/** The content with the row moved up or down by one among its siblings. */
export function withMovedRow(content: string, row: Parameter, by: 1 | -1): string {
  const at = row.path.at(-1)
  return typeof at === 'number' ? withMovedElement(content, row.path.slice(0, -1), at, at + by) : content
}

/** The content with these rows: existing ones of the same name are updated, others are added. */
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
    // Text written by people stays where the new rows have none.
    for (const field of ['type', 'value', 'remark'] as const)
      if (row[field] && row[field] !== there[field]) result = withField(result, there, field, row[field])
  }
  for (const row of added) result = withElement(result, table, Infinity, row)
  return result
}
