import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * One SHA-256 sum over all files of a folder, names and contents, as
 * `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum` writes it there.
 * @throws Error when it holds something that is neither a file nor a folder, which could lead out of it, or a name that
 * could stand for several lines, which the command writes in another way
 */
export async function pluginSum(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const odd = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (odd) throw new Error(`${odd.name} is neither a file nor a folder`)
  const unclear = entries.find(({ name }) => /[\n\\]/.test(name))
  if (unclear) throw new Error(`${JSON.stringify(unclear.name)} is no name of a file that can be summed`)
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)).replaceAll(path.sep, '/'))
  const lines = await Promise.all(
    names.toSorted(byBytes).map(async (name) => `${sumOf(await readFile(path.join(folder, name)))}  ${name}\n`),
  )
  return sumOf(lines.join(''))
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const sumOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
