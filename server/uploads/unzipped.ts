import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fromBufferPromise, validateFileName, type Entry, type ZipFile } from 'yauzl'

const MOST_ENTRIES = 2_000
const MOST_BYTES = 64 * 2 ** 20
const LONGEST_NAME = 200
const UNIX_TYPE = 0o170_000
const UNIX_LINK = 0o120_000
// oxlint-disable-next-line no-control-regex -- none may stand in a name
const ODD_NAME = /[\u0000-\u001f\u007f\\:*?"<>|]|(^|\/)\.{1,2}(\/|$)|\/\//

/** Why a zip is not unpacked, in English for operators. */
export class OddZip extends Error {}

/**
 * Unpacks a zip into an empty folder. All of its metadata is checked before anything is written.
 * @throws OddZip for entries outside the folder, entries larger than declared, or two files with the same name
 */
export async function unzipInto(folder: string, zipped: Buffer): Promise<void> {
  const damaged = (cause: unknown): never => {
    throw cause instanceof OddZip ? cause : new OddZip('it is no zip, or damaged', { cause })
  }
  const zip = await fromBufferPromise(zipped, {
    lazyEntries: true,
    validateEntrySizes: true,
    strictFileNames: true,
  }).catch(damaged)
  const entries = await entriesOf(zip, zipped.length).catch(damaged)
  for (const [name, entry] of entries) {
    const target = path.join(folder, name)
    if (!target.startsWith(folder + path.sep)) throw new OddZip(`${name} would lie outside`)
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    // Fails for an entry larger than declared.
    const content = await streamOf(zip, entry)
    await pipeline(content, createWriteStream(target, { mode: 0o600, flags: 'wx' })).catch((cause: unknown) => {
      if ((cause as NodeJS.ErrnoException).syscall !== undefined) throw cause
      throw new OddZip(`${name} is damaged`, { cause })
    })
  }
}

/** The files by name. */
async function entriesOf(zip: ZipFile, length: number): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > MOST_ENTRIES) throw new OddZip(`it holds more than ${MOST_ENTRIES} files`)
  const entries = new Map<string, Entry>()
  const known = new Set<string>()
  let [packed, unpacked] = [0, 0]
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry
    if (name.endsWith('/')) continue
    if (validateFileName(name) !== null || ODD_NAME.test(name) || name.length > LONGEST_NAME)
      throw new OddZip(`${JSON.stringify(name)} is no name of a file in a plugin`)
    if (((entry.externalFileAttributes >>> 16) & UNIX_TYPE) === UNIX_LINK) throw new OddZip(`${name} is a link`)
    if (entry.isEncrypted()) throw new OddZip(`${name} is encrypted`)
    // Some file systems treat them as equal.
    if (known.has(name.toLowerCase())) throw new OddZip(`it holds ${name} twice`)
    known.add(name.toLowerCase())
    packed += entry.compressedSize
    unpacked += entry.uncompressedSize
    // Overlapping entries are used in zip bombs.
    if (packed > length) throw new OddZip(`${name} overlaps others`)
    if (unpacked > MOST_BYTES) throw new OddZip(`it holds more than ${MOST_BYTES / 2 ** 20} MB`)
    entries.set(name, entry)
  }
  return entries
}

const streamOf = (zip: ZipFile, entry: Entry) =>
  zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw new OddZip(`${entry.fileName} is damaged`, { cause })
  })
