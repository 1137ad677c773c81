import { ShowdocRefusal } from '../refusal.ts'
import { DumpText, SETS_ZONE, type DumpedValue } from './dump-text.ts'
import type { DumpTexts } from './dump-texts.ts'

/** The content of a MySQL dump, in its order. */
export type DumpEvent =
  | { readonly kind: 'table'; readonly table: DumpedTable; readonly line: number }
  | {
      readonly kind: 'row'
      readonly name: string
      readonly columns: readonly string[]
      readonly values: DumpedRow
      /** What becomes of a row whose number is there already. */
      readonly onTwice: 'fail' | 'ignore' | 'replace'
      readonly line: number
    }
  /** A statement about the time zone of what follows. */
  | { readonly kind: 'zone'; readonly statement: string }
  /** The next auto-increment value of a table, said after its rows. */
  | { readonly kind: 'next'; readonly name: string; readonly next: number }

export interface DumpedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** The numeric columns. */
  readonly numbers: ReadonlySet<string>
  /** The columns with moments, which are written in the time zone of the dump. */
  readonly moments: ReadonlySet<string>
  /** The columns with dates and times of no time zone. */
  readonly dates: ReadonlySet<string>
  /** The auto-increment column; null without one. */
  readonly numbered: string | null
  /** MySQL's names of the character sets of its texts. */
  readonly sets: ReadonlySet<string>
  /** The next auto-increment value; 0 when unknown. */
  readonly next: number
}
type DumpedRow = readonly DumpedValue[]

/** Of a table definition, or of the part of a statement before its rows. */
const LONGEST_HEAD = 1024 * 1024

interface Reading {
  readonly pieces: AsyncIterable<string>
  readonly texts: DumpTexts
  readonly isWithoutEscapes?: boolean
}

/**
 * The tables and rows of a dump in the formats of mysqldump, mariadb-dump, phpMyAdmin and Navicat: many rows per
 * statement, escapes, hexadecimal numbers. Comments and statements that change no row are skipped. Memory use is limited
 * to about one value, whatever the size of the dump.
 * @throws ShowdocRefusal with the line for anything that is not understood, and for a dump that is cut off
 */
export async function* dumpEvents({
  pieces,
  texts,
  isWithoutEscapes = false,
}: Reading): AsyncGenerator<DumpEvent, void> {
  const text = new DumpText(pieces, { texts, isWithoutEscapes })
  try {
    yield* eventsIn(text)
  } finally {
    await text.close()
  }
}

async function* eventsIn(text: DumpText): AsyncGenerator<DumpEvent, void> {
  const columnsOf = new Map<string, readonly string[]>()
  for (;;) {
    await text.skipBlank()
    if (await text.isAtEnd()) break
    await text.fill(LONGEST_HEAD)
    const { line } = text
    if (text.sees(SETS_ZONE)) yield { kind: 'zone', statement: text.take(SETS_ZONE)[0] }
    else if (text.skip(DELIMITER)) await text.skipTo(/^DELIMITER[ \t]+;[ \t]*$/im)
    else if (text.sees(CREATE)) {
      const table = tableIn(await text.statement(), line)
      columnsOf.set(table.name, table.columns)
      yield { kind: 'table', table, line }
    } else if (text.sees(INSERT)) {
      const [, verb = '', quotedName = '', listed] = text.take(INSERT)
      const name = bare(quotedName)
      const columns = listed === undefined ? columnsOf.get(name) : namesIn(listed)
      if (!columns) throw new ShowdocRefusal('dumpColumnsUnsaid', { table: name, line })
      const onTwice = /REPLACE/i.test(verb) ? 'replace' : /IGNORE/i.test(verb) ? 'ignore' : 'fail'
      do yield { kind: 'row', name, columns, values: await rowOf(text, name, columns.length), onTwice, line: text.line }
      while (await text.hasNext())
    } else if (text.sees(CHANGE))
      throw new ShowdocRefusal('dumpChanges', { statement: text.take(CHANGE)[0].trim(), line })
    else if (text.sees(NEXT)) {
      const [, quotedName = '', next] = text.take(NEXT)
      yield { kind: 'next', name: bare(quotedName), next: Number(next) }
    } else await text.skipStatement()
  }
  text.assertWhole()
}

const NAME = '(?:`[^`]+`|"[^"]+"|[\\w$]+)'
const DELIMITER = /DELIMITER[ \t]+(?!;[ \t]*$)\S+[ \t]*$/imy
const CREATE = /CREATE\s+TABLE\s/iy
/** As phpMyAdmin says it, behind all rows. */
const NEXT = new RegExp(
  `ALTER\\s+TABLE\\s+(?:${NAME}\\.)?(${NAME})\\s+MODIFY\\s(?:'(?:[^'\\\\]|\\\\.|'')*'|[^;'"])*?,\\s*AUTO_INCREMENT\\s*=\\s*(\\d{1,15})\\s*;`,
  'iy',
)
/** Statements that would have to be carried out. */
const CHANGE = /(?:INSERT|REPLACE|UPDATE|DELETE|LOAD)\s/iy
const INSERT = new RegExp(
  `((?:INSERT|REPLACE)\\s+(?:LOW_PRIORITY\\s+|DELAYED\\s+)?(?:IGNORE\\s+)?)INTO\\s+(?:${NAME}\\.)?(${NAME})\\s*(\\([^)]*\\)\\s*)?VALUES?\\s*`,
  'iy',
)
const bare = (name: string): string => name.replaceAll(/^[`"]|[`"]$/g, '')
const namesIn = (list: string): readonly string[] =>
  Array.from(list.matchAll(new RegExp(NAME, 'g')), ([name]) => bare(name).toLowerCase())

function tableIn(statement: string, at: number): DumpedTable {
  const head = new RegExp(`^CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:${NAME}\\.)?(${NAME})\\s*\\(`, 'i').exec(
    statement,
  )
  if (!head) throw new ShowdocRefusal('dumpTableNameless', { line: at })
  const columns: string[] = []
  const [numbers, moments, dates] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let numbered: string | null = null
  for (const line of definitionsIn(statement.slice(head[0].length))) {
    const [, name, type = ''] = new RegExp(`^(${NAME})\\s+(\\w+)`).exec(line) ?? []
    if (name === undefined || /^(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK)\b/i.test(line))
      continue
    const column = bare(name).toLowerCase()
    columns.push(column)
    if (/int$|^(?:integer|bit|year|decimal|numeric|float|double|real)$/i.test(type)) numbers.add(column)
    if (/^timestamp$/i.test(type)) moments.add(column)
    if (/^datetime$/i.test(type)) dates.add(column)
    if (/\bAUTO_INCREMENT\b/i.test(line)) numbered = column
  }
  const next = Number(/\)[^)]*\bAUTO_INCREMENT\s*=\s*(\d{1,15})/i.exec(statement)?.[1] ?? 0)
  const sets = new Set(Array.from(statement.matchAll(SET), ([, set = '']) => set.toLowerCase()))
  return { name: bare(head[1] ?? ''), columns, numbers, moments, dates, numbered, sets, next }
}

const SET = /\b(?:CHARSET|CHARACTER\s+SET)\s*=?\s*(\w+)/gi

/** The parts between commas outside parentheses and quotes. */
function definitionsIn(text: string): readonly string[] {
  const lines: string[] = []
  let depth = 0
  let line = ''
  for (const [part] of text.matchAll(/'(?:[^'\\]|\\.|'')*'|`[^`]*`|"[^"]*"|[(),]|[^'`"(),]+/gs)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth < 0) break
    if (part === ',' && depth === 0) {
      lines.push(line.trim())
      line = ''
    } else line += part
  }
  return [...lines, line.trim()]
}

async function rowOf(text: DumpText, table: string, count: number): Promise<DumpedRow> {
  if (!(await text.takesSign('('))) throw new ShowdocRefusal('dumpRowBegins', { table, line: text.line })
  const values: DumpedValue[] = []
  do values.push(await text.value(table))
  while (await text.takesSign(','))
  if (!(await text.takesSign(')'))) throw new ShowdocRefusal('dumpRowEnds', { table, line: text.line })
  if (values.length !== count)
    throw new ShowdocRefusal('dumpRowCount', { table, values: values.length, columns: count, line: text.line })
  return values
}
