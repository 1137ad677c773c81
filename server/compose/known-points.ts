import type { IgnoredPoint } from '#core/ports/plugins.ts'
import * as promise from '#core/plugin.ts'
import { nearestName } from './nearest-name.ts'

/** The points of `core/plugin.ts`, each exported under its id. */
export const CORE_POINTS: readonly string[] = Object.entries(promise)
  .filter(([name, value]) => typeof value === 'object' && 'id' in value && value.id === name)
  .map(([name]) => name)

/**
 * The points a plugin adds values to that nobody reads. Those of plugins begin with the plugin's id and a dot; which of
 * them there are only the sources say (`plugin:check`).
 */
export function ignoredPoints({
  id,
  needs = [],
  contributes = [],
}: Pick<promise.Plugin, 'id' | 'needs' | 'contributes'>): readonly IgnoredPoint[] {
  const isOf = (owner: string, point: string): boolean => point.startsWith(`${owner}.`)
  const ids = new Set(contributes.map(({ point }) => point.id))
  return [...ids]
    .filter((point) => !CORE_POINTS.includes(point) && ![id, ...needs].some((owner) => isOf(owner, point)))
    .map((point) => ({ id: point, meant: nearestName(point, CORE_POINTS) }))
}
