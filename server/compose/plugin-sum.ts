import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The SHA-256 checksum of each file of a folder, by relative name, in byte order of the names. */
export type FileSums = ReadonlyMap<string, string>

/**
 * @throws Error when the folder contains anything but files and folders, which could lead outside, or a name with line
 * breaks, for which `sha256sum` uses another format
 */
export async function fileSums(folder: string): Promise<FileSums> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd) throw new Error(`${odd.name} is neither a file nor a folder`)
  const unclear = entries.find(({ name }) => /[\n\\]/.test(name))
  if (unclear) throw new Error(`${JSON.stringify(unclear.name)} is no name of a file that can be summed`)
  const sums = new Map<string, string>()
  // One at a time: together they may be larger than should be in memory.
  for (const name of namesOfFiles(folder, entries).toSorted(byBytes))
    sums.set(name, sumOf(await readFile(path.join(folder, name))))
  return sums
}

/**
 * One checksum over the names and contents of all files, as printed by
 * `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum` writes it there.
 */
export const sumOfAll = (sums: FileSums): string => sumOf([...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''))

/** The names of the regular files in a folder, relative and with slashes. */
export const namesOfFiles = (folder: string, entries: readonly Dirent[]): readonly string[] =>
  entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'))

/** SHA-256, in hexadecimal digits. */
export const sumOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
