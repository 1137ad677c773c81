import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { processorLimit } from './processor-time.ts'

it('a thread that works without an end is told of, and one that waits is not', async () => {
  const working = new Worker('for (;;);', { eval: true })
  const waiting = new Worker('setInterval(() => undefined, 1_000)', { eval: true })
  await Promise.all([once(working, 'online'), once(waiting, 'online')])
  const limits = [processorLimit(working, 1_000), processorLimit(waiting, 300)] as const
  onTestFinished(async () => {
    for (const limit of limits) limit.end()
    await Promise.all([working.terminate(), waiting.terminate()])
  })

  if (!limits[0].signal.aborted) await once(limits[0].signal, 'abort')

  expect(limits[1].signal.aborted).toBe(false)
})

it('a thread that sleeps for ever is told of, and one that has not slept as long is not', async () => {
  const sleeping = new Worker('setInterval(() => undefined, 1_000)', { eval: true })
  const alike = new Worker('setInterval(() => undefined, 1_000)', { eval: true })
  await Promise.all([once(sleeping, 'online'), once(alike, 'online')])
  const limits = [processorLimit(sleeping, 60_000, 300), processorLimit(alike, 60_000)] as const
  onTestFinished(async () => {
    for (const limit of limits) limit.end()
    await Promise.all([sleeping.terminate(), alike.terminate()])
  })

  if (!limits[0].signal.aborted) await once(limits[0].signal, 'abort')

  expect(limits[1].signal.aborted).toBe(false)
})
