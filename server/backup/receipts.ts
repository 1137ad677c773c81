import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { KeptBackup } from '#core/ports/backups.ts'
import { writeWhole } from '../durable-files.ts'
import { Counts } from './contents.ts'
import { timeOfBackup } from './kept-backups.ts'

/** What is known of a backup, beside its archive. */
export const Receipt = Counts.extend({
  archive: z.string(),
  bytes: z.int(),
  /** Of its contents, in hexadecimal digits. */
  sum: z.string(),
  /** Whether it was restored, and was the same. */
  isProved: z.boolean(),
  /** Why it cannot be restored; '' for none. In English, for operators. */
  problem: z.string().default(''),
  /** Of the key of the site that it is of; '' when nobody knows. */
  keyId: z.string().default(''),
})
export type Receipt = z.output<typeof Receipt>

/** Ends the names of archives that cannot be restored. */
export const BROKEN = '.broken'
export const RECEIPT = '.receipt.json'

export const receiptText = (receipt: Receipt): string => `${JSON.stringify(receipt, null, 2)}\n`

export const writeReceipt = (archive: string, receipt: Receipt): Promise<void> =>
  writeWhole(archive + RECEIPT, receiptText(receipt))

/** Removes the archive first: a receipt alone is of no backup. */
export async function removeBackup(archive: string): Promise<void> {
  for (const file of [archive, archive + RECEIPT]) await rm(file, { force: true })
}

/** The archives of a folder that is there, with the broken ones, the newest first. */
export const archivesIn = async (folder: string): Promise<readonly string[]> => archivesAmong(await readdir(folder))

/** Those of the names that are archives, the newest first. */
export const archivesAmong = (names: readonly string[]): readonly string[] =>
  names.filter((name) => timeOfBackup(plainName(name)) !== null).toSorted((a, b) => (a < b ? 1 : -1))

const plainName = (name: string): string => (name.endsWith(BROKEN) ? name.slice(0, -BROKEN.length) : name)

/** What is known of an archive; null when it is gone. Without a whole receipt nothing is known of it, and nothing assumed. */
export async function keptBackup(folder: string, name: string): Promise<KeptBackup | null> {
  const archive = path.join(folder, name)
  const there = await stat(archive).catch(() => null)
  if (!there) return null
  return described(name, there.size, await receiptOf(archive))
}

/** What the receipt of an archive says of it; null when it is none. */
export function described(name: string, bytes: number, receipt: Receipt | null): KeptBackup | null {
  const madeAt = timeOfBackup(plainName(name))
  if (!madeAt) return null
  const rows = receipt ? Object.values(receipt.tables).reduce((sum, table) => sum + table.rows, 0) : null
  return {
    name,
    madeAt,
    bytes,
    state: stateOf(name, bytes, receipt),
    rows,
    files: receipt?.files.count ?? null,
    missingFiles: receipt?.files.missing.length ?? 0,
    filesElsewhere: receipt ? Object.values(receipt.files.elsewhere).reduce((sum, count) => sum + count, 0) : 0,
    sum: receipt?.sum ?? '',
    problem: receipt?.problem ?? '',
  }
}

/** The backups in a folder but those of sites with another key, which may share it, or of this one before it had this key. */
export async function backupsOfSite(folder: string, keyId: string): Promise<readonly KeptBackup[]> {
  const found = await Promise.all(
    (await archivesIn(folder)).map(async (name) => {
      const receipt = await receiptOf(path.join(folder, name))
      return isOfOther(receipt, keyId) ? null : keptBackup(folder, name)
    }),
  )
  return found.filter((backup) => backup !== null)
}

/** Whether a backup is of a site with another key. */
export const isOfOther = (receipt: Receipt | null, keyId: string): boolean =>
  receipt !== null && receipt.keyId !== '' && receipt.keyId !== keyId

const receiptOf = (archive: string): Promise<Receipt | null> =>
  readFile(archive + RECEIPT, 'utf8').then(receiptIn, () => null)

/** Null for a text that is no receipt. */
export function receiptIn(text: string): Receipt | null {
  try {
    return Receipt.parse(JSON.parse(text))
  } catch {
    return null
  }
}

function stateOf(name: string, bytes: number, receipt: Receipt | null): KeptBackup['state'] {
  if (name.endsWith(BROKEN)) return 'broken'
  if (!receipt || receipt.archive !== name) return 'untried'
  if (receipt.bytes !== bytes) return 'changed'
  if (receipt.files.missing.length > 0) return 'incomplete'
  return receipt.isProved ? 'proved' : 'untried'
}
