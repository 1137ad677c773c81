import { tasksIn } from '../access/facts.ts'
import type { CommandContext } from '../context.ts'

/** More than can ever be unfinished. */
const MOST_TASKS = 1_000

/**
 * An unfinished task of one of these kinds, started by anybody; null when there is none. Read in one statement: a task
 * that changes from waiting to running between two would be in neither.
 */
export async function taskUnderWay(
  { store, services }: Pick<CommandContext, 'store' | 'services'>,
  ...kinds: readonly string[]
): Promise<number | null> {
  const filter = { startedById: null, endedAfter: services.clock.now(), state: null }
  const { list } = await tasksIn(store).list(filter, { page: 1, count: MOST_TASKS })
  return list.find(({ kind, endedAt }) => endedAt === null && kinds.includes(kind))?.id ?? null
}
