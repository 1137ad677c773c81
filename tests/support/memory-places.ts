import type { FileStorage } from '#core/ports/files.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'

/** Storages elsewhere, by host and bucket, which keep their blobs in memory as several servers see them. */
export class MemoryPlaces {
  readonly #blobs = new Map<string, Map<string, Buffer>>()
  /** Called before each step; what it throws is the storage's answer. */
  before: (step: 'put' | 'read' | 'delete', name: string, key: string) => Promise<void> | void = () => {}

  /** @param address as that of `STORAGE_URL` */
  at(address: string): FileStorage {
    const { protocol, host, pathname } = new URL(address)
    const name = `${protocol}//${host}${pathname}`
    const blobs = this.in(name)
    return {
      name,
      put: async (key, file) => {
        await this.before('put', name, key)
        const content = await contentOf(file.read())
        if (content) blobs.set(key, content)
      },
      read: async (key) => {
        await this.before('read', name, key)
        const content = blobs.get(key)
        return content ? fileOf(content).read() : null
      },
      delete: async (key) => {
        await this.before('delete', name, key)
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
