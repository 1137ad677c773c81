import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { IdsHere } from './renumbered.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** Runs `renumber` in a thread: 60,000 rows take seconds, during which a server could not answer. */
export async function renumberApart(
  { file }: ShowdocDatabase,
  idsHere: IdsHere,
  people: readonly number[] | null,
): Promise<void> {
  const thread = new Worker(new URL('renumber-thread.ts', import.meta.url), { workerData: { file, idsHere, people } })
  // Rejects with the error of the thread.
  const [code] = (await once(thread, 'exit')) as [number]
  if (code !== 0) throw new Error(`renumbering the rows of a ShowDoc ended with ${code}`)
}
