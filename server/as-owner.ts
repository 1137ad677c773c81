import { chown, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a command started by root continue as the owner of `DATA_DIR`: the server, running as that user, could not read
 * files written by root. A newly created folder is given to that user as well.
 */
export async function becomeOwnerOf(dataDirectory: string, made: string | null = null): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = await stat(path.resolve(dataDirectory)).catch(() => null)
  if (!owner || owner.uid === 0) return
  // Its parent may be readable by root only.
  if (made !== null && (await mkdir(path.resolve(made), { recursive: true, mode: 0o700 })) !== undefined)
    await chown(path.resolve(made), owner.uid, owner.gid)
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
