import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { passBy } from './received.ts'

it('reads the rest of a form of which the parser has stopped reading, so that its sender gets to read the answer', async () => {
  const raw = new PassThrough()
  raw.pipe(new Writable({ highWaterMark: 1, write: () => undefined }))
  raw.write(Buffer.alloc(100_000))
  await new Promise(setImmediate)

  passBy({ raw } as unknown as FastifyRequest)
  const ended = once(raw, 'end')
  for (let at = 0; at < 20; at += 1) {
    raw.write(Buffer.alloc(100_000))
    await new Promise(setImmediate)
  }
  raw.end()

  await expect(ended).resolves.toEqual([])
})
