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
const RECEIPT = '.receipt.json'

export const writeReceipt = (archive: string, receipt: Receipt): Promise<void> =>
  writeWhole(archive + RECEIPT, `${JSON.stringify(receipt, null, 2)}\n`)

/** Removes the archive first: a receipt alone is of no backup. */
export async function removeBackup(archive: string): Promise<void> {
  for (const file of [archive, archive + RECEIPT]) await rm(file, { force: true })
}

/** The archives of a folder that is there, with the broken ones, the newest first. */
export async function archivesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  return names.filter((name) => timeOfBackup(plainName(name)) !== null).toSorted((a, b) => (a < b ? 1 : -1))
}

const plainName = (name: string): string => (name.endsWith(BROKEN) ? name.slice(0, -BROKEN.length) : name)

/** What is known of an archive; null when it is gone. Without a whole receipt nothing is known of it, and nothing assumed. */
export async function keptBackup(folder: string, name: string): Promise<KeptBackup | null> {
  const archive = path.join(folder, name)
  const there = await stat(archive).catch(() => null)
  const madeAt = timeOfBackup(plainName(name))
  if (!there || !madeAt) return null
  const receipt = await receiptOf(archive)
  const rows = receipt ? Object.values(receipt.tables).reduce((sum, table) => sum + table.rows, 0) : null
  return {
    name,
    madeAt,
    bytes: there.size,
    state: stateOf(name, there.size, receipt),
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
      const isOfOther = receipt !== null && receipt.keyId !== '' && receipt.keyId !== keyId
      return isOfOther ? null : keptBackup(folder, name)
    }),
  )
  return found.filter((backup) => backup !== null)
}

async function receiptOf(archive: string): Promise<Receipt | null> {
  try {
    return Receipt.parse(JSON.parse(await readFile(archive + RECEIPT, 'utf8')))
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
