import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The SHA-256 sum of each file of a folder, by its name from there, in the order of the bytes of the names. */
export type FileSums = ReadonlyMap<string, string>

/**
 * @throws Error when the folder holds something that is neither a file nor a folder, which could lead out of it, or a name
 * that could stand for several lines, which the command writes in another way
 */
export async function fileSums(folder: string): Promise<FileSums> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd) throw new Error(`${odd.name} is neither a file nor a folder`)
  const unclear = entries.find(({ name }) => /[\n\\]/.test(name))
  if (unclear) throw new Error(`${JSON.stringify(unclear.name)} is no name of a file that can be summed`)
  const sums = new Map<string, string>()
  // One after the other: together they may be larger than what memory should be used for.
  for (const name of namesOfFiles(folder, entries).toSorted(byBytes))
    sums.set(name, sumOf(await readFile(path.join(folder, name))))
  return sums
}

/**
 * One sum over all files, names and contents, as
 * `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum` writes it there.
 */
export const sumOfAll = (sums: FileSums): string => sumOf([...sums].map(([name, sum]) => `${sum}  ${name}\n`).join(''))

/** The names of those entries of a folder that are files, from there and with slashes. */
export const namesOfFiles = (folder: string, entries: readonly Dirent[]): readonly string[] =>
  entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'))

/** SHA-256, as hexadecimal digits. */
export const sumOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
