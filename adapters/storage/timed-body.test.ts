import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TimedBody } from './timed-body.ts'

const SILENT_MS = 1_000
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

function timed() {
  const body = new PassThrough()
  return { body, read: new TimedBody(body, { silentMs: SILENT_MS, late: () => new Error('late') }) }
}
const textOf = ({ value }: IteratorResult<Uint8Array>): string => new TextDecoder().decode(value)

it('waits for a reader who pauses, however long', async () => {
  const { body, read } = timed()
  body.write('one')
  expect(textOf(await read.next())).toBe('one')

  await vi.advanceTimersByTimeAsync(60 * SILENT_MS)
  body.end('two')

  expect(textOf(await read.next())).toBe('two')
  expect((await read.next()).done).toBe(true)
})

it('gives up on a sender that is silent while somebody waits', async () => {
  const { body, read } = timed()
  body.write('one')
  await read.next()

  const waiting = expect(read.next()).rejects.toThrow('late')
  await vi.advanceTimersByTimeAsync(SILENT_MS)

  await waiting
  expect(body.destroyed).toBe(true)
})

it('ends a body whose reader leaves before the first piece', async () => {
  const { body, read } = timed()

  await read.return()

  expect(body.destroyed).toBe(true)
})

it('ends a body that nobody begins to read', async () => {
  const { body } = timed()

  await vi.advanceTimersByTimeAsync(SILENT_MS)

  expect(body.destroyed).toBe(true)
})

it('ends a body with invalid content', async () => {
  const body = new PassThrough()
  const took = () => {
    throw new Error('too much')
  }
  const read = new TimedBody(body, { silentMs: SILENT_MS, late: () => new Error('late'), took })
  body.write('one')

  await expect(read.next()).rejects.toThrow('too much')

  expect(body.destroyed).toBe(true)
})
