import { access, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'

interface Owner {
  readonly uid: number
  readonly gid: number
}

/**
 * Writes a text readable only by its owner. Crash-safe: the file contains either the old or the new text.
 * @param text whole, or in pieces that are made while it is written
 * @param owner of the file when root writes it; without it, the writing user
 */
export async function writeWhole(file: string, text: string | Iterable<string>, owner?: Owner): Promise<void> {
  const unfinished = `${file}.unfinished`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    if (owner && process.getuid?.() === 0) await handle.chown(owner.uid, owner.gid)
    for (const piece of typeof text === 'string' ? [text] : text) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(unfinished, file)
  await syncFolder(path.dirname(file))
}

/** Without it a power cut could undo a rename. Windows does this by itself. */
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

/** A file's text without surrounding whitespace; null when there is no file. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
