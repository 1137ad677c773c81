import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { coreOperations } from '#core/operations.ts'
import { named } from '#core/operation.ts'
import { query, streamedFile } from '#core/plugin.ts'
import { site, type Site } from './harness.ts'

const MB = 1_024 * 1_024
const MUCH = 500 * MB
/** Until buffers of sockets and compiled code are there. */
const SOME = 40 * MB
const PIECE = new Uint8Array(64 * 1_024).fill(7)

describe('the memory that the server holds', () => {
  let child: ChildProcess
  let origin = ''
  beforeAll(async () => {
    child = spawn(process.execPath, [path.join(import.meta.dirname, 'stream-child.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [port] = (await once(child.stdout as Readable, 'data')) as [Buffer]
    origin = `http://127.0.0.1:${Number(String(port))}`
  })
  afterAll(() => void child.kill('SIGKILL'))

  const most = async (): Promise<number> => {
    const reply = (await (await fetch(`${origin}/api/streams/memory`)).json()) as { data: { most: number } }
    return reply.data.most
  }
  const downloaded = async (address: string): Promise<number> => {
    let bytes = 0
    for await (const piece of (await fetch(origin + address)).body ?? []) bytes += piece.length
    return bytes
  }
  const uploaded = async (bytes: number): Promise<unknown> => {
    const asked = request(`${origin}/stream-test/`, { method: 'POST', headers: { 'content-type': 'text/x' } })
    const answer = once(asked, 'response') as Promise<[IncomingMessage]>
    const pieces = function* () {
      for (let sent = 0; sent < bytes; sent += PIECE.length) yield PIECE
    }
    await pipeline(Readable.from(pieces(), { objectMode: false }), asked)
    const [reply] = await answer
    return JSON.parse((await reply.toArray()).join(''))
  }

  it.each([
    ['a file that an operation makes', (bytes: number) => downloaded(`/api/streams/export?bytes=${bytes}`), MUCH],
    ['a stream that a route sends', (bytes: number) => downloaded(`/stream-test/?bytes=${bytes}`), MUCH],
    ['a stream that a route takes', uploaded, { bytes: MUCH }],
  ] as const)(
    'grows by less than 64 MB while 500 MB pass: %s',
    async (_, pass, passed) => {
      await pass(SOME)
      const before = await most()

      expect(await pass(MUCH)).toEqual(passed)

      expect((await most()) - before).toBeLessThan(64 * MB)
    },
    120_000,
  )
})

const ends = { returned: Promise.withResolvers<void>() }
async function* unending() {
  try {
    for (;;) yield PIECE
  } finally {
    ends.returned.resolve()
  }
}
async function* failing() {
  yield PIECE
  throw new Error('what was to be sent is gone')
}
const exports = named({
  test: {
    export: query({
      summary: 'Makes a file.',
      audience: 'anyone',
      input: z.object({ kind: z.enum(['unending', 'failing', 'short']) }),
      output: streamedFile(),
      restOnly: true,
      run: async (_, { kind }) => ({
        name: '名称.txt',
        mediaType: 'text/plain',
        content: { unending, failing, short: () => Readable.from([Buffer.from('short')]) }[kind](),
      }),
    }),
  },
})

describe('a file that is made while it goes out', () => {
  let here: Site
  let origin = ''
  beforeAll(async () => {
    here = await site({ operations: { ...coreOperations, ...exports } })
    origin = await here.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => here.close())

  it('is offered under its name, and runs nowhere (threats F3)', async () => {
    const reply = await here.browser().get('/api/test/export?kind=short')

    expect(reply.body).toBe('short')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="__.txt"; filename*=UTF-8''${encodeURIComponent('名称')}.txt`,
      'content-security-policy': "sandbox; default-src 'none'",
    })
    expect(reply.headers['accept-ranges']).toBeUndefined()
  })

  it('is not taken for whole when its making fails', async () => {
    const reply = await fetch(`${origin}/api/test/export?kind=failing`)

    await expect(reply.arrayBuffer()).rejects.toThrow('terminated')
  })

  it('is made no further when nobody waits any more, nor when only its name is asked for', async () => {
    const gone = new AbortController()
    const reply = await fetch(`${origin}/api/test/export?kind=unending`, { signal: gone.signal })
    await reply.body?.getReader().read()
    gone.abort()
    await ends.returned.promise

    const head = await fetch(`${origin}/api/test/export?kind=unending`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
