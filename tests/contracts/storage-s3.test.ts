import S3rver from '@20minutes/s3rver'
import { createServer, type RequestListener, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { s3Settings } from '#adapters/storage/s3/s3-settings.ts'
import { S3Storage } from '#adapters/storage/s3/s3-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { FixedClock } from '#tests/support/services.ts'
import { contentOf, fileOf, storageContract } from './storage.ts'
import { CUT_FILES, HURRIED, LONGER_PART, OTHER_PARTS, PATIENT, tells } from './storage/lying-answers.ts'

const KEY = '3f/3f0e8a52-0b0e-4c0a-9a51-4a3c0c9d8f11'
const warnings: string[] = []
const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (message, facts) => warnings.push(`${message} ${JSON.stringify(facts)}`),
  error: () => {},
}
afterEach(() => warnings.splice(0))

function storageAt(port: number, { bucket = 'octavo', login = 'S3RVER:S3RVER', timeLimits = PATIENT } = {}) {
  const clock = new FixedClock()
  const settings = s3Settings(`s3://${login}@127.0.0.1:${port}/${bucket}?tls=off`)
  return { clock, storage: new S3Storage(settings, { clock, log, timeLimits }) }
}

describe('with a server that speaks S3', () => {
  let folder: string
  let server: S3rver
  let port: number
  let buckets = 0
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-s3-'))
    const configureBuckets = Array.from({ length: 20 }, (_, number) => ({ name: `bucket-${number}` }))
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: folder, configureBuckets })
    ;({ port } = await server.run())
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  storageContract(async () => storageAt(port, { bucket: `bucket-${(buckets += 1)}` }).storage)

  it('refuses a wrong secret, and says no more than that', async () => {
    const { storage } = storageAt(port, { bucket: 'bucket-0', login: 'S3RVER:wrong' })

    await expect(storage.put(KEY, fileOf('text'), 'text/plain')).rejects.toMatchObject({
      kind: 'storageUnavailable',
      details: {},
    })
    expect(warnings).toEqual([
      expect.stringMatching(
        /^cannot put a file in s3:\/\/127.0.0.1:\d+\/bucket-0: SignatureDoesNotMatch: .* {"status":403}$/,
      ),
    ])
    expect(warnings[0]).not.toContain('wrong')
    await expect(storage.check?.()).rejects.toThrow(/^s3:\/\/.* cannot be used: SignatureDoesNotMatch/)
  })

  it('is unavailable without its bucket, and a file is not said to be missing', async () => {
    const { storage } = storageAt(port, { bucket: 'nosuchbucket' })

    await expect(storage.read(KEY)).rejects.toMatchObject({ kind: 'storageUnavailable' })
    await expect(storage.check?.()).rejects.toThrow('cannot be used: NoSuchBucket')
  })

  it('says nothing of a storage that can be used', async () => {
    const { storage } = storageAt(port, { bucket: 'bucket-0' })

    await expect(storage.check?.()).resolves.toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('finds its files under another name it had', async () => {
    const before = storageAt(port, { bucket: 'bucket-1' }).storage
    await before.put(KEY, fileOf('from before'), 'text/plain')
    const settings = s3Settings(`s3://S3RVER:S3RVER@localhost:${port}/bucket-1?tls=off`)
    const moved = new S3Storage(settings, { clock: new FixedClock(), log })

    const files = new Storages(new LocalStorage(folder, log))
    files.prefer(moved)
    expect(files.named(before.name)).toBeNull()
    const named = new Storages(new LocalStorage(folder, log))
    named.prefer(moved, [before.name, moved.name])

    expect(named.current.name).toBe(moved.name)
    expect(named.all.map(({ name }) => name)).toEqual([moved.name, before.name, 'local'])
    const content = (await named.named(before.name)?.read(KEY)) ?? null
    expect(String(await contentOf(content))).toBe('from before')
    // What the sweep takes under the old name is gone for both.
    await named.named(before.name)?.delete(KEY)
    expect(await moved.read(KEY)).toBeNull()
  })
})

describe('with a server that fails (R10)', () => {
  const servers: Server[] = []
  let asked = 0
  async function failing(answer: RequestListener): Promise<number> {
    asked = 0
    const server = createServer((request, response) => {
      asked += 1
      answer(request, response)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })

  const FAILURES: readonly (readonly [string, RequestListener])[] = [
    ['500', (_, response) => response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')],
    ['403', (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')],
    ['no answer', () => {}],
    ['a cut line', (request) => request.socket.destroy()],
    ['a text that is no answer of S3', (_, response) => response.writeHead(502).end('<html>Bad gateway</html>')],
  ]
  it.each(FAILURES)(
    '%s makes every call fail in time, with nothing of the provider in the refusal',
    async (_, answer) => {
      const { storage } = storageAt(await failing(answer), { timeLimits: HURRIED })

      const calls = [storage.put(KEY, fileOf('x'), 'text/plain'), storage.read(KEY), storage.delete(KEY)]

      const refusal = { kind: 'storageUnavailable', message: 'storageUnavailable', details: {} }
      const reason: unknown = expect.objectContaining(refusal)
      expect(await Promise.allSettled<unknown>(calls)).toEqual(calls.map(() => ({ status: 'rejected', reason })))
    },
  )

  const PROXY = tells(200, { 'content-type': 'text/html' })
  it('a page that says 200 is no file, and keeps none', async () => {
    const { storage } = storageAt(await failing(PROXY))

    await expect(storage.put(KEY, fileOf('x'), 'text/plain')).rejects.toMatchObject({ kind: 'storageUnavailable' })
    await expect(storage.read(KEY)).rejects.toMatchObject({ kind: 'storageUnavailable' })
    expect(warnings).toEqual([
      expect.stringContaining('it does not say that it kept the file'),
      expect.stringContaining('it answers with something else than a file'),
    ])
    await expect(storage.check()).rejects.toThrow('something else than a file')
  })

  it.each(OTHER_PARTS)('%s is not taken for the part that was asked for', async (_, answer) => {
    const { storage } = storageAt(await failing(answer))

    await expect(storage.read(KEY, { first: 4, last: 5 })).rejects.toMatchObject({ kind: 'storageUnavailable' })
  })

  it('a part that is longer than it says ends the reading', async () => {
    const port = await failing(LONGER_PART)

    const { storage } = storageAt(port)
    const content = await storage.read(KEY, { first: 4, last: 5 })

    await expect(contentOf(content)).rejects.toThrow('more than it said')
  })

  it.each(CUT_FILES)('a file that %s is never taken for a whole one', async (_, answer) => {
    const content = await storageAt(await failing(answer), { timeLimits: HURRIED }).storage.read(KEY)

    await expect(contentOf(content)).rejects.toThrow()
  })

  it('a file comes whole, however long its reader takes', async () => {
    const { promise: isAwaited, resolve: go } = Promise.withResolvers<void>()
    const port = await failing((_, response) => {
      response.writeHead(200, { etag: '"a"' }).write('one ')
      void isAwaited.then(() => response.end('two'))
    })
    const timeLimits = { connectMs: 3_000, totalMs: 3_000 }
    const content = await storageAt(port, { timeLimits }).storage.read(KEY)
    const pieces = content?.[Symbol.asyncIterator]()
    const first = await pieces?.next()

    // Longer than the storage may take for an answer.
    await new Promise((resolve) => setTimeout(resolve, 3_500))
    go()

    expect(String(first?.value)).toBe('one ')
    expect(String((await pieces?.next())?.value)).toBe('two')
    expect((await pieces?.next())?.done).toBe(true)
  })

  it('a server that is not there is asked twice, within the time of one call', async () => {
    const port = await failing(() => {})
    servers.pop()?.close()

    await expect(storageAt(port).storage.put(KEY, fileOf('x'), 'text/plain')).rejects.toMatchObject({
      kind: 'storageUnavailable',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  it('five failures give it a rest of half a minute, then one call tries', async () => {
    const { storage, clock } = storageAt(await failing((_, response) => response.writeHead(500).end()))
    const ask = () => storage.read(KEY).catch(() => null)
    for (let count = 0; count < 5; count += 1) await ask()

    await ask()
    expect(asked).toBe(5)
    clock.advance(30_000)
    await Promise.all([ask(), ask()])
    expect(asked).toBe(6)
  })
})

describe('the address of a storage', () => {
  it('names host, bucket, region and login', () => {
    expect(s3Settings('s3://key:s%2Fcret@s3.example.org:9000/docs?region=eu-central-1&style=host')).toEqual({
      endpoint: 'https://s3.example.org:9000',
      host: 's3.example.org:9000',
      bucket: 'docs',
      region: 'eu-central-1',
      key: 'key',
      secret: 's/cret',
      isPathStyle: false,
    })
  })

  it.each([
    ['s3://key:secret@host', 'a bucket must be named'],
    ['s3://key:secret@host/b', 'what follows the host is no name of a bucket'],
    ['s3://key:443/ret@host/bucket', 'special signs of the secret lack their %'],
    ['s3://host/bucket', 'a key and a secret must be given'],
    ['s3://key:secret@host/bucket?tls=maybe', 'tls must be one of on, off'],
  ])('says what is wrong with %s', (address, message) => {
    expect(() => s3Settings(address)).toThrow(message)
  })
})
