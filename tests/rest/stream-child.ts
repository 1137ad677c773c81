/** A server that sends and takes streams of any length, and tells how much memory it ever held meanwhile. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { named } from '#core/operation.ts'
import { definePlugin, nothing, query, streamedFile } from '#core/plugin.ts'
import type { Database } from '#core/ports/store.ts'
import { createApp } from '#server/app.ts'
import { PluginGuard, GUARD_LIMITS } from '#server/compose/plugin-guard.ts'
import { guarded } from '#server/compose/plugin-guarded.ts'
import { readConfig } from '#server/config.ts'
import { keepHeapSmall } from '#server/prepared-process.ts'
import { testServices } from '#tests/support/services.ts'

const PIECE = 64 * 1_024
const LOOK_EVERY = 8 * 1_024 * 1_024
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
let most = 0
let passedSince = 0
/** What is held, not what the process has: when garbage goes is the engine's own choice, and differs from run to run. */
const look = (): void => {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  most = Math.max(most, heapUsed + external)
  passedSince = 0
}
const passes = (bytes: number): void => {
  passedSince += bytes
  if (passedSince >= LOOK_EVERY) look()
}

/** So many bytes, made piece by piece. */
async function* made(bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= PIECE) {
    passes(PIECE)
    yield new Uint8Array(Math.min(left, PIECE)).fill(left % 251)
  }
}
async function counted(body: ReadableStream<Uint8Array> | null): Promise<number> {
  let bytes = 0
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    passes(piece.length)
    bytes += piece.length
  }
  return bytes
}

const operations = named({
  streams: {
    export: query({
      summary: 'Sends as many bytes as are wanted.',
      audience: 'anyone',
      input: z.object({ bytes: z.number() }),
      output: streamedFile(),
      restOnly: true,
      run: async (_, { bytes }) => ({ name: 'all.bin', mediaType: 'application/octet-stream', content: made(bytes) }),
    }),
    memory: query({
      summary: 'The most memory that was held since this was asked last, in bytes.',
      audience: 'anyone',
      input: nothing(),
      output: z.object({ most: z.number() }),
      async run() {
        look()
        const memory = { most }
        most = 0
        return memory
      },
    }),
  },
})
const plugin = definePlugin({
  id: 'streams',
  apiVersion: 2,
  summary: 'Streams of a test.',
  routes: [
    {
      prefix: '/stream-test/',
      caller: 'none',
      async answer({ method, body, url }) {
        if (method === 'POST') return Response.json({ bytes: await counted(body) })
        const bytes = Number(new URL(url).searchParams.get('bytes'))
        return new Response(Readable.toWeb(Readable.from(made(bytes), { objectMode: false })) as ReadableStream)
      },
    },
  ],
})

keepHeapSmall()
const { services } = testServices()
const guard = new PluginGuard('streams', services.clock, GUARD_LIMITS, () => undefined)
// Visitors ask for streams alone, for which nothing looks into the database.
const database = {} as Database
const app = await createApp(
  {
    config: readConfig({ RATE_LIMIT: '0' }),
    product: { database, services, operations, within: [], after: [] },
    operations,
    plugins: [guarded(plugin, guard)],
    pluginWebFiles: new Map(),
    secretKey: Buffer.alloc(32, 7),
    health: async () => {},
    close: async () => {},
  },
  { hasPages: false },
)
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
