import { Worker } from 'node:worker_threads'
import { DomainError, processorLimit } from '#core/plugin.ts'
import type { SqlOrder } from './sql-order.ts'

/** Of processor time. */
const LIMIT_MS = 5_000
/** Behind other scripts, by the clock. */
const LONGEST_WAIT_MS = 10_000
const SCRIPT = new URL('sql-thread.ts', import.meta.url)
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 128 }

// One at a time: many threads would take the processor from everybody.
let before: Promise<unknown> = Promise.resolve()

/**
 * The tables of a script as markdown, parsed in a separate thread; '' when it contains none.
 * @throws DomainError busy when parsing or waiting takes too long
 */
export function threadedMarkdown(order: SqlOrder, script: URL = SCRIPT): Promise<string> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    reject(new DomainError('busy'))
  }, LONGEST_WAIT_MS)
  const answer = before.then(() => {
    clearTimeout(timer)
    return isLate ? '' : answered(order, script)
  })
  before = answer.catch(() => undefined)
  return Promise.race([answer, late])
}

async function answered(order: SqlOrder, script: URL): Promise<string> {
  const thread = new Worker(script, { workerData: order, resourceLimits: MEMORY_LIMITS })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const limit = processorLimit(thread, LIMIT_MS)
  limit.signal.addEventListener('abort', () => reject(new DomainError('busy')))
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('the thread ended without an answer')))
  try {
    return await promise
  } finally {
    limit.end()
    await thread.terminate()
  }
}
