import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { meantInEnglish } from '#core/site/plugin-reasons.ts'
import { nearestName } from '../compose/nearest-name.ts'
import { calledAs, eachPart, listIn, namesIn, partIn, textOf, valueOf, type ModuleNames } from './module-names.ts'
import { bodyOf, type Part } from './parsed-module.ts'

const POINTS = path.resolve(import.meta.dirname, '../../web/extensions/points.ts')

/** The names of all points of the web. */
export async function webPointNames(): Promise<readonly string[]> {
  return pointsGiven(bodyOf(await readFile(POINTS, 'utf8'), 'ts') ?? [], (source) => source === '#core/extension.ts')
}

/**
 * Points that a module makes for its contributions, and that nobody reads: a point of another plugin has a name that
 * begins with that plugin's id and a dot.
 */
export function unknownWebPoints(body: readonly Part[], what: string, known: readonly string[]): readonly string[] {
  return pointsGiven(body, (source) => source.startsWith('/host/'))
    .filter((name) => !known.includes(name) && !/^[a-z0-9-]+\../.test(name))
    .map((name) => {
      const hint = meantInEnglish(nearestName(name, known))
      return `${what} contributes to ${name}, which is no point of the web${hint}`
    })
}

/**
 * Of the literals that the product's functions get: `extensionPoint('name')`, `contribute({ id: 'name' }, …)` and, in the
 * contributions of a plugin, `{ point: { id: 'name' } }`. A library that is part of the module may have its own `point`.
 */
function pointsGiven(body: readonly Part[], isProduct: (source: string) => boolean): readonly string[] {
  const names = namesIn(body, isProduct)
  const points = new Set<string | null>()
  eachPart(body, (part, hidden) => {
    if (part.type === 'ExportDefaultDeclaration') pointsOfPlugin(partIn(part, 'declaration'), names, points)
    if (part.type === 'ExportSpecifier' && textOf(part['exported']) === 'default')
      pointsOfPlugin(part['local'], names, points)
    if (part.type !== 'CallExpression') return
    const [first] = listIn(part, 'arguments')
    const called = calledAs(part['callee'], names, hidden)
    if (called === 'extensionPoint') points.add(first?.type === 'Literal' ? textOf(first) : null)
    if (called === 'contribute') points.add(idOf(first, names))
    if (called === 'defineWebPlugin') pointsOfPlugin(first, names, points)
  })
  return [...points].filter((name) => name !== null)
}

function pointsOfPlugin(plugin: unknown, names: ModuleNames, points: Set<string | null>): void {
  const seen = new Set<Part>()
  const look = (given: unknown): void => {
    const part = valueOf(given, names)
    if (part === null || seen.has(part)) return
    seen.add(part)
    if (part.type === 'ArrayExpression') listIn(part, 'elements').forEach(look)
    if (part.type === 'SpreadElement') look(part['argument'])
    if (part.type === 'ConditionalExpression') [part['consequent'], part['alternate']].forEach(look)
    if (part.type === 'LogicalExpression') [part['left'], part['right']].forEach(look)
    if (part.type === 'ObjectExpression') points.add(idOf(fieldOf(part, 'point'), names))
  }
  look(fieldOf(valueOf(plugin, names), 'contributes'))
}

/** The literal in the field `id` of an object. */
function idOf(point: unknown, names: ModuleNames): string | null {
  const id = fieldOf(valueOf(point, names), 'id')
  return id?.type === 'Literal' ? textOf(id) : null
}

function fieldOf(part: Part | null, name: string): Part | null {
  if (part?.type !== 'ObjectExpression') return null
  const field = listIn(part, 'properties').find(({ key }) => textOf(key) === name)
  return field ? partIn(field, 'value') : null
}
