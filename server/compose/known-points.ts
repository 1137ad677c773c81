import type { IgnoredPoint } from '#core/ports/plugins.ts'
import * as promise from '#core/plugin.ts'
import type { ExtensionPoint } from '#core/extension.ts'
import { nearestName } from './nearest-name.ts'

/** The points of `core/plugin.ts`, each exported under its id. */
const POINTS: ReadonlyMap<string, ExtensionPoint<unknown>> = new Map(
  Object.entries(promise).flatMap(([name, value]) =>
    typeof value === 'object' && 'id' in value && value.id === name ? [[name, value as ExtensionPoint<unknown>]] : [],
  ),
)
export const CORE_POINTS: readonly string[] = [...POINTS.keys()]

/** As the product declares it; null for one of a plugin. */
export const pointOfProduct = (id: string): ExtensionPoint<unknown> | null => POINTS.get(id) ?? null

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
