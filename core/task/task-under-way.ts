import type { CommandContext } from '../context.ts'

/** More than can ever be waiting. */
const MOST_TASKS = 1_000

/** An unfinished task of one of these kinds, started by anybody; null when there is none. */
export async function taskUnderWay(
  { store, services }: Pick<CommandContext, 'store' | 'services'>,
  ...kinds: readonly string[]
): Promise<number | null> {
  for (const state of ['running', 'waiting'] as const) {
    const filter = { startedById: null, endedAfter: services.clock.now(), state }
    const { list } = await store.tasks.list(filter, { page: 1, count: MOST_TASKS })
    const found = list.find((task) => kinds.includes(task.kind))
    if (found) return found.id
  }
  return null
}
