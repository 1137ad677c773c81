import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { KeptBackup } from '#core/ports/backups.ts'
import { writeWhole } from '../durable-files.ts'
import { Counts } from './contents.ts'
import { timeOfBackup } from './kept-backups.ts'

/** The known facts about a backup, stored beside its archive. */
export const Receipt = Counts.extend({
  archive: z.string(),
  bytes: z.int(),
  /** Checksum of its contents, in hexadecimal digits. */
  sum: z.string(),
  /** Whether it was restored and found identical. */
  isProved: z.boolean(),
  /** Why it cannot be restored; '' when it can. In English, for operators. */
  problem: z.string().default(''),
  /** Id of the site key; '' when unknown. */
  keyId: z.string().default(''),
})
export type Receipt = z.output<typeof Receipt>

/** Suffix of archives that cannot be restored. */
export const BROKEN = '.broken'
export const RECEIPT = '.receipt.json'

export const receiptText = (receipt: Receipt): string => `${JSON.stringify(receipt, null, 2)}\n`

export const writeReceipt = (archive: string, receipt: Receipt): Promise<void> =>
  writeWhole(archive + RECEIPT, receiptText(receipt))

/** Deletes the archive first: a receipt without an archive is not a backup. */
export async function removeBackup(archive: string): Promise<void> {
  for (const file of [archive, archive + RECEIPT]) await rm(file, { force: true })
}

/** The archives in an existing folder, including broken ones, newest first. */
export const archivesIn = async (folder: string): Promise<readonly string[]> => archivesAmong(await readdir(folder))

/** The names that are archives, newest first. */
export const archivesAmong = (names: readonly string[]): readonly string[] =>
  names.filter((name) => timeOfBackup(plainName(name)) !== null).toSorted((a, b) => (a < b ? 1 : -1))

const plainName = (name: string): string => (name.endsWith(BROKEN) ? name.slice(0, -BROKEN.length) : name)

/**
 * The known facts about an archive; null when it does not exist. Without a valid receipt nothing is known or assumed.
 */
export async function keptBackup(folder: string, name: string): Promise<KeptBackup | null> {
  const archive = path.join(folder, name)
  const there = await stat(archive).catch(() => null)
  if (!there) return null
  return described(name, there.size, await receiptOf(archive))
}

/** The content of an archive's receipt; null when it is invalid. */
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

/**
 * The backups in a folder, except those of other sites sharing it, and those of this site from before it had this key.
 */
export async function backupsOfSite(folder: string, keyId: string): Promise<readonly KeptBackup[]> {
  const found = await Promise.all(
    (await archivesIn(folder)).map(async (name) => {
      const receipt = await receiptOf(path.join(folder, name))
      return isOfOther(receipt, keyId) ? null : keptBackup(folder, name)
    }),
  )
  return found.filter((backup) => backup !== null)
}

/** Whether a backup belongs to a site with another key. */
export const isOfOther = (receipt: Receipt | null, keyId: string): boolean =>
  receipt !== null && receipt.keyId !== '' && receipt.keyId !== keyId

const receiptOf = (archive: string): Promise<Receipt | null> =>
  readFile(archive + RECEIPT, 'utf8').then(receiptIn, () => null)

/** Null for a text that is not a receipt. */
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
