import { cosSettings } from '#adapters/storage/cos/cos-settings.ts'
import { ossSettings } from '#adapters/storage/oss/oss-settings.ts'
import { qiniuSettings } from '#adapters/storage/qiniu/qiniu-settings.ts'
import { s3Settings } from '#adapters/storage/s3/s3-settings.ts'

/** Of the product's own kinds of storages; those of plugins are asked once their plugins are there. */
const SETTINGS: Readonly<Record<string, (address: string) => unknown>> = {
  s3: s3Settings,
  oss: ossSettings,
  cos: cosSettings,
  qiniu: qiniuSettings,
}

/** What is wrong with the address of a storage, without the address, which holds a secret; null when nothing is. */
export function storageAddressProblem(address: string): string | null {
  try {
    SETTINGS[new URL(address).protocol.slice(0, -1)]?.(address)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
