import { z } from 'zod'
import {
  PLUGIN_API_VERSION,
  contribute,
  definePlugin,
  storageKind,
  storageKinds,
  type FileStorage,
} from '#core/plugin.ts'

/** How calls behave. */
export interface MemoryFaults {
  state: 'works' | 'throws' | 'hangs' | 'gives rubbish'
}

/** Stores files in memory, under a name. */
function memoryStorage(box: string, faults: MemoryFaults): FileStorage {
  const blobs = new Map<string, Buffer>()
  const stumble = async <T>(): Promise<T | null> => {
    if (faults.state === 'throws') throw new Error('the memory is gone')
    if (faults.state === 'hangs') return new Promise(() => {})
    return faults.state === 'works' ? null : (42 as T)
  }
  return {
    name: `memory://${box}`,
    async put(key, file) {
      await stumble()
      const parts: Uint8Array[] = []
      for await (const part of file.read()) parts.push(part)
      blobs.set(key, Buffer.concat(parts))
    },
    async read(key, range) {
      const rubbish = await stumble<AsyncIterable<Uint8Array>>()
      if (rubbish !== null) return rubbish
      const blob = blobs.get(key)
      if (!blob) return null
      const part = range ? blob.subarray(range.first, range.last + 1) : blob
      return (async function* content() {
        yield part
      })()
    },
    async delete(key) {
      await stumble()
      blobs.delete(key)
    },
  }
}

/** Adds `STORAGE_URL=memory://box`. */
export const memoryStoragePlugin = (faults: MemoryFaults = { state: 'works' }) =>
  definePlugin({
    id: 'memory',
    apiVersion: PLUGIN_API_VERSION,
    summary: 'Keeps files in memory.',
    contributes: [
      contribute(
        storageKinds,
        storageKind({
          id: 'memory',
          settings: z.string().regex(/^memory:\/\/[a-z]+$/, 'a box must be named, in lower-case letters'),
          open: (address) => memoryStorage(address.slice('memory://'.length), faults),
        }),
      ),
    ],
  })
