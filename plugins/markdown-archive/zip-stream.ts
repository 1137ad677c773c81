import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ZipFile } from 'yazl'

/** Entries are many small pieces, and sending each by itself takes longer than packing it: they gather meanwhile. */
const SMALL_BYTES = 16_384
const GATHERED_MS = 5

/** The bytes of a zip to which `fill` adds entries before ending it. Errors of `fill` are thrown to the consumer. */
export async function* zipStream(zip: ZipFile, fill: () => Promise<void>): AsyncGenerator<Uint8Array, void> {
  const output = zip.outputStream as Readable
  const filling = fill().catch((error: unknown) => output.destroy(error as Error))
  try {
    for await (const piece of output as AsyncIterable<Uint8Array>) {
      yield piece
      if (piece.length < SMALL_BYTES) await sleep(GATHERED_MS)
    }
  } finally {
    output.destroy()
    await filling
  }
}

export interface ZipEntryOptions {
  readonly mtime: Date
  /** True when left out. */
  readonly compress?: boolean
  readonly signal: AbortSignal
}

/** Adds an entry to a zip and waits until all of it was consumed, so that entries do not accumulate in memory. */
export async function putEntry(
  zip: ZipFile,
  path: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { mtime, compress = true, signal }: ZipEntryOptions,
): Promise<void> {
  signal.throwIfAborted()
  const stream = Readable.from(content)
  zip.addReadStreamLazy(path, { mtime, compress }, (give) => give(null, stream))
  await finished(stream, { signal })
}
