import type { FilePart } from '../thread/reader.ts'

/** A part with one character for each byte: names in XML are plain, and texts stay as they are. */
export const latin1Of = ({ bytes }: FilePart): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** The part that such a text is. */
export const partOfLatin1 = (path: string, text: string): FilePart => ({
  path,
  bytes: new Uint8Array(Buffer.from(text, 'latin1')),
})
