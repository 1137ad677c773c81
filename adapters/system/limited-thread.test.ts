import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it, onTestFinished } from 'vitest'
import { LimitedThread } from './limited-thread.ts'

const SCRIPT = new URL('../../tests/support/threads/working-thread.ts', import.meta.url)

const ASKS_ONCE = `
  import { LimitedThread } from '#adapters/system/limited-thread.ts'
  const script = new URL('../page-kinds/kinds-thread.ts', import.meta.resolve('#adapters/system/limited-thread.ts'))
  const thread = new LimitedThread(script, { told: new Map(), onGivenUp: () => undefined })
  await thread.ask({ module: 'data:text/javascript,export const pageKind = { recognises: () => true }', question: 'recognises', given: [] })
  console.log('asked')
`

it('does not keep a process alive that has nothing else to do', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', ASKS_ONCE])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))

  const [code] = (await once(child, 'close')) as [number | null]

  expect({ code, said }).toEqual({ code: 0, said: 'asked\n' })
})

it('gives an order its time however little of the processor the thread gets, and its wait as well', async () => {
  const busy = Array.from({ length: 12 }, () => new Worker('for (;;);', { eval: true }))
  onTestFinished(async () => void (await Promise.all(busy.map((thread) => thread.terminate()))))
  await Promise.all(busy.map((thread) => once(thread, 'online')))
  const givenUp: number[] = []
  const thread = new LimitedThread<number, string>(SCRIPT, {
    limitMs: () => 400,
    longestWaitMs: 400,
    onGivenUp: (order) => givenUp.push(order),
  })

  const outcomes = await Promise.all([150, 151].map((ms) => thread.ask(ms)))

  expect(outcomes).toEqual([{ answer: 'worked 150' }, { answer: 'worked 151' }])
  expect(givenUp).toEqual([])
})

it.each([
  ['works', 1e9],
  ['sleeps', Infinity],
  ['looks again and again', -1],
])('gives up an order for which the thread %s without an end, and answers the next one', async (_, endless) => {
  const givenUp: [number, string][] = []
  const thread = new LimitedThread<number, string>(SCRIPT, {
    limitMs: () => 300,
    onGivenUp: (order, reason) => givenUp.push([order, reason]),
  })

  const outcomes = await Promise.all([thread.ask(endless), thread.ask(1)])

  expect(outcomes).toEqual([{ givenUp: 'failed' }, { answer: 'worked 1' }])
  expect(givenUp).toEqual([[endless, 'took too long']])
})
