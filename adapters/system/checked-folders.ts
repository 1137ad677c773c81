import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Folders whose files may run only as they were when they were checked: by folder, without links in its path, the SHA-256
 * sum of each file by its name from there.
 */
export type CheckedFolders = ReadonlyMap<string, ReadonlyMap<string, string>>

/** A file is another one than the one that was checked, or came afterwards. */
class NotAsChecked extends Error {
  constructor(file: string) {
    super(`${file} is not as it was when it was checked`)
    this.name = 'NotAsChecked'
  }
}

/**
 * From now on this thread runs no module of these folders but as it was checked, also one that is asked for much later.
 * What is run is what was looked at, so nobody can change a file in between. Folders may be added.
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

/** Null for a file of no such folder. @throws NotAsChecked */
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
