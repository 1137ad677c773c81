import type { Table } from './table.ts'

/** The most that mermaid renders and people can read. */
const MOST_TABLES = 60
const MOST_REFERENCES = 300
const MOST_COLUMNS = 30
const LONGEST = 40_000

/**
 * The foreign keys between tables, for mermaid; '' when there are none. If there are many tables, unconnected ones and
 * columns are omitted.
 */
export function erDiagram(tables: readonly Table[]): string {
  const related = relatedIn(tables)
  if (related.size === 0) return ''
  const shown = tables.filter(({ name }) => related.has(name)).slice(0, MOST_TABLES)
  const numbers = new Map(shown.map(({ name }, at) => [name, `t${at + 1}`]))
  const whole = diagramOf(shown, numbers, () => true)
  if (whole.length <= LONGEST) return whole
  const keys = diagramOf(shown, numbers, ({ isKey }) => isKey)
  return keys.length <= LONGEST ? keys : diagramOf(shown, numbers, () => false)
}

function relatedIn(tables: readonly Table[]): ReadonlySet<string> {
  const names = new Set(tables.map(({ name }) => name))
  return new Set(
    tables.flatMap(({ name, references }) =>
      references.flatMap(({ table: target }) => (names.has(target) ? [name, target] : [])),
    ),
  )
}

function diagramOf(
  tables: readonly Table[],
  numbers: ReadonlyMap<string, string>,
  isShown: (column: { readonly isKey: boolean }) => boolean,
): string {
  const entities = tables.flatMap(({ name, columns, references }) => {
    const foreign = new Set(references.flatMap((reference) => reference.columns))
    const rows = columns.flatMap(({ name: column, type, isPrimary }) => {
      const keys = [...(isPrimary ? ['PK'] : []), ...(foreign.has(column) ? ['FK'] : [])]
      if (!isShown({ isKey: keys.length > 0 })) return []
      return [`    ${wordOf(type)} ${wordOf(column)}${keys.length > 0 ? ` ${keys.join(', ')}` : ''}`]
    })
    const shown = rows.slice(0, MOST_COLUMNS)
    const head = `  ${numbers.get(name)}["${nameOf(name)}"]`
    return shown.length === 0 ? [head] : [`${head} {`, ...shown, '  }']
  })
  const lines = tables.flatMap(({ name, columns, references }) => {
    const mayBeNone = new Set(columns.flatMap((column) => (column.isNullable ? column.name : [])))
    return references.flatMap((reference) => {
      const target = numbers.get(reference.table)
      if (target === undefined) return []
      const ends = reference.columns.some((column) => mayBeNone.has(column)) ? '}o--o|' : '}o--||'
      return [`  ${numbers.get(name)} ${ends} ${target} : "${nameOf(reference.columns.join(', '))}"`]
    })
  })
  return ['erDiagram', ...entities, ...lines.slice(0, MOST_REFERENCES)].join('\n')
}

/** A name for use between quotes, without characters that mermaid cannot read there. */
const nameOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{N} _.,$@:()/-]/gu, '_')
    .slice(0, 100)
    .trim() || '_'

/** A type or column name as one word for mermaid, which splits words at spaces and reserves three of them. */
function wordOf(text: string): string {
  const word = text.replaceAll(/(?:[^A-Za-z0-9_\u00c0-\uffff]|[^\p{L}\p{M}\p{N}_])+/gu, '_').slice(0, 60)
  return /^[A-Za-z_\u00c0-\uffff]/.test(word) && !/^[PFU]K(?!\w)/i.test(word) ? word : `_${word}`
}

/** The position of a previous diagram; diagrams drawn by people are of another type or elsewhere. */
const BEGUN = '```mermaid\nerDiagram'
const CLOSED = '\n```'

/** The page of the diagram. Text written by people around it is kept. */
export function diagramPage(diagram: string, there: string | null): string {
  const drawing = `\`\`\`mermaid\n${diagram}\n\`\`\``
  if (there === null || there.trim() === '') return drawing
  const start = there.indexOf(BEGUN)
  const end = start < 0 ? -1 : there.indexOf(CLOSED, start)
  if (end < 0) return `${there.trimEnd()}\n\n${drawing}`
  return there.slice(0, start) + drawing + there.slice(end + CLOSED.length)
}
