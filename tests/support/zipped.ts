import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Texts of files by name; a link contains its target. */
export type Zipped = Readonly<Record<string, string | { readonly linkTo: string }>>

const LINK_MODE = 0o120_777

/** A zip of these files, in order. */
export async function zipped(files: Zipped): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files))
    if (typeof content === 'string') zip.addBuffer(Buffer.from(content), name)
    else zip.addBuffer(Buffer.from(content.linkTo), name, { mode: LINK_MODE })
  zip.end()
  return buffer(zip.outputStream)
}

/** The same bytes with a name replaced by another of the same length, which no packing program would write. */
export function renamed(zip: Buffer, from: string, to: string): Buffer {
  if (from.length !== to.length) throw new Error('names in a zip are as long as it says')
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}
