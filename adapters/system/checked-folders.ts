import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folders whose files may only run unchanged: by folder, without symbolic links in its path, the SHA-256 sum of each
 * file by its relative path.
 */
export type CheckedFolders = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A file was changed or added after the check. */
class NotAsChecked extends Error {
  constructor(file: string) {
    super(`${file} is not as it was when it was checked`)
    this.name = 'NotAsChecked'
  }
}

/**
 * From now on this thread only runs modules of these folders that are unchanged, however late they are loaded. The
 * verified bytes themselves are run, so nobody can change a file in between. Folders may be added.
 */
export function runAsChecked(folders: CheckedFolders): void {
  registerHooks({
    load(url, context, next) {
      const source = url.startsWith('file:') ? checkedSource(folders, fileURLToPath(url)) : null
      const loaded = next(url, context)
      return source === null ? loaded : { ...loaded, source }
    },
  })
}

/** Null for a file outside of these folders. @throws NotAsChecked */
function checkedSource(folders: CheckedFolders, file: string): Buffer | null {
  for (const [folder, sums] of folders) {
    if (!file.startsWith(folder + path.sep)) continue
    const source = readFileSync(file)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    if (sums.get(name) !== createHash('sha256').update(source).digest('hex')) throw new NotAsChecked(file)
    return source
  }
  return null
}
