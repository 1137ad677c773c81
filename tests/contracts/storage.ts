import { describe, expect, it } from 'vitest'
import type { FileStorage, IncomingFile } from '#core/ports/files.ts'

/** A file whose bytes are at hand. */
export const fileOf = (content: Uint8Array | string, name = 'file.txt'): IncomingFile => {
  const bytes = Buffer.from(content)
  return {
    name,
    bytes: bytes.length,
    slice: async (offset, length) => bytes.subarray(offset, offset + length),
    async *read() {
      for (let from = 0; from < bytes.length; from += 65_536) yield bytes.subarray(from, from + 65_536)
    },
  }
}

export async function contentOf(chunks: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  if (!chunks) return null
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

const KEY = '3f/3f0e8a52-0b0e-4c0a-9a51-4a3c0c9d8f11'
const OTHER = '4a/4a6f1c3b-6f0f-4f52-8f2a-0f6b1a2c3d4e'

/** What every storage promises; `open` gives an empty one. */
export function storageContract(open: () => Promise<FileStorage>): void {
  describe('a storage of files', () => {
    it('gives back the bytes that were put', async () => {
      const storage = await open()
      const content = Buffer.from(Array.from({ length: 300_000 }, (_, place) => place % 251))

      await storage.put(KEY, fileOf(content), 'application/octet-stream')

      expect((await contentOf(await storage.read(KEY)))?.equals(content)).toBe(true)
    })

    it('keeps an empty file', async () => {
      const storage = await open()

      await storage.put(KEY, fileOf(''), 'text/plain')

      expect(await contentOf(await storage.read(KEY))).toEqual(Buffer.alloc(0))
    })

    it('gives a part of a file', async () => {
      const storage = await open()
      await storage.put(KEY, fileOf('how we pay'), 'text/plain')

      expect(String(await contentOf(await storage.read(KEY, { first: 4, last: 5 })))).toBe('we')
      expect(String(await contentOf(await storage.read(KEY, { first: 9, last: 9 })))).toBe('y')
    })

    it('has nothing under a key where nothing was put', async () => {
      expect(await (await open()).read(OTHER)).toBeNull()
    })

    it('deletes, also what is not there', async () => {
      const storage = await open()
      await storage.put(KEY, fileOf('text'), 'text/plain')
      await storage.put(OTHER, fileOf('other'), 'text/plain')

      await storage.delete(KEY)
      await storage.delete(KEY)

      expect(await storage.read(KEY)).toBeNull()
      expect(String(await contentOf(await storage.read(OTHER)))).toBe('other')
    })

    it('fails when the bytes of a file break off, and goes on', async () => {
      const storage = await open()
      const broken: IncomingFile = {
        ...fileOf('how we pay'),
        async *read() {
          yield Buffer.from('how ')
          throw new Error('the disk is gone')
        },
      }

      await expect(storage.put(KEY, broken, 'text/plain')).rejects.toThrow()

      await storage.put(OTHER, fileOf('other'), 'text/plain')
      expect(String(await contentOf(await storage.read(OTHER)))).toBe('other')
    })

    it('serves many at once', async () => {
      const storage = await open()
      const keys = Array.from({ length: 20 }, (_, number) => `5b/${number}`)

      await Promise.all(keys.map((key) => storage.put(key, fileOf(key), 'text/plain')))

      const contents = await Promise.all(keys.map(async (key) => String(await contentOf(await storage.read(key)))))
      expect(contents).toEqual(keys)
    })
  })
}
