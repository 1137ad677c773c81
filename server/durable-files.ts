import { access, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Writes a text that only its owner may read. Whenever the machine stops, the file holds the former text or this one.
 * @param owner whose file it becomes when root writes it; absent: who writes it
 */
export async function writeWhole(file: string, text: string, owner?: Owner): Promise<void> {
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    if (owner && process.getuid?.() === 0) await handle.chown(owner.uid, owner.gid)
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  await syncFolder(path.dirname(file))
}

/** Without it a power cut could undo a renaming. Windows does that by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

/** A file's text without the space around it; null without a file. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
