import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TimeLimits } from '#adapters/storage/signed/exchange.ts'
import { SignedStorage, type Provider } from '#adapters/storage/signed/signed-storage.ts'
import type { FileStorage } from '#core/ports/files.ts'
import { contentOf, fileOf, storageContract } from '../storage.ts'
import type { StandIn } from './bucket-stand-in.ts'
import { CUT_FILES, HURRIED, LONGER_PART, OTHER_PARTS, PATIENT } from './lying-answers.ts'

const KEY = '3f/3f0e8a52-0b0e-4c0a-9a51-4a3c0c9d8f11'
export interface Opened {
  readonly secret?: string
  readonly bucket?: string
}
export interface SignedStorageCase {
  open(): Promise<StandIn>
  provider(port: number, limits: TimeLimits, other: Opened): Provider
  /** What somebody with a wrong secret or a wrong bucket is told. */
  readonly wrongSecret: string
  readonly wrongBucket: string
  /** An answer of 200 that is an error nevertheless. */
  readonly errorBody: string
}

/** What every storage whose requests are signed promises, against a stand-in that verifies them. */
export function signedStorageContract({
  open,
  provider,
  wrongSecret,
  wrongBucket,
  errorBody,
}: SignedStorageCase): void {
  let here: StandIn
  beforeAll(async () => {
    here = await open()
  })
  beforeEach(() => {
    here.blobs.clear()
    here.fault = null
  })
  afterAll(() => here.close())

  const storage = (port: number, other: Opened = {}, limits = PATIENT): FileStorage =>
    new SignedStorage(provider(port, limits, other), limits)
  /** One that has found its way already, and is in a hurry from now on. */
  const used = async (): Promise<FileStorage> => {
    const same = provider(here.port, PATIENT, {})
    await new SignedStorage(same, PATIENT).put(KEY, fileOf('before'), 'text/plain')
    return new SignedStorage(same, HURRIED)
  }

  storageContract(async () => storage(here.port))

  describe('a storage whose requests are signed', () => {
    it.each(['目录/文 件.txt', "3f/a+b&c=d'(e)*!~.txt"])('keeps a file under any key: %s', async (key) => {
      await storage(here.port).put(key, fileOf('text'), 'text/plain')

      expect([...here.blobs.keys()]).toEqual([key])
      expect(String(await contentOf(await storage(here.port).read(key)))).toBe('text')
      await storage(here.port).delete(key)
      expect(here.blobs.size).toBe(0)
    })

    it('is refused with a wrong secret, and says no more than that', async () => {
      const wrong = storage(here.port, { secret: 'another secret' })
      const calls = [() => wrong.put(KEY, fileOf('x'), 'text/plain'), () => wrong.read(KEY), () => wrong.delete(KEY)]

      for (const call of calls) await expect(call()).rejects.toThrow(wrongSecret)
      await expect(wrong.check?.()).rejects.toThrow(/^\w+:\/\/.* cannot be used: /)
      for (const call of calls) await expect(call()).rejects.not.toThrow('another secret')
      expect(here.blobs.size).toBe(0)
    })

    it('does not say that a file is missing where there is no such bucket', async () => {
      const elsewhere = storage(here.port, { bucket: 'no-such-bucket-1250000000' })

      await expect(elsewhere.read(KEY)).rejects.toThrow(wrongBucket)
      await expect(elsewhere.check?.()).rejects.toThrow(wrongBucket)
      await expect(storage(here.port).check?.()).resolves.toBeUndefined()
    })

    it('does not take in a file that it cannot pass on', async () => {
      const pieces = 1_024
      const piece = Buffer.alloc(65_536)
      let readings = 0
      let taken = 0
      const file = {
        ...fileOf(''),
        bytes: piece.length * pieces,
        async *read() {
          readings += 1
          for (taken = 0; taken < pieces; taken += 1) yield piece
        },
      }
      const each = await used()
      // It takes nothing in, so no more is read than fits into the line.
      here.fault = (request) => void request.pause()

      await expect(each.put(KEY, file, 'text/plain')).rejects.toThrow('no answer in time')

      // The first one was for the sum.
      expect(readings).toBe(2)
      expect(taken).toBeLessThan(pieces)
    })
  })

  describe('a server that fails or lies (R10)', () => {
    const anything = expect.any(Error) as Error
    const failures: readonly (readonly [string, RequestListener])[] = [
      ['500', (_, response) => response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')],
      ['no answer', () => {}],
      ['a cut line', (request) => request.socket.destroy()],
      ['a page of a proxy', (_, response) => response.writeHead(502).end('<html>Bad gateway</html>')],
      ['a way elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
      ['half a head', (request) => request.socket.end('HTTP/1.1 200')],
      ['no HTTP', (request) => request.socket.end('220 mail.example.org\r\n')],
      ['404 without words', (_, response) => response.writeHead(404).end()],
    ]
    it.each(failures)('%s makes every call fail in its time', async (_, fault) => {
      here.fault = fault
      const each = storage(here.port, {}, HURRIED)

      const calls = [each.put(KEY, fileOf('x'), 'text/plain'), each.read(KEY), each.delete(KEY)]

      expect(await Promise.allSettled<unknown>(calls)).toEqual(
        calls.map(() => ({ status: 'rejected', reason: anything })),
      )
    })

    it('200 with an error in it is no file, and keeps none', async () => {
      const each = await used()
      here.fault = (request, response) => {
        request.resume()
        response.writeHead(200, { 'content-type': 'application/xml' }).end(errorBody)
      }

      await expect(each.put(KEY, fileOf('x'), 'text/plain')).rejects.toThrow('does not say that it kept')
      await expect(each.read(KEY)).rejects.toThrow('something else than a file')
    })

    it.each(CUT_FILES)('a file that %s is never taken for a whole one', async (_, fault) => {
      const each = await used()
      here.fault = fault
      const content = await each.read(KEY)

      await expect(contentOf(content)).rejects.toThrow()
    })

    it.each(OTHER_PARTS)('%s is not taken for the part that was asked for', async (_, fault) => {
      here.fault = fault

      await expect(storage(here.port).read(KEY, { first: 4, last: 5 })).rejects.toThrow()
    })

    it('a part that is longer than it says ends the reading', async () => {
      here.fault = LONGER_PART

      await expect(contentOf(await storage(here.port).read(KEY, { first: 4, last: 5 }))).rejects.toThrow(
        'more than it said',
      )
    })

    it('nobody at all is asked twice, in the time of one call', async () => {
      const gone = await open()
      await gone.close()

      await expect(storage(gone.port).read(KEY)).rejects.toThrow('ECONNREFUSED')
    })
  })
}
