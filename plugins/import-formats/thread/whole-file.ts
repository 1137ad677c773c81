import type { ImportSource, ImportTools } from '#core/plugin.ts'
import type { FilePart } from './reader.ts'

/** The whole file as a single part. */
export async function wholeFile(file: ImportSource, { signal }: ImportTools): Promise<readonly FilePart[]> {
  const bytes = new Uint8Array(file.bytes)
  let at = 0
  for await (const piece of file.read()) {
    signal.throwIfAborted()
    // Data appended meanwhile is ignored.
    bytes.set(piece.subarray(0, bytes.length - at), at)
    at += piece.length
  }
  return [{ path: file.name, bytes }]
}
