import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

/** The file in `DATA_DIR` that is there while a plugin blocks the server: the next start reads it. */
export const noteIn = (dataDirectory: string): string => path.join(path.resolve(dataDirectory), 'blocked-by-plugin')

/** The plugin that blocked the server until its end, which is told once; null when there was none. */
export function takeNote(dataDirectory: string): string | null {
  const file = noteIn(dataDirectory)
  try {
    const id = readFileSync(file, 'utf8').trim()
    rmSync(file)
    return id
  } catch {
    // Usually it is not there; one that cannot be read says nothing worth failing for.
    return null
  }
}
