import { coreEventNames } from '#core/audit/record.ts'
import type { Plugin } from '#core/plugin.ts'
import { ignoredInEnglish } from '#core/site/plugin-reasons.ts'
import { CORE_POINTS, ignoredPoints } from '../compose/known-points.ts'
import { namesGivenTo } from './given-names.ts'
import { nearestName } from './nearest-name.ts'

/** Where the sources of a plugin are. */
type FolderOf = (id: string) => string

/**
 * Facts a plugin waits for that nobody announces, and points it adds values to that nobody has declared: neither the
 * core, nor the plugin itself or one it needs, whose facts and points begin with its id.
 */
export async function unknownNames(plugin: Plugin, folderOf: FolderOf): Promise<readonly string[]> {
  const { handlers = {}, outbox, contributes = [] } = plugin
  const facts = await namesOf(plugin, 'emit', folderOf)
  const points = await namesOf(plugin, 'extensionPoint', folderOf)
  const faultsIn = (what: string, names: readonly string[]): readonly string[] =>
    names
      .filter((name) => !coreEventNames().includes(name) && !facts.has(name))
      .map((name) => `its ${what} wait for ${name}, which is no event${hint(name, coreEventNames(), facts.names)}`)
  const ignored = ignoredPoints(plugin)
  const undeclared = [...new Set(contributes.map(({ point }) => point.id))].filter(
    (id) => !CORE_POINTS.includes(id) && !points.has(id) && !ignored.some((point) => point.id === id),
  )
  return [
    ...faultsIn('handlers', Object.keys(handlers)),
    ...faultsIn('outbox.notes', Object.keys(outbox?.notes ?? {})),
    ...[...ignored, ...undeclared.map((id) => ({ id, meant: nearestName(id, points.names) }))].map(ignoredInEnglish),
  ]
}

const hint = (name: string, ...known: readonly (readonly string[])[]): string => {
  const nearest = nearestName(name, known.flat())
  return nearest === null ? '' : `; did you mean ${nearest}?`
}

interface OwnNames {
  readonly names: readonly string[]
  /** Also true for a name that may be one, when the sources do not say which there are. */
  has(name: string): boolean
}

/** The names that a plugin and those it needs pass to a function of the product; they begin with the plugin's id. */
async function namesOf({ id, needs = [] }: Plugin, called: string, folderOf: FolderOf): Promise<OwnNames> {
  const owners = await Promise.all(
    [id, ...needs].map(async (owner) => ({ owner, names: await namesGivenTo(folderOf(owner), called) })),
  )
  return {
    names: owners.flatMap(({ names }) => names ?? []),
    has: (name) =>
      owners.some(({ owner, names }) => name.startsWith(`${owner}.`) && (names === null || names.includes(name))),
  }
}
