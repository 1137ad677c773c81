import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { KeptBackup } from '#core/ports/backups.ts'
import { ConfigError } from '../config.ts'
import { isThere } from '../durable-files.ts'
import type { BackupBucket } from './bucket.ts'
import {
  archivesAmong,
  archivesIn,
  backupsOfSite,
  described,
  isOfOther,
  keptBackup,
  RECEIPT,
  receiptIn,
  receiptText,
  removeBackup,
  writeReceipt,
  type Receipt,
} from './receipts.ts'

/** A location for backups. */
export interface BackupPlace {
  /** The full location of an archive with this name, for operators. */
  nameOf(name: string): string
  /** @throws ConfigError when one with this name exists */
  assertFree(name: string): Promise<void>
  /** Stores an archive, then its receipt: until then it does not count as good. */
  take(made: string, receipt: Receipt): Promise<void>
  /** The names of all archives, including broken ones, newest first; empty when there are none. */
  archives(): Promise<readonly string[]>
  /** The known facts about an archive; null when it does not exist. */
  kept(name: string): Promise<KeptBackup | null>
  /** Backups of the site with this key, and those without information about the key. */
  backupsOf(keyId: string): Promise<readonly KeptBackup[]>
  remove(name: string): Promise<void>
}

export function folderPlace(folder: string): BackupPlace {
  const nameOf = (name: string): string => path.join(folder, name)
  return {
    nameOf,
    async assertFree(name) {
      if (await isThere(nameOf(name)))
        throw new ConfigError([`${nameOf(name)} is there already: try again in a second.`])
    },
    async take(made, receipt) {
      await rename(made, nameOf(receipt.archive))
      await writeReceipt(nameOf(receipt.archive), receipt)
    },
    archives: () =>
      archivesIn(folder).catch((error: unknown) => {
        // It is created by the first backup.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }),
    kept: (name) => keptBackup(folder, name),
    backupsOf: (keyId) => backupsOfSite(folder, keyId),
    remove: (name) => removeBackup(nameOf(name)),
  }
}

export function bucketPlace(bucket: BackupBucket): BackupPlace {
  const receiptOf = async (name: string): Promise<Receipt | null> => {
    const text = await bucket.text(name + RECEIPT)
    return text === null ? null : receiptIn(text)
  }
  return {
    nameOf: (name) => bucket.name + name,
    // Names have a resolution of one second, and sending an archive takes longer.
    assertFree: async () => undefined,
    async take(made, receipt) {
      await bucket.keep(receipt.archive, made)
      await bucket.writeText(receipt.archive + RECEIPT, receiptText(receipt))
    },
    archives: async () => archivesAmong((await bucket.list()).map(({ name }) => name)),
    async kept(name) {
      const [bytes, receipt] = await Promise.all([bucket.sizeOf(name), receiptOf(name)])
      return bytes === null ? null : described(name, bytes, receipt)
    },
    async backupsOf(keyId) {
      const backups: KeptBackup[] = []
      for (const { name, bytes } of await bucket.list()) {
        if (described(name, bytes, null) === null) continue
        const receipt = await receiptOf(name)
        const backup = isOfOther(receipt, keyId) ? null : described(name, bytes, receipt)
        if (backup) backups.push(backup)
      }
      return backups
    },
    // A receipt without an archive is not a backup.
    async remove(name) {
      for (const each of [name, name + RECEIPT]) await bucket.remove(each)
    },
  }
}
