import type { FileStorage } from '#core/ports/files.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'

/** Remote storages, by host and bucket, which keep their blobs in memory and can be shared by several servers. */
export class MemoryPlaces {
  readonly #blobs = new Map<string, Map<string, Buffer>>()
  /** Called before each step; an error it throws is the storage's response. */
  before: (step: 'put' | 'read' | 'delete', name: string, key: string) => Promise<void> | void = () => {}

  readonly #secrets = new Map<string, string>()

  /** From now on refuses every other secret for this storage. */
  takes(name: string, secret: string): void {
    this.#secrets.set(name, secret)
  }

  /** @param address like that of `STORAGE_URL` */
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

  /** Its blobs, by key. */
  in(name: string): Map<string, Buffer> {
    const blobs = this.#blobs.get(name) ?? new Map<string, Buffer>()
    this.#blobs.set(name, blobs)
    return blobs
  }
}
