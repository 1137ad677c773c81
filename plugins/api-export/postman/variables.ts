/** A variable of a collection or an environment, as far as a page says it. */
export interface Variable {
  readonly key: string
  readonly value: string
  readonly description: string
  readonly isOff: boolean
  /** Its value stayed with those who know it. */
  readonly isSecret: boolean
}
export interface PageOfVariables {
  readonly variables: readonly Variable[]
  /** What stands above the table. */
  readonly prose: string
}

/** The tables that the import makes of variables, and the sign for a secret. */
const HEADS = new Set(['Variable\nValue\nDescription', '变量\n值\n说明'])
const SECRET = '••••••'
/** The titles of the page of a collection's own variables; that of an environment has its name. */
const OF_COLLECTION = new Set(['Variables', '变量'])

/** The variables in the table with which a page ends; null for any other page. */
export function variablesIn({ title, content }: Record<'title' | 'content', string>): PageOfVariables | null {
  const lines = content.trimEnd().split(/\r?\n/)
  const at = lines.findIndex((line) => line.startsWith('|') && HEADS.has(cellsOf(line).map(textOf).join('\n')))
  if (at < 0 || !isRule(lines[at + 1] ?? '')) return null
  const rows = lines.slice(at + 2)
  const prose = lines.slice(0, at).join('\n').trim()
  if (!rows.every((row) => row.startsWith('|')) || (prose !== '' && !isOfCollection(title))) return null
  return { prose, variables: rows.map(variableIn).filter(({ key }) => key !== '') }
}

/** The line below the head of a table. */
const isRule = (line: string): boolean => line.includes('---') && /^[\s|:-]*$/.test(line)

export const isOfCollection = (title: string): boolean => OF_COLLECTION.has(title)

/** @returns the entry of a collection's list */
export const ofCollection = ({ isOff, ...variable }: Variable): object => ({
  ...entryOf(variable),
  ...(isOff && { disabled: true }),
})
/** @returns the entry of an environment's list */
export const ofEnvironment = ({ isOff, ...variable }: Variable): object => ({ ...entryOf(variable), enabled: !isOff })

const entryOf = ({ key, value, description, isSecret }: Omit<Variable, 'isOff'>): object => ({
  ...{ key, value },
  ...(isSecret && { type: 'secret' }),
  ...(description !== '' && { description }),
})

function variableIn(row: string): Variable {
  const [name = '', value = '', description = ''] = cellsOf(row).map(textOf)
  const [, struck] = /^~~(.+)~~$/s.exec(name) ?? []
  const isSecret = value === SECRET
  return { key: struck ?? name, value: isSecret ? '' : value, description, isOff: struck !== undefined, isSecret }
}

/** Between the bars of a row that are not escaped. */
function cellsOf(line: string): readonly string[] {
  const cells = [...line.trim().matchAll(/((?:\\.?|[^|\\])*)(?:\||$)/gs)].map(([, cell = '']) => cell.trim())
  return cells.slice(1, -1)
}

/** What a cell of the import says. */
const textOf = (cell: string): string => cell.replaceAll('<br>', '\n').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
