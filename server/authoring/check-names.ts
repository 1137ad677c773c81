import { coreEventNames } from '#core/audit/record.ts'
import type { Plugin } from '#core/plugin.ts'
import { nearestName } from './nearest-name.ts'

/**
 * Facts a plugin waits for that nobody announces: neither the core, nor the plugin itself or one it needs, whose facts
 * begin with its id.
 */
export function unknownEvents({ id, needs = [], handlers = {}, outbox }: Plugin): readonly string[] {
  const known = coreEventNames()
  const announcers = [id, ...needs]
  const isKnown = (name: string): boolean =>
    known.includes(name) || announcers.some((announcer) => name.startsWith(`${announcer}.`))
  const faultsIn = (what: string, names: readonly string[]): readonly string[] =>
    names.filter((name) => !isKnown(name)).map((name) => `its ${what} wait for ${name}, which is no event${hint(name)}`)
  const hint = (name: string): string => {
    const nearest = nearestName(name, known)
    return nearest === null ? '' : `; did you mean ${nearest}?`
  }
  return [...faultsIn('handlers', Object.keys(handlers)), ...faultsIn('outbox.notes', Object.keys(outbox?.notes ?? {}))]
}
