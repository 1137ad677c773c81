import type { Language } from '#core/plugin.ts'
import { headingWords } from '#plugins/format-tools/api.ts'
import { keptDescription, saidBefore, type Said } from '../descriptions.ts'
import { cellOf, cellsIn, paragraphOf, plainOf, tableOf } from './cell-text.ts'
import type { Table } from './table.ts'
import { dictionaryWords } from './words.ts'

/** The key for the description of the table itself; no column has this name. */
const OF_TABLE = ''

/** The descriptions in a database, by column. */
export const saidOf = ({ comment, columns }: Table): Said => ({
  [OF_TABLE]: comment,
  ...Object.fromEntries(columns.map((column) => [column.name, column.comment])),
})

/**
 * The page of a table. Text that people wrote in descriptions and in their own sections is kept. @param there the
 * current page; null for a new one @param before the descriptions when the database was last sent
 */
export function tablePage(table: Table, there: string | null, before: Said, language: Language): string {
  const words = dictionaryWords[language]
  const known = readPage(there ?? '')
  const rows = table.columns.map((column) => {
    const { name, type, isNullable, defaultValue, isPrimary, comment } = column
    const written = known.descriptions.get(plainOf(cellOf(name)))
    const facts = [name, type, isNullable ? words.yes : words.no, defaultValue, isPrimary ? words.primary : '']
    return [...facts.map(cellOf), keptText(cellOf(comment), written, saidBefore(before, name))]
  })
  const heads = [words.column, words.type, words.nullable, words.defaultValue, words.key, words.description]
  const indexes = table.indexes.map(({ name, columns, isUnique }) =>
    [name, columns, isUnique ? words.yes : words.no].map(cellOf),
  )
  const references = table.references.map((reference) => {
    const targets = reference.targets.length > 0 ? ` (${reference.targets.join(', ')})` : ''
    return [reference.columns.join(', '), `${reference.table}${targets}`].map(cellOf)
  })
  return [
    keptText(paragraphOf(table.comment), known.intro, saidBefore(before, OF_TABLE)),
    tableOf(heads, rows),
    ...sectionOf(words.indexes, [words.index, words.columns, words.unique], indexes),
    ...sectionOf(words.references, [words.columns, words.refersTo], references),
    known.rest,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const sectionOf = (title: string, heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : [`## ${title}`, tableOf(heads, rows)]

/** Text written by people is kept exactly. */
function keptText(now: string, written: string | undefined, before: string | undefined): string {
  if (written === undefined) return now
  const said = before === undefined ? undefined : plainOf(cellOf(before))
  return keptDescription(plainOf(now), plainOf(written), said) === plainOf(now) ? now : written
}

interface ReadPage {
  /** The text above the columns. */
  readonly intro: string
  /** As in their cells, by column. */
  readonly descriptions: ReadonlyMap<string, string>
  /** The sections that people added below the columns. */
  readonly rest: string
}

const MADE_HEADINGS = new Set(
  Object.values(dictionaryWords).flatMap(({ indexes, references }) => [indexes, references]),
)

/** The heading of the last column, and the one in ShowDoc's pages. */
const DESCRIPTIONS = new Set([...Object.values(dictionaryWords).map(({ description }) => description), '注释'])
const FEWEST_CELLS = 5
/** ShowDoc's placeholder for a column without a comment. */
const NOTHING = '无'

function readPage(content: string): ReadPage {
  const lines = content.split(/\r?\n/)
  const headAt = lines.findIndex((line) => {
    const cells = cellsIn(line) ?? []
    return cells.length >= FEWEST_CELLS && DESCRIPTIONS.has(cells.at(-1) ?? '')
  })
  if (headAt < 0) return { intro: content.trim(), descriptions: new Map(), rest: '' }
  const width = cellsIn(lines[headAt] ?? '')?.length ?? 0
  const behind = lines.findIndex((line, at) => at > headAt && cellsIn(line) === null)
  const end = behind < 0 ? lines.length : behind
  const rows = lines.slice(headAt + 2, end).map((line) => cellsIn(line) ?? [])
  return {
    intro: lines.slice(0, headAt).join('\n').trim(),
    descriptions: new Map(rows.map((cells) => [plainOf(cells[0] ?? ''), writtenIn(cells[width - 1] ?? '')])),
    rest: restIn(lines.slice(end)),
  }
}
const writtenIn = (cell: string): string => (cell === NOTHING ? '' : cell)

/** The lines without the generated sections. */
function restIn(lines: readonly string[]): string {
  const kept: string[] = []
  let isMade = false
  for (const line of lines) {
    if (/^##\s/.test(line)) isMade = MADE_HEADINGS.has(headingWords(line.slice(2)))
    else if (isMade && line.trim() !== '' && cellsIn(line) === null) isMade = false
    if (!isMade) kept.push(line)
  }
  return kept.join('\n').trim()
}
