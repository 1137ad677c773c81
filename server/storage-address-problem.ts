import { cosSettings } from '#adapters/storage/cos/cos-settings.ts'
import { ossSettings } from '#adapters/storage/oss/oss-settings.ts'
import { qiniuSettings } from '#adapters/storage/qiniu/qiniu-settings.ts'
import { s3Settings } from '#adapters/storage/s3/s3-settings.ts'

/** How the product's own kinds of storages read their address; each throws what is wrong with it. */
export const BUILT_IN_SETTINGS = {
  s3: s3Settings,
  oss: ossSettings,
  cos: cosSettings,
  qiniu: qiniuSettings,
} as const

/**
 * What is wrong with the address of a storage, without the address, which holds a secret; null when nothing is, and for
 * kinds of plugins, which are asked once their plugins are there.
 */
export function storageAddressProblem(address: string): string | null {
  try {
    const readers: Readonly<Record<string, (address: string) => unknown>> = BUILT_IN_SETTINGS
    readers[new URL(address).protocol.slice(0, -1)]?.(address)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
