import type { ImportSource } from '#core/plugin.ts'

type Utf16 = 'utf-16le' | 'utf-16be'

/** By its byte order mark; null for any other encoding. */
export function utf16Of([first, second]: Uint8Array): Utf16 | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** The content of a file, in UTF-8 without a byte order mark if it is UTF-16; otherwise unchanged. */
export async function* utf8Pieces(file: Pick<ImportSource, 'first' | 'read'>): AsyncGenerator<Uint8Array, void> {
  const encoding = utf16Of(file.first)
  if (encoding === null) {
    yield* file.read()
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const piece of file.read()) yield Buffer.from(decoder.decode(piece, { stream: true }))
  yield Buffer.from(decoder.decode())
}
