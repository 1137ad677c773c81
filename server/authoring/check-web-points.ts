import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { meantInEnglish } from '#core/site/plugin-reasons.ts'
import { nearestName } from '../compose/nearest-name.ts'
import { bodyOf, type Part } from './parsed-module.ts'

const POINTS = path.resolve(import.meta.dirname, '../../web/extensions/points.ts')

/** The names of all points of the web. */
export async function webPointNames(): Promise<readonly string[]> {
  const named = new Set<string>()
  eachPart(bodyOf(await readFile(POINTS, 'utf8'), 'ts') ?? [], (part) => {
    const name = nameOfPoint(part)
    if (name !== null) named.add(name)
  })
  return [...named]
}

/**
 * Points that a module makes for its contributions, and that nobody reads: a point of another plugin has a name that
 * begins with that plugin's id and a dot.
 */
export function unknownWebPoints(body: readonly Part[], what: string, known: readonly string[]): readonly string[] {
  const faults = new Set<string>()
  eachPart(body, (part) => {
    const name = nameOfPoint(part)
    if (name === null || known.includes(name) || /^[a-z0-9-]+\../.test(name)) return
    const hint = meantInEnglish(nearestName(name, known))
    faults.add(`${what} contributes to ${name}, which is no point of the web${hint}`)
  })
  return [...faults]
}

/** Of `extensionPoint('name')`, and of the literals `{ point: { id: 'name' } }` and `contribute({ id: 'name' }, …)`. */
function nameOfPoint(part: Part): string | null {
  if (part.type === 'Property' && textOf(part['key']) === 'point') return textOf(idIn(part['value']))
  if (part.type !== 'CallExpression') return null
  const [first] = part['arguments'] as readonly unknown[]
  const called = textOf(part['callee'])
  if (called === 'extensionPoint') return isLiteral(first) ? textOf(first) : null
  return called === 'contribute' ? textOf(idIn(first)) : null
}

/** The value of the field `id` in an object literal. */
function idIn(part: unknown): unknown {
  const { type, properties = [] } = (part ?? {}) as Partial<Part> & { readonly properties?: readonly Part[] }
  if (type !== 'ObjectExpression') return undefined
  const value = properties.find(({ key }) => textOf(key) === 'id')?.['value']
  return isLiteral(value) ? value : undefined
}

const isLiteral = (part: unknown): boolean => (part as Partial<Part> | undefined)?.type === 'Literal'

/** An identifier or a literal text. */
function textOf(part: unknown): string | null {
  const { name, value } = (part ?? {}) as { readonly name?: unknown; readonly value?: unknown }
  const text = name ?? value
  return typeof text === 'string' ? text : null
}

function eachPart(part: unknown, look: (part: Part) => void): void {
  if (typeof part !== 'object' || part === null) return
  if (typeof (part as Partial<Part>).type === 'string') look(part as Part)
  for (const inner of Object.values(part)) eachPart(inner, look)
}
