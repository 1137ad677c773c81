import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { processorLimit } from './processor-limit.ts'

const canTell = 'cpuUsage' in Worker.prototype

it.runIf(canTell)('a thread that works without an end is told of, and one that waits is not', async () => {
  const working = new Worker('for (;;);', { eval: true })
  const waiting = new Worker('setInterval(() => undefined, 1_000)', { eval: true })
  try {
    const [limit, other] = [processorLimit(working, 200), processorLimit(waiting, 2_000)]
    if (!limit.aborted) await once(limit, 'abort')

    expect(other.aborted).toBe(false)
  } finally {
    await Promise.all([working.terminate(), waiting.terminate()])
  }
})
