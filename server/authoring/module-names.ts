import type { Part } from './parsed-module.ts'

/** The names a module has for what it imports, at its top. */
export interface ModuleNames {
  /** By the name in the module, what the other module calls it; `*` for all of it. */
  readonly imported: ReadonlyMap<string, string>
  /** What its variables begin with. */
  readonly values: ReadonlyMap<string, Part>
}

/** @param isWanted which modules imports count from */
export function namesIn(body: readonly Part[], isWanted: (source: string) => boolean): ModuleNames {
  const imported = new Map<string, string>()
  const values = new Map<string, Part>()
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration' && isWanted(textOf(statement['source']) ?? ''))
      for (const { type, local, imported: name } of listIn(statement, 'specifiers'))
        imported.set(textOf(local) ?? '', type === 'ImportSpecifier' ? (textOf(name) ?? '') : '*')
    const declared = statement.type === 'ExportNamedDeclaration' ? partIn(statement, 'declaration') : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of listIn(declared, 'declarations')) {
      const name = textOf(id)
      if (name !== null && init) values.set(name, init as Part)
    }
  }
  return { imported, values }
}

/** What a function that is called was imported as, e.g. `contribute`; null for any other function. */
export function calledAs(callee: unknown, names: ModuleNames, hidden: ReadonlySet<string>): string | null {
  const called = valueOf(callee, names, hidden)
  if (called?.type === 'Identifier') {
    const name = textOf(called) ?? ''
    return hidden.has(name) ? null : (names.imported.get(name) ?? null)
  }
  if (called?.type !== 'MemberExpression') return null
  const owner = textOf(called['object']) ?? ''
  return names.imported.get(owner) === '*' && !hidden.has(owner) ? textOf(called['property']) : null
}

/** The part itself, or what the variable it names begins with. */
export function valueOf(part: unknown, names: ModuleNames, hidden: ReadonlySet<string> = new Set()): Part | null {
  const passed = new Set<string>()
  let value = part as Part | null | undefined
  while (value?.type === 'Identifier') {
    const name = textOf(value) ?? ''
    const next = passed.has(name) || hidden.has(name) ? undefined : names.values.get(name)
    if (!next) break
    passed.add(name)
    value = next
  }
  return value ?? null
}

/** Looks at all parts, each with the names that mean something else there than at the top of the module. */
export function eachPart(
  part: unknown,
  look: (part: Part, hidden: ReadonlySet<string>) => void,
  hidden: ReadonlySet<string> = new Set(),
): void {
  if (typeof part !== 'object' || part === null) return
  const { type } = part as Partial<Part>
  const inside = type !== undefined && SCOPES.test(type) ? new Set([...hidden, ...namesMadeIn(part as Part)]) : hidden
  if (typeof type === 'string') look(part as Part, hidden)
  for (const inner of Object.values(part)) eachPart(inner, look, inside)
}

const FUNCTIONS = /^(?:Function|Arrow)/
const SCOPES = /^(?:Function|Arrow|BlockStatement|For|CatchClause|StaticBlock|Class)/

/** The names of parameters, variables, functions and classes, without those of functions within. */
function namesMadeIn(scope: Part): readonly string[] {
  const names: string[] = []
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    const { type = '', id, params, param } = part as Partial<Part> & { readonly params?: unknown }
    if (/^VariableDeclarator$|^FunctionDeclaration$|^ClassDeclaration$/.test(type)) names.push(...namesOfPattern(id))
    if (type === 'CatchClause') names.push(...namesOfPattern(param))
    if (FUNCTIONS.test(type) && part !== scope) return
    if (FUNCTIONS.test(type)) names.push(...namesOfPattern(params), ...namesOfPattern(id))
    for (const inner of Object.values(part)) look(inner)
  }
  look(scope)
  return names
}

/** As in `{ a, b: [c = 1], ...d }`. */
function namesOfPattern(pattern: unknown): readonly string[] {
  if (Array.isArray(pattern)) return pattern.flatMap(namesOfPattern)
  const part = pattern as Part | null | undefined
  switch (part?.type) {
    case 'Identifier':
      return [String(part['name'])]
    case 'AssignmentPattern':
      return namesOfPattern(part['left'])
    case 'RestElement':
      return namesOfPattern(part['argument'])
    case 'ArrayPattern':
      return namesOfPattern(part['elements'])
    case 'ObjectPattern':
      return listIn(part, 'properties').flatMap((each) => namesOfPattern(each['value'] ?? each))
    default:
      return []
  }
}

export const partIn = (part: Part, field: string): Part | null => (part[field] as Part | null | undefined) ?? null
export const listIn = (part: Part, field: string): readonly Part[] =>
  ((part[field] as readonly (Part | null)[] | undefined) ?? []).filter((each) => each !== null)

/** An identifier or a literal text. */
export function textOf(part: unknown): string | null {
  const { name, value } = (part ?? {}) as { readonly name?: unknown; readonly value?: unknown }
  const text = name ?? value
  return typeof text === 'string' ? text : null
}
