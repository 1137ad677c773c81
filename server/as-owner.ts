import { chown, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

/**
 * A command that root runs goes on as the owner of `DATA_DIR`: the server, which runs as that user, could not read what root
 * wrote there. Of a folder it makes, that user becomes the owner as well.
 */
export async function becomeOwnerOf(dataDirectory: string, made: string | null = null): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = await stat(path.resolve(dataDirectory)).catch(() => null)
  if (!owner || owner.uid === 0) return
  // Its parent may be root's alone.
  if (made !== null && (await mkdir(path.resolve(made), { recursive: true, mode: 0o700 })) !== undefined)
    await chown(path.resolve(made), owner.uid, owner.gid)
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
