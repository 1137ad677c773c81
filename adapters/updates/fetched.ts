import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { DomainError } from '#core/errors.ts'

const ANSWER_MS = 10_000
/** The longest pause in a download. */
const PAUSE_MS = 30_000
const FEED_BYTES = 64 * 1_024

/** @throws DomainError updateUnreached */
export async function textAt(url: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of piecesAt(url, FEED_BYTES)) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Reports the progress of a download, and aborts it. */
interface Fetching {
  readonly signal: AbortSignal
  told(bytes: number): void
}

/**
 * Downloads an address into a new file. @throws the reason of the signal @throws DomainError updateUnreached;
 * updateUntrusted when it is something other than promised; errors of the disk
 */
export async function fetchInto(
  file: string,
  { url, bytes, sha256 }: { readonly url: string; readonly bytes: number; readonly sha256: string },
  { signal, told }: Fetching,
): Promise<void> {
  const sum = createHash('sha256')
  let done = 0
  const handle = await open(file, 'w', 0o600)
  try {
    for await (const part of piecesAt(url, bytes, signal)) {
      sum.update(part)
      await handle.writeFile(part)
      told((done += part.length))
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (sum.digest('hex') !== sha256) throw new DomainError('updateUntrusted')
}

/** The response, limited to this many bytes. */
async function* piecesAt(url: string, limit: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const late = new AbortController()
  const ends = signal ? AbortSignal.any([late.signal, signal]) : late.signal
  let timer = setTimeout(() => late.abort(), ANSWER_MS)
  const read = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading
    } catch {
      signal?.throwIfAborted()
      throw new DomainError('updateUnreached')
    }
  }
  try {
    const { ok, body } = await read(fetch(url, { signal: ends }))
    if (!ok || !body) throw new DomainError('updateUnreached')
    let sum = 0
    const reader = body.getReader()
    for (;;) {
      clearTimeout(timer)
      timer = setTimeout(() => late.abort(), PAUSE_MS)
      const { value, done } = await read(reader.read())
      if (done) return
      sum += value.length
      if (sum > limit) throw new DomainError('updateUntrusted')
      yield value
    }
  } finally {
    clearTimeout(timer)
    late.abort()
  }
}
