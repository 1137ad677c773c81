import { isJsonObject, parsedAsWritten, WrittenNumber } from '#plugins/format-tools/api.ts'
import { isSchema, rowsOfExample, rowsOfSchema, type WrittenRow } from './schema.ts'

const MOST_ROWS = 2_000
/** Columns beyond this are not part of a table of parameters. */
const MOST_CELLS = 20

/** The parameters in a pasted text; none when there are none. */
export function rowsOfPaste(text: string): readonly WrittenRow[] {
  const plain = text.trim()
  if (plain === '') return []
  const rows = jsonRows(plain) ?? tableRows(plain) ?? queryRows(plain) ?? lineRows(plain)
  return withoutDoubles(rows).slice(0, MOST_ROWS)
}

function withoutDoubles(rows: readonly WrittenRow[]): readonly WrittenRow[] {
  const byName = new Map<string, WrittenRow>()
  for (const row of rows) if (row.name !== '' && !byName.has(row.name)) byName.set(row.name, row)
  return [...byName.values()]
}

function jsonRows(text: string): readonly WrittenRow[] | null {
  if (!/^[[{]/.test(text)) return null
  try {
    const value = parsedAsWritten(text)
    if (isSchema(value)) return rowsOfSchema(value)
    return rowsThemselves(value) ?? rowsOfExample(value)
  } catch {
    return null
  }
}

/** Rows as in another document. */
function rowsThemselves(value: unknown): readonly WrittenRow[] | null {
  if (!Array.isArray(value) || value.length === 0) return null
  const rows = value.slice(0, MOST_ROWS).map((row: unknown): WrittenRow | null => {
    if (!isJsonObject(row) || typeof row['name'] !== 'string') return null
    const said = (name: string): string => {
      const found = Object.hasOwn(row, name) ? row[name] : ''
      return found instanceof WrittenNumber ? found.text : typeof found === 'string' ? found : ''
    }
    if (!['remark', 'require', 'value'].some((name) => Object.hasOwn(row, name))) return null
    const require = said('require') === '1' ? '1' : '0'
    return { name: row['name'], require, type: said('type'), value: said('value'), remark: said('remark') }
  })
  return rows.every((row) => row !== null) ? rows : null
}

/** Cells from a spreadsheet or a markdown table. */
function tableRows(text: string): readonly WrittenRow[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const isMarkdown = lines.every((line) => /^\s*\|.*\|\s*$/.test(line))
  if (!isMarkdown && !lines.some((line) => line.includes('\t'))) return null
  const cells = lines
    .filter((line) => !isMarkdown || !/^[\s|:-]+$/.test(line))
    .map((line) =>
      isMarkdown
        ? line
            .trim()
            .slice(1, -1)
            .split(/(?<!\\)\|/)
        : line.split('\t'),
    )
    .slice(0, MOST_ROWS + 1)
    .map((row) => row.slice(0, MOST_CELLS).map(unwrapped))
  const [titles = [], ...rest] = cells
  const named = titles.map(columnNamed)
  return named.includes('name')
    ? rest.map((row) => rowOf(row, named))
    : cells.map((row) => rowOf(row, guessedColumns(cells)))
}

/** A cell without the surrounding marks. */
const unwrapped = (cell: string): string =>
  cell
    .trim()
    .replaceAll(String.raw`\|`, '|')
    .replace(/^"((?:[^"]|"")*)"$/s, (_, inside: string) => inside.replaceAll('""', '"'))
    .replace(/^`(.*)`$/s, '$1')

type Column = 'name' | 'require' | 'type' | 'value' | 'remark'
const TITLES: readonly (readonly [RegExp, Column])[] = [
  [/^(?:name|field|key|param(?:eter)?|header|参数名?称?|字段名?称?|名称|变量名)$/i, 'name'],
  [/^(?:require|required|mandatory|必选|必填|是否必[选填须])$/i, 'require'],
  [/^(?:type|类型|数据类型|参数类型|字段类型)$/i, 'type'],
  [/^(?:value|example|default|sample|示例值?|默认值?|值|样例)$/i, 'value'],
  [/^(?:remark|remarks|description|comment|note|说明|描述|备注|含义)$/i, 'remark'],
]
const columnNamed = (title: string): Column | null => TITLES.find(([pattern]) => pattern.test(title))?.[1] ?? null

const YES_OR_NO = /^(?:是|否|必选|可选|必填|选填|yes|no|y|n|true|false|0|1|required|optional|)$/i
const YES = /^(?:是|必选|必填|yes|y|true|1|required)$/i
const TYPE =
  /^(?:string|str|varchar|char|text|u?int\w*|integer|long|bigint|number|float|double|decimal|bool\w*|object|array|list|date\w*|time\w*|file|null|map|\w+\[\]|)$/i

/** Identifies the columns by their content. */
function guessedColumns(rows: readonly (readonly string[])[]): readonly (Column | null)[] {
  const width = Math.max(...rows.map((row) => row.length))
  const columns: (Column | null)[] = ['name']
  const is = (at: number, pattern: RegExp) =>
    rows.every((row) => pattern.test(row[at] ?? '')) && rows.some((row) => (row[at] ?? '') !== '')
  for (let at = 1; at < width; at += 1) {
    if (!columns.includes('require') && is(at, YES_OR_NO)) columns.push('require')
    else if (!columns.includes('type') && is(at, TYPE)) columns.push('type')
    else columns.push(at === width - 1 && width > 2 ? 'remark' : columns.includes('value') ? 'remark' : 'value')
  }
  return columns
}

function rowOf(cells: readonly string[], columns: readonly (Column | null)[]): WrittenRow {
  const at = (column: Column): string =>
    cells.filter((cell, position) => columns[position] === column && cell !== '').join(' ')
  return {
    name: at('name'),
    require: YES.test(at('require')) ? '1' : '0',
    type: at('type'),
    value: at('value'),
    remark: at('remark'),
  }
}

function queryRows(text: string): readonly WrittenRow[] | null {
  const query = /^\S*?\?(\S*)$/.exec(text)?.[1] ?? text
  if (!/^[^\s=&]+=[^\s&]*(?:&[^\s&]*)*$/.test(query)) return null
  return [...new URLSearchParams(query.replace(/#.*$/s, ''))].map(([name, value]) => ({
    ...{ name, value, require: '0', type: /^-?\d{1,15}$/.test(value) ? 'integer' : 'string', remark: '' },
  }))
}

/** Headers, or one name per line. */
const lineRows = (text: string): readonly WrittenRow[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [, name, value = ''] = /^\s*([^\s:=,;{}()[\]"<>]{1,200})\s*(?:[:=]\s*(.*))?$/.exec(line) ?? []
    return name === undefined ? [] : [{ name, require: '0' as const, type: 'string', value: value.trim(), remark: '' }]
  })
