import { coreEventNames } from '#core/audit/record.ts'
import type { Plugin } from '#core/plugin.ts'
import { ignoredInEnglish, meantInEnglish } from '#core/site/plugin-reasons.ts'
import { CORE_POINTS, ignoredPoints } from '../compose/known-points.ts'
import { nearestName } from '../compose/nearest-name.ts'
import { namesGivenTo, sourcesIn } from './given-names.ts'

/** Where the sources of a plugin are. */
type FolderOf = (id: string) => string

/**
 * Facts a plugin waits for that nobody announces, and points it adds values to that nobody has declared: neither the
 * core, nor the plugin itself or one it needs, whose facts and points begin with its id.
 */
export async function unknownNames(plugin: Plugin, folderOf: FolderOf): Promise<readonly string[]> {
  const { id, needs = [], handlers = {}, outbox, contributes = [] } = plugin
  const owners = await Promise.all(
    [id, ...needs].map(async (owner) => ({ owner, sources: await sourcesIn(folderOf(owner)) })),
  )
  const facts = namesOf(owners, 'emit')
  const points = namesOf(owners, 'extensionPoint')
  const faultsIn = (what: string, names: readonly string[]): readonly string[] =>
    names
      .filter((name) => !coreEventNames().includes(name) && !facts.has(name))
      .map((name) => `its ${what} wait for ${name}, which is no event${hint(name, coreEventNames(), facts.names)}`)
  const ignored = ignoredPoints(plugin)
  const undeclared = [...new Set(contributes.map(({ point }) => point.id))].filter(
    (point) => !CORE_POINTS.includes(point) && !points.has(point) && !ignored.some((each) => each.id === point),
  )
  return [
    ...faultsIn('handlers', Object.keys(handlers)),
    ...faultsIn('outbox.notes', Object.keys(outbox?.notes ?? {})),
    ...[...ignored, ...undeclared.map((point) => ({ id: point, meant: nearestName(point, points.names) }))].map(
      ignoredInEnglish,
    ),
  ]
}

const hint = (name: string, ...known: readonly (readonly string[])[]): string =>
  meantInEnglish(nearestName(name, known.flat()))

interface Owner {
  /** Its id. */
  readonly owner: string
  readonly sources: readonly string[]
}
interface OwnNames {
  readonly names: readonly string[]
  /** Also true for a name that may be one, when the sources do not say which there are. */
  has(name: string): boolean
}

/** The names that plugins pass to a function of the product; they begin with the plugin's id. */
function namesOf(owners: readonly Owner[], called: string): OwnNames {
  const given = owners.map(({ owner, sources }) => ({ owner, names: namesGivenTo(sources, called) }))
  return {
    names: given.flatMap(({ names }) => names ?? []),
    has: (name) =>
      given.some(({ owner, names }) => name.startsWith(`${owner}.`) && (names === null || names.includes(name))),
  }
}
