import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'

/** Disk space to be left free beside a copy of the database, which must not be what fills the disk of the site. */
const SPARE_BYTES = 300 * 2 ** 20

/** Whether the disk of this folder has room for so many bytes, and some to spare. */
export async function hasRoomFor(folder: string, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize >= bytes + SPARE_BYTES
}

/** The bytes of all files below a folder. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder, { recursive: true })) bytes += (await stat(path.join(folder, name))).size
  return bytes
}
