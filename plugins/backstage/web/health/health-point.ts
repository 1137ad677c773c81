import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

type Health = AnswerOf<CoreOperations['health']['read']>
export type HealthPoint = Health['points'][number]
export type LoggedError = Health['errors'][number]
export type RedisState = NonNullable<Health['redis']>
export type SlowCall = Health['slowCalls'][number]

const MINUTE_MS = 60_000

/**
 * Calls per minute at each point. The first interval may have begun before the figures do, and the last one is
 * still in progress. @param now milliseconds since 1970
 */
export function callsPerMinute(points: readonly HealthPoint[], since: string, now: number): readonly number[] {
  return points.map(({ at, calls }, index) => {
    const next = points[index + 1]
    const end = next ? Date.parse(next.at) : now
    const begin = Math.max(Date.parse(at), Date.parse(since))
    return calls / Math.max(1, (end - begin) / MINUTE_MS)
  })
}
