import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { runFolder } from './run-folder.ts'

/**
 * Notes which file makes the account of this name. Files share a server only by chance, so two that use one name would
 * fail only now and then; so they always do.
 */
export async function claimUsername(username: string, file: string): Promise<void> {
  const note = path.join(runFolder(), 'usernames', encodeURIComponent(username))
  try {
    await writeFile(note, file, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const claimedBy = await readFile(note, 'utf8')
    if (claimedBy !== file) throw new Error(`an account "${username}" is made in ${claimedBy}, too`, { cause: error })
  }
}
