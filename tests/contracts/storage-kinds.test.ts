import { describe, expect, it } from 'vitest'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import type { StorageKind } from '#core/attachment/storage-kinds.ts'
import { BUILT_IN_KINDS, storageAt } from '#server/compose/storage-choice.ts'
import { memoryStoragePlugin, type MemoryFaults } from '#tests/support/memory-storage-plugin.ts'
import { FILES_FOLDER, FixedClock, silentLog } from '#tests/support/services.ts'
import { site } from '../rest/harness.ts'
import { fileOf, storageContract } from './storage.ts'

const KEY = '3f/3f0e8a52-0b0e-4c0a-9a51-4a3c0c9d8f11'
const SOON = { clock: new FixedClock(), log: silentLog, limitMs: 50 }
const PATIENT = { ...SOON, limitMs: 15_000 }
const kindsWith = (faults?: MemoryFaults): readonly StorageKind[] => [
  ...BUILT_IN_KINDS,
  ...memoryStoragePlugin(faults).contributes.map(({ value }) => value),
]

/** A kind whose files contain this, whatever was put and whichever part is asked for. */
const kindsReading = (content: () => AsyncIterable<Uint8Array>): readonly StorageKind[] => {
  const open: StorageKind['open'] = () => ({
    name: 'memory://box',
    put: async () => {},
    delete: async () => {},
    read: async () => content(),
  })
  return kindsWith().map((kind) => ({ ...kind, open }))
}

/** A text, and then such parts without end. */
const endless = (part: () => Promise<Uint8Array>) =>
  async function* content() {
    yield Buffer.from('how ')
    for (;;) yield await part()
  }

async function* none(): AsyncIterable<Uint8Array> {}

const only = (text: string) =>
  async function* content() {
    yield Buffer.from(text)
  }

describe('a storage of a plugin', () => {
  storageContract(async () => storageAt('memory://box', kindsWith(), PATIENT))

  it.each(['throws', 'hangs', 'gives rubbish'] as const)('that %s is unavailable', async (state) => {
    const storage = storageAt('memory://box', kindsWith({ state }), SOON)

    await expect(storage.read(KEY)).rejects.toMatchObject({ kind: 'storageUnavailable', details: {} })
    if (state === 'gives rubbish') return
    await expect(storage.put(KEY, fileOf('text'), 'text/plain')).rejects.toMatchObject({ kind: 'storageUnavailable' })
    await expect(storage.delete(KEY)).rejects.toMatchObject({ kind: 'storageUnavailable' })
  })

  it('that keeps nothing of what is put there is unavailable, although it says nothing', async () => {
    const said: string[] = []
    const log = {
      ...silentLog,
      error: (message: string, error: unknown) => void said.push(`${message}: ${String(error)}`),
    }
    for (const read of [async () => null, async () => none()]) {
      const kinds = kindsWith().map((kind) => ({
        ...kind,
        open: () => ({ name: 'memory://box', put: async () => {}, delete: async () => {}, read }),
      }))
      const storage = storageAt('memory://box', kinds, { ...SOON, log })
      await expect(storage.put(KEY, fileOf('text'), 'text/plain')).rejects.toMatchObject({ kind: 'storageUnavailable' })
    }

    const reason = 'cannot find a file in memory://box: Error: its last byte, which was just put there, cannot be read'
    expect(said).toEqual([reason, reason])
  })

  it('lists what it keeps only where its kind can, and is unavailable when that throws, hangs or gives something else', async () => {
    const blob = { key: KEY, bytes: 4, changedAt: new Date(0) }
    const listing = (list: (() => AsyncIterable<unknown>) | undefined) =>
      kindsWith().map((kind): StorageKind => ({
        ...kind,
        open: (...given) => ({ ...kind.open(...given), name: 'memory://box', ...(list && { list: list as never }) }),
      }))
    const listed = async (list: () => AsyncIterable<unknown>) => {
      const found: unknown[] = []
      for await (const each of storageAt('memory://box', listing(list), SOON).list?.() ?? []) found.push(each)
      return found
    }
    const once = (given: unknown) =>
      async function* all() {
        yield given
      }
    const refused = { kind: 'storageUnavailable' }

    expect(storageAt('memory://box', listing(undefined), SOON).list).toBeUndefined()
    expect(await listed(once(blob))).toEqual([blob])
    await expect(listed(once({ key: 7 }))).rejects.toMatchObject(refused)
    await expect(listed(once(new Promise(() => {})))).rejects.toMatchObject(refused)
    await expect(
      listed(() => {
        throw new Error('broken')
      }),
    ).rejects.toMatchObject(refused)
  })

  it('that fails again and again is left alone for a while', async () => {
    const clock = new FixedClock()
    const faults: MemoryFaults = { state: 'throws' }
    const storage = storageAt('memory://box', kindsWith(faults), { ...PATIENT, clock })
    for (let n = 0; n < 5; n += 1) await storage.delete(KEY).catch(() => undefined)

    faults.state = 'works'
    await expect(storage.delete(KEY)).rejects.toMatchObject({ kind: 'storageUnavailable' })
    clock.advance(30_001)
    await expect(storage.delete(KEY)).resolves.toBeUndefined()
  })

  it.each([
    ['stops in the middle of a file', async () => new Promise<Uint8Array>(() => {}), /took longer/],
    ['gives nothing but empty parts', async () => new Uint8Array(), /took longer/],
    ['gives something else than bytes', async () => 42 as never, /memory:\/\/box gave something else than bytes/],
  ] satisfies readonly (readonly [string, () => Promise<Uint8Array>, RegExp])[])(
    'that %s does not hold up its reader, nor anybody else',
    async (_, part, reason) => {
      const storage = storageAt('memory://box', kindsReading(endless(part)), SOON)
      const reading = async () => {
        for await (const _ of (await storage.read(KEY)) ?? []);
      }

      await expect(reading()).rejects.toThrow(reason)
    },
  )

  it.each([
    [
      'throws',
      () => {
        throw new Error('no memory')
      },
    ],
    ['gives nothing', () => undefined as never],
    ['calls itself like another one', () => new LocalStorage(FILES_FOLDER, silentLog)],
  ] satisfies readonly (readonly [string, StorageKind['open']])[])(
    'whose opening %s is there and refuses files',
    async (_, open) => {
      const kinds = kindsWith().map((kind) => ({ ...kind, open }))

      const storage = storageAt('memory://box', kinds, PATIENT)

      expect(storage.name).toBe('memory://')
      await expect(storage.read(KEY)).rejects.toMatchObject({ kind: 'storageUnavailable' })
    },
  )
})

describe('an address of a storage', () => {
  it('with a scheme nobody knows names those that are known', () => {
    expect(() => storageAt('ftp://host/folder', kindsWith(), PATIENT)).toThrow(
      'STORAGE_URL: must begin with s3:// or oss:// or cos:// or qiniu:// or memory://; nothing here keeps files at ftp://.',
    )
  })

  it('is read by the schema of its kind, which says what is wrong with it', () => {
    expect(() => storageAt('memory://7', kindsWith(), PATIENT)).toThrow(
      'STORAGE_URL: a box must be named, in lower-case letters.',
    )
    expect(() => storageAt('s3://key:secret@host/', kindsWith(), PATIENT)).toThrow(
      'STORAGE_URL: a bucket must be named after the host.',
    )
  })
})

it('a file remembers the storage it was put into, and the disk serves on while another one is broken', async () => {
  const faults: MemoryFaults = { state: 'works' }
  const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
  const here = await site({ files })
  const editor = await here.browserOf(here.world.editor)
  const put = async (content: string) => (await editor.upload('page/upload', { name: 'a.txt', content })).url
  const onDisk = await put('on the disk')
  files.prefer(storageAt('memory://box', kindsWith(faults), PATIENT))
  const inMemory = await put('in memory')

  expect([(await editor.get(onDisk)).body, (await editor.get(inMemory)).body]).toEqual(['on the disk', 'in memory'])
  faults.state = 'throws'
  expect((await editor.upload('page/upload', { name: 'b.txt', content: 'x' })).error_code).toBe(10444)
  expect([(await editor.get(onDisk)).body, (await editor.get(inMemory)).statusCode]).toEqual(['on the disk', 503])
  await here.close()
})

it('a file whose storage stops in the middle is never taken for whole, and the server serves on', async () => {
  const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
  files.prefer(storageAt('memory://box', kindsReading(endless(() => new Promise(() => {}))), SOON))
  const here = await site({ files })
  const editor = await here.browserOf(here.world.editor)
  const { url } = await editor.upload('page/upload', { name: 'a.txt', content: 'how are you' })
  const origin = await here.app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const reply = await fetch(new URL(new URL(url, origin).pathname, origin), { headers: { cookie } })

  await expect(reply.text()).rejects.toThrow('terminated')
  expect((await fetch(new URL('/healthz', origin))).status).toBe(200)
  await here.close()
})

it.each([
  ['fewer', 'how are', 'broken off'],
  ['more', 'how are you?HTTP/1.1 200 OK', 'refused with 500'],
])(
  'a file of which its storage gives %s bytes than were put there is never taken for it, and nobody waits for the rest',
  async (_, given, outcome) => {
    const files = new Storages(new LocalStorage(FILES_FOLDER, silentLog))
    files.prefer(storageAt('memory://box', kindsReading(only(given)), PATIENT))
    const here = await site({ files })
    const editor = await here.browserOf(here.world.editor)
    const { url } = await editor.upload('page/upload', { name: 'a.txt', content: 'how are you' })
    const origin = await here.app.listen({ host: '127.0.0.1', port: 0 })
    // A server closes idle connections after a while, which would end the waiting.
    here.app.server.keepAliveTimeout = 0
    const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const asked = async (more: Readonly<Record<string, string>> = {}) => {
      const reply = await fetch(new URL(new URL(url, origin).pathname, origin), { headers: { cookie, ...more } })
      return reply.ok ? reply.text().catch(() => 'broken off') : `refused with ${reply.status}`
    }

    expect([await asked(), await asked({ range: 'bytes=0-9' })]).toEqual([outcome, outcome])
    await here.close()
  },
)
