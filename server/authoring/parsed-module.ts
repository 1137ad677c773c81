import { parseAst } from 'vite'

/** The parts of a syntax tree that are used. */
export interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

/** The statements of an ES module; null when it cannot be read. */
export function bodyOf(source: string, lang: 'js' | 'ts' = 'js'): readonly Part[] | null {
  try {
    return parseAst(source, { lang }).body as unknown as readonly Part[]
  } catch {
    return null
  }
}

const IMPORTING: ReadonlySet<unknown> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
])

/** What the module imports or exports again, as it is written there; not what is only known when it runs. */
export function specifiersIn(body: readonly Part[]): readonly string[] {
  const found = new Set<string>()
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { type, source } = part as Partial<Part>
    const specifier = IMPORTING.has(type) ? (source as Part | null)?.['value'] : undefined
    if (typeof specifier === 'string') found.add(specifier)
    for (const inner of Object.values(part)) look(inner)
  }
  look(body)
  return [...found]
}
