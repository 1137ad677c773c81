import { z } from 'zod'
import { cosProvider } from '#adapters/storage/cos/cos-provider.ts'
import { GuardedStorage } from '#adapters/storage/guarded-storage.ts'
import { ossProvider } from '#adapters/storage/oss/oss-provider.ts'
import { qiniuProvider } from '#adapters/storage/qiniu/qiniu-provider.ts'
import { S3Storage } from '#adapters/storage/s3/s3-storage.ts'
import { SignedStorage } from '#adapters/storage/signed/signed-storage.ts'
import { storageKind, type StorageKind } from '#core/attachment/storage-kinds.ts'
import { DomainError } from '#core/errors.ts'
import { withSchema } from '#core/schema-owners.ts'
import type { FileStorage } from '#core/ports/files.ts'
import type { Clock, Log } from '#core/ports/surroundings.ts'
import { ConfigError } from '../config.ts'
import { BUILT_IN_SETTINGS as read } from '../storage-address-problem.ts'

/** A kind whose parse function throws what is wrong with the address. */
const builtIn = <S>(
  id: string,
  read: (address: string) => S,
  open: Parameters<typeof storageKind<S>>[0]['open'],
): StorageKind =>
  storageKind({
    id,
    settings: z.string().transform((address, { addIssue }) => {
      try {
        return read(address)
      } catch (error) {
        addIssue((error as Error).message)
        return z.NEVER
      }
    }),
    open,
  })

/** Built-in kinds; they use the same extension point as those of plugins. */
export const BUILT_IN_KINDS: readonly StorageKind[] = [
  builtIn('s3', read.s3, (settings, surroundings) => new S3Storage(settings, surroundings)),
  builtIn('oss', read.oss, (settings) => new SignedStorage(ossProvider(settings))),
  builtIn('cos', read.cos, (settings) => new SignedStorage(cosProvider(settings))),
  builtIn('qiniu', read.qiniu, (settings) => new SignedStorage(qiniuProvider(settings))),
]

interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  /** Time limit of a storage operation. */
  readonly limitMs?: number
}

/**
 * The storage at this address. One that cannot be opened exists but refuses every file: the product runs, and files in
 * other storages are served.
 * @throws ConfigError when no kind has this scheme, or the settings are wrong
 */
export function storageAt(address: string, kinds: readonly StorageKind[], surroundings: Surroundings): FileStorage {
  const id = new URL(address).protocol.slice(0, -1)
  const kind = kinds.find((each) => each.id === id)
  if (!kind) {
    const known = kinds.map((each) => `${each.id}://`).join(' or ')
    throw new ConfigError([`STORAGE_URL: must begin with ${known}; nothing here keeps files at ${id}://.`])
  }
  return new GuardedStorage(openedBy(kind, address, surroundings.log, surroundings), surroundings)
}

function openedBy(kind: StorageKind, address: string, log: Log, { clock }: Surroundings): FileStorage {
  try {
    const settings = withSchema(kind.settings, () => kind.settings.safeParse(address))
    if (!settings.success) throw new ConfigError([`STORAGE_URL: ${settings.error.issues[0]?.message}.`])
    const storage: FileStorage | undefined = kind.open(settings.data, { clock, log })
    if (typeof storage?.name !== 'string' || !storage.name.startsWith(`${kind.id}://`))
      throw new Error(`it gives no storage whose name begins with ${kind.id}://`)
    return storage
  } catch (error) {
    if (error instanceof ConfigError) throw error
    log.error(`the storage ${kind.id} cannot be opened: no file can be kept`, error)
    return unavailable(`${kind.id}://`)
  }
}

const refuse = async (): Promise<never> => {
  throw new DomainError('storageUnavailable')
}
const unavailable = (name: string): FileStorage => ({ name, put: refuse, read: refuse, delete: refuse })
