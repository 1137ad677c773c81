import { createWriteStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack, type Header } from 'tar-stream'
import { ZipFile } from 'yazl'

/** Packs a folder, with the folder itself in the archive. */
export async function packed(folder: string, archive: string, kind: 'zip' | 'tar.gz'): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const named = (file: string): string => path.join(path.basename(folder), path.relative(folder, file))
  if (kind === 'zip') {
    const zip = new ZipFile()
    for (const file of files) zip.addFile(file, named(file))
    zip.end()
    return pipeline(zip.outputStream, createWriteStream(archive))
  }
  const contents = await Promise.all(files.map(async (file) => ({ name: named(file), content: await readFile(file) })))
  return tarred(contents, archive)
}

/** Writes a tar.gz of these entries, in order. */
export async function tarred(
  entries: readonly (Partial<Header> & { readonly name: string } & { readonly content?: Uint8Array | string })[],
  archive: string,
): Promise<void> {
  const tar = pack()
  const written = pipeline(tar, createGzip(), createWriteStream(archive))
  for (const { content = '', ...header } of entries) tar.entry(header, Buffer.from(content))
  tar.finalize()
  await written
}
