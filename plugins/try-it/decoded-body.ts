import type { Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import { OUTBOUND_BYTES, type OpenServices } from '#core/plugin.ts'

type Called = Awaited<ReturnType<OpenServices['outbound']['call']>>
type Answer = Exclude<Called, { readonly failure: unknown }>
type Body = Pick<Answer, 'body' | 'isCut'>

/**
 * The body of an answer as it was before it was compressed, up to what one may have: some servers compress although
 * nobody has asked for it. Unpacking ends there, so that no body can take more. Anything that cannot be unpacked stays
 * as it came; of what ends too early there is the beginning, also when the server ended it.
 */
export async function decodedBody({ headers, body, isCut }: Pick<Answer, 'headers' | 'body' | 'isCut'>): Promise<Body> {
  const decoder = body.length === 0 ? null : decoderFor(encodingIn(headers), body)
  if (!decoder) return { body, isCut }
  const whole = isCut ? null : await unpacked(decoder(WHOLE), body)
  if (whole && whole.problem !== ENDS_EARLY) return whole.problem === null ? whole : { body, isCut }
  const beginning = await unpacked(decoder(BEGINNING), body)
  return beginning.body.length === 0 ? { body, isCut } : { body: beginning.body, isCut: true }
}

/** The problem is the code of what ended it before its time. */
async function unpacked(decoder: Transform, compressed: Uint8Array): Promise<Body & { problem: string | null }> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  let problem: string | null = null
  decoder.end(compressed)
  try {
    for await (const piece of decoder as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      bytes += piece.length
      // Leaving the loop ends the decoder.
      if (bytes > OUTBOUND_BYTES) break
    }
  } catch (error) {
    problem = error instanceof Error && 'code' in error ? String(error.code) : ''
  }
  return { body: Buffer.concat(pieces).subarray(0, OUTBOUND_BYTES), isCut: bytes > OUTBOUND_BYTES, problem }
}

const encodingIn = (headers: Answer['headers']): string =>
  headers
    .filter(([name]) => name.toLowerCase() === 'content-encoding')
    .map(([, value]) => value.trim().toLowerCase())
    .join(',')

interface Ends {
  readonly zlib?: number
  readonly brotli?: number
}
/** Whether a body has to have its end, as it has without these options, or may be the beginning of one. */
const WHOLE: Ends = {}
const BEGINNING: Ends = { zlib: constants.Z_SYNC_FLUSH, brotli: constants.BROTLI_OPERATION_FLUSH }
const ENDS_EARLY = 'Z_BUF_ERROR'

function decoderFor(encoding: string, body: Uint8Array): ((ends: Ends) => Transform) | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return ({ zlib }) => createGunzip({ finishFlush: zlib })
  if (encoding === 'br') return ({ brotli }) => createBrotliDecompress({ finishFlush: brotli })
  // Some servers send it without the header that belongs to it.
  const isBare = ((body[0] ?? 0) & 0x0f) !== 8
  if (encoding === 'deflate')
    return ({ zlib }) => (isBare ? createInflateRaw({ finishFlush: zlib }) : createInflate({ finishFlush: zlib }))
  return null
}
