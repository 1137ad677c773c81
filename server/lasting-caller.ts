import { actorNow, endCaller, replaceCaller, type Actor } from '#core/actor.ts'
import type { Log } from '#core/ports/surroundings.ts'
import type { Caller } from '#core/perform.ts'
import { RUN_TIMES } from '#core/task/task-run.ts'
import type { FastifyReply } from 'fastify'

/**
 * How long a context acts for its caller once the request is over. A command goes on when the browser has left, for a
 * minute at most; only what a plugin has kept lasts longer.
 */
const KEPT_MS = 120_000

/**
 * Reads the rights of a caller anew while the answer to their request takes long, as a task does: it may wait for its
 * turn, or be a stream.
 * @param read who the caller is now; null for nobody any more
 */
export function keepRightsCurrent(
  { actor, session }: Caller,
  { raw }: FastifyReply,
  log: Log,
  read: () => Promise<Actor | null>,
): void {
  const isOver = (): boolean => raw.closed || raw.writableFinished
  let isTold = false
  const look = async (): Promise<void> => {
    if (isOver()) return
    try {
      const found = await read()
      // A visitor of its own: nobody else may follow it. It stays one, whatever is read later.
      const [former, now] = [actorNow(actor), found ?? ({ kind: 'visitor' } as const)]
      if (!isSame(former, now)) replaceCaller(former, { actor: now, session })
      if (found === null) return
    } catch (error) {
      if (!isTold) log.error('the rights of a caller could not be read', error)
      isTold = true
    }
    if (!isOver()) later()
  }
  const later = (): void => void (timer = setTimeout(() => void look(), RUN_TIMES.beatMs).unref())
  let timer: NodeJS.Timeout
  later()
  // Whoever is looked up may have left meanwhile.
  let endedAt = isOver() ? performance.now() : Infinity
  raw.once('close', () => {
    clearTimeout(timer)
    endedAt = performance.now()
  })
  endCaller(actor, () => performance.now() - endedAt > KEPT_MS)
}

const isSame = (one: Actor, other: Actor): boolean => JSON.stringify(one) === JSON.stringify(other)
