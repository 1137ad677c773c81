import type { FileStorage } from '#core/ports/files.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'

/** Storages elsewhere, by host and bucket, which keep their blobs in memory as several servers see them. */
export class MemoryPlaces {
  readonly #blobs = new Map<string, Map<string, Buffer>>()
  /** Called before each step; what it throws is the storage's answer. */
  before: (step: 'put' | 'read' | 'delete', name: string, key: string) => Promise<void> | void = () => {}

  readonly #secrets = new Map<string, string>()

  /** Refuses every other secret there from now on. */
  takes(name: string, secret: string): void {
    this.#secrets.set(name, secret)
  }

  /** @param address as that of `STORAGE_URL` */
  at(address: string): FileStorage {
    const { protocol, host, pathname, password } = new URL(address)
    const name = `${protocol}//${host}${pathname}`
    const blobs = this.in(name)
    const enter = async (step: 'put' | 'read' | 'delete', key: string): Promise<void> => {
      await this.before(step, name, key)
      const secret = this.#secrets.get(name)
      if (secret !== undefined && secret !== decodeURIComponent(password)) throw new Error('SignatureDoesNotMatch')
    }
    return {
      name,
      put: async (key, file) => {
        await enter('put', key)
        const content = await contentOf(file.read())
        if (content) blobs.set(key, content)
      },
      read: async (key) => {
        await enter('read', key)
        const content = blobs.get(key)
        return content ? fileOf(content).read() : null
      },
      delete: async (key) => {
        await enter('delete', key)
        blobs.delete(key)
      },
    }
  }

  /** What lies there, by key. */
  in(name: string): Map<string, Buffer> {
    const blobs = this.#blobs.get(name) ?? new Map<string, Buffer>()
    this.#blobs.set(name, blobs)
    return blobs
  }
}
