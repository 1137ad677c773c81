import { columnOf, namesIn, referenceOf, type Column, type ReadColumn } from './columns.ts'
import { inside, isWord, partsOf, TokenReader } from './token-reader.ts'
import { tokensOf, type Token } from './tokens.ts'

export interface Table {
  readonly name: string
  readonly comment: string
  readonly columns: readonly Column[]
}

/**
 * The tables created by the CREATE TABLE statements of a script, in the dialects of MySQL, PostgreSQL or SQLite.
 * COMMENT ON, ALTER TABLE … ADD and CREATE UNIQUE INDEX extend them; everything else is skipped.
 * Takes linear time for any input.
 */
export function tablesIn(sql: string): readonly Table[] {
  const { list, remarks } = tokensOf(sql)
  const tables = new Map<string, Draft>()
  const reader = new TokenReader(list)
  while (!reader.isAtEnd) readStatement(reader, tables, remarks)
  return [...tables.values()].map(({ name, comment, columns }) => ({
    name,
    comment,
    columns: [...columns.values()].map(({ line: _line, ...column }) => column),
  }))
}

interface Draft {
  readonly name: string
  comment: string
  readonly columns: Map<string, ReadColumn>
}
type Drafts = Map<string, Draft>
const key = (name: string): string => name.toLowerCase()

function readStatement(reader: TokenReader, tables: Drafts, remarks: ReadonlyMap<number, string>): void {
  const first = reader.next()
  if (isWord(first, 'create')) {
    const kind = reader.takeUntil(
      (token) => ['table', 'index', 'create'].some((word) => isWord(token, word)) || token.kind !== 'word',
    )
    if (reader.skipWord('table')) readTable(reader, tables, remarks)
    else if (reader.skipWord('index') && kind.some((word) => isWord(word, 'unique'))) readUniqueIndex(reader, tables)
  } else if (isWord(first, 'comment') && reader.skipWord('on')) readComment(reader, tables)
  else if (isWord(first, 'alter') && reader.skipWord('table')) readAlteration(reader, tables)
}

const isEndOfStatement = (token: Token): boolean => token.raw === ';' || isWord(token, 'create')

function readTable(reader: TokenReader, tables: Drafts, remarks: ReadonlyMap<number, string>): void {
  reader.skipWords('if', 'not', 'exists')
  const name = reader.takeName()
  const opening = reader.peek()
  const body = reader.takeParentheses()
  const options = reader.takeUntil(isEndOfStatement)
  if (body.length === 0 || name === '') return
  const table: Draft = { name, comment: commentIn(options), columns: new Map() }
  const constraints: (readonly Token[])[] = []
  for (const part of partsOf(inside(body))) {
    if (isConstraint(part)) constraints.push(part)
    else addColumn(table, columnOf(part))
  }
  if (table.columns.size === 0) return
  addRemarks(table, remarks, opening?.line ?? 0)
  for (const constraint of constraints) applyConstraint(constraint, table)
  tables.set(key(name), table)
}

function addColumn(table: Draft, column: ReadColumn | null): void {
  if (column) table.columns.set(key(column.name), column)
}

/** `COMMENT = 'text'` in the table options. */
function commentIn(options: readonly Token[]): string {
  const at = options.findIndex((token) => isWord(token, 'comment'))
  if (at < 0) return ''
  const value = options[at + 1]?.raw === '=' ? options[at + 2] : options[at + 1]
  return value?.text ?? ''
}

/** SQLite has no COMMENT clause: an SQL comment after a column, or after the opening parenthesis, is used instead. */
function addRemarks(table: Draft, remarks: ReadonlyMap<number, string>, openingLine: number): void {
  const columnsOnLine = Map.groupBy(table.columns.values(), ({ line }) => line)
  for (const [line, columns] of columnsOnLine) {
    const [column] = columns
    const remark = remarks.get(line)
    if (column && columns.length === 1 && column.comment === '' && remark !== undefined)
      table.columns.set(key(column.name), { ...column, comment: remark })
  }
  if (table.comment === '' && !columnsOnLine.has(openingLine)) table.comment = remarks.get(openingLine) ?? ''
}

const CONSTRAINTS = new Set(['constraint', 'primary', 'unique', 'foreign', 'check', 'fulltext', 'spatial', 'like'])

function isConstraint([first, second, third]: readonly Token[]): boolean {
  if (first?.kind !== 'word') return false
  const word = first.text.toLowerCase()
  if (CONSTRAINTS.has(word)) return true
  if (word === 'exclude') return isWord(second, 'using') || second?.raw === '('
  // A column may be named key or index too: then its type follows, possibly with a length.
  const isNamed = third?.raw === '(' || isWord(third, 'using')
  return (word === 'key' || word === 'index') && (second?.raw === '(' || (isNamed && !hasLength(second)))
}
const TYPES_WITH_LENGTH = /^(n?(var)?char|(var)?binary|decimal|numeric|(tiny|small|medium|big)?int|bit|enum|set)$/i
const hasLength = (type: Token | undefined): boolean => type?.kind === 'word' && TYPES_WITH_LENGTH.test(type.text)

/** Named or unnamed PRIMARY KEY, UNIQUE and FOREIGN KEY constraints. */
function applyConstraint(tokens: readonly Token[], table: Draft): void {
  const reader = new TokenReader(tokens)
  if (reader.skipWord('constraint') && !startsConstraint(reader.peek())) reader.next()
  const kind = reader.next()?.text.toLowerCase()
  reader.takeUntil((token) => token.raw === '(')
  const columns = namesIn(reader.takeParentheses())
  if (kind === 'primary') mark(table, columns, 'PK', true)
  if (kind === 'unique') mark(table, columns, columns.length === 1 ? 'UQ' : `UQ(${columns.join(', ')})`)
  if (kind === 'foreign' && reader.skipWord('references')) mark(table, columns, `FK → ${referenceOf(reader)}`)
}
const startsConstraint = (token: Token | undefined): boolean =>
  ['primary', 'unique', 'foreign', 'check'].some((word) => isWord(token, word))

function mark(table: Draft, names: readonly string[], label: string, isRequired = false): void {
  for (const name of names) {
    const column = table.columns.get(key(name))
    if (!column || column.keys.includes(label)) continue
    const isNullable = column.isNullable && !isRequired
    table.columns.set(key(name), { ...column, isNullable, keys: [...column.keys, label] })
  }
}

/** `CREATE UNIQUE INDEX name ON table (column, …)`; other indexes are ignored. */
function readUniqueIndex(reader: TokenReader, tables: Drafts): void {
  const statement = new TokenReader(reader.takeUntil(isEndOfStatement))
  statement.takeUntil((token) => isWord(token, 'on'))
  statement.skipWords('on', 'only')
  const table = tables.get(key(statement.takeName()))
  statement.takeUntil((token) => token.raw === '(')
  const columns = namesIn(statement.takeParentheses())
  if (table) mark(table, columns, columns.length === 1 ? 'UQ' : `UQ(${columns.join(', ')})`)
}

/** `COMMENT ON TABLE t IS 'text'` and `COMMENT ON COLUMN t.c IS 'text'`. */
function readComment(reader: TokenReader, tables: Drafts): void {
  const subject = reader.next()
  const path = reader.takeUntil((token) => isWord(token, 'is') || token.raw === ';').filter(({ raw }) => raw !== '.')
  const text = reader.skipWord('is') ? reader.next() : undefined
  if (text?.kind !== 'string') return
  const isColumn = isWord(subject, 'column')
  const table = tables.get(key(path.at(isColumn ? -2 : -1)?.text ?? ''))
  if (table && isWord(subject, 'table')) table.comment = text.text
  const column = isColumn ? table?.columns.get(key(path.at(-1)?.text ?? '')) : undefined
  if (table && column) table.columns.set(key(column.name), { ...column, comment: text.text })
}

/** `ALTER TABLE t ADD …, ADD …`, used by dumps for keys. */
function readAlteration(reader: TokenReader, tables: Drafts): void {
  reader.skipWords('if', 'exists', 'only')
  const table = tables.get(key(reader.takeName()))
  const rest = reader.takeUntil(isEndOfStatement)
  if (!table) return
  for (const part of partsOf(rest)) {
    const inner = isWord(part[0], 'add') ? part.slice(1) : []
    if (isConstraint(inner)) applyConstraint(inner, table)
  }
}
