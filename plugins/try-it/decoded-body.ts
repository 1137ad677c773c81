import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { OUTBOUND_BYTES, type Services } from '#core/plugin.ts'

type Called = Awaited<ReturnType<Services['outbound']['call']>>
type Answer = Exclude<Called, { readonly failure: unknown }>
type Body = Pick<Answer, 'body' | 'isCut'>

/**
 * The body of an answer as it was before it was compressed, up to what one may have: some servers compress although
 * nobody has asked for it. Unpacking ends there, so that no body can take more. Anything that cannot be unpacked stays
 * as it came.
 */
export async function decodedBody({ headers, body, isCut }: Pick<Answer, 'headers' | 'body' | 'isCut'>): Promise<Body> {
  const decoder = body.length === 0 ? null : decoderFor(encodingIn(headers), body)
  if (!decoder) return { body, isCut }
  const pieces: Uint8Array[] = []
  let bytes = 0
  decoder.end(body)
  try {
    for await (const piece of decoder as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      bytes += piece.length
      // Leaving the loop ends the decoder.
      if (bytes > OUTBOUND_BYTES) break
    }
  } catch {
    // What came before the place where it was cut off or is damaged.
    if (!isCut || bytes === 0) return { body, isCut }
  }
  return { body: Buffer.concat(pieces).subarray(0, OUTBOUND_BYTES), isCut: isCut || bytes > OUTBOUND_BYTES }
}

const encodingIn = (headers: Answer['headers']): string =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value.trim().toLowerCase())
    .join(',')

const [ZLIB, BROTLI] = [
  { finishFlush: constants.Z_SYNC_FLUSH },
  { finishFlush: constants.BROTLI_OPERATION_FLUSH },
] as const

function decoderFor(encoding: string, body: Uint8Array) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(ZLIB)
  if (encoding === 'br') return createBrotliDecompress(BROTLI)
  // Some servers send it without the header that belongs to it.
  if (encoding === 'deflate') return ((body[0] ?? 0) & 0x0f) === 8 ? createInflate(ZLIB) : createInflateRaw(ZLIB)
  return null
}
