import type { ImportSource, ImportTools } from '#core/plugin.ts'
import type { FilePart } from './reader.ts'

/** All bytes of a file as its one part. */
export async function wholeFile(file: ImportSource, { signal }: ImportTools): Promise<readonly FilePart[]> {
  const bytes = new Uint8Array(file.bytes)
  let at = 0
  for await (const piece of file.read()) {
    signal.throwIfAborted()
    // What has grown meanwhile is cut.
    bytes.set(piece.subarray(0, bytes.length - at), at)
    at += piece.length
  }
  return [{ path: file.name, bytes }]
}
