import { expect, it, onTestFinished, vi } from 'vitest'
import en from '../locales/en.json' with { type: 'json' }
import { threadedMarkdown } from './threaded-sql.ts'

const words = en.sqlTable
const SQL = 'CREATE TABLE users (id int PRIMARY KEY);'
// Never posts anything.
const ENDLESS = new URL('data:text/javascript,for(;;){}')

it('reads scripts beside the thread that asks, each of which goes on meanwhile', async () => {
  const steps: string[] = []
  const reading = threadedMarkdown({ sql: SQL.repeat(4_000), words }).then(() => steps.push('read'))
  for (let step = 0; step < 5; step += 1) {
    await new Promise(setImmediate)
    steps.push('step')
  }
  await reading

  expect(steps).toEqual(['step', 'step', 'step', 'step', 'step', 'read'])
  expect(await threadedMarkdown({ sql: 'select 1', words })).toBe('')
})

it('is busy for a script that would wait too long, and passes over it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const kindOf = (work: Promise<string>) => work.catch((error: unknown) => (error as { readonly kind?: string }).kind)

  const endless = Array.from({ length: 6 }, () => kindOf(threadedMarkdown({ sql: SQL, words }, ENDLESS)))
  await vi.advanceTimersByTimeAsync(5_000)
  await vi.advanceTimersByTimeAsync(5_000)

  expect(await Promise.all(endless)).toEqual(endless.map(() => 'busy'))
  expect(await threadedMarkdown({ sql: SQL, words })).toContain('### users')
})

it('gives up a script that takes too long, and reads the next one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())

  const endless = threadedMarkdown({ sql: SQL, words }, ENDLESS).catch((error: unknown) => error)
  const next = threadedMarkdown({ sql: SQL, words })
  await vi.advanceTimersByTimeAsync(5_000)

  expect(await endless).toMatchObject({ kind: 'busy' })
  expect(await next).toContain('### users')
})
