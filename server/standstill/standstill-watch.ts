import { url as debuggedAt } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import type { Blocked, Watched } from './watched.ts'

const BEAT_MS = 500

/**
 * Names the plugin in which the server's thread hangs: a loop without an end can neither be interrupted nor log anything
 * itself. Calls cost nothing: the watching thread asks where the other one is once it hangs.
 * @param onBlocked is called with the plugin, and where it was, when the server goes on
 */
export function watchForStandstill(
  { DATA_DIR: dataDirectory }: Pick<Config, 'DATA_DIR'>,
  onBlocked: (id: string, problem: string) => void,
): void {
  // A debugger halts the server on purpose, and is the one that may ask where it is.
  if (debuggedAt() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS).unref()
  const workerData: Watched = { dataDirectory, isTerminal: process.stdout.isTTY, beats }
  const thread = new Worker(new URL('standstill-thread.ts', import.meta.url), { workerData })
  // The server works without it.
  thread.on('error', () => undefined)
  thread.on('message', ({ id, place }: Blocked) => onBlocked(id, `it blocked the server at ${place}`))
  thread.unref()
}
