import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { ByteRange } from '#core/ports/files.ts'
import type { Download, StreamedFile } from '#core/schema.ts'
import { exactly } from '../exactly.ts'

/** No upload can run in the name of the site, whatever it is and whoever opens it (threats F3). */
const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Revalidated each time, so that access ends with the right to see it.
  'cache-control': 'private, no-cache',
  vary: 'Cookie',
} as const

/**
 * Sends a stored file, the requested range of it, or 304. An answer that starts with the first byte counts as one
 * visit; traffic is what was actually sent (D54). @returns false, with nothing sent, when the content is gone
 * @throws DomainError storageUnavailable, before any header of the file is set
 */
export async function sendDownload(request: FastifyRequest, reply: FastifyReply, file: Download): Promise<boolean> {
  // A range refers to the uncompressed content, and an ETag to exactly one sequence of bytes.
  request.headers['x-no-compression'] = '1'
  const etag = `"${file.version}"`
  const headers = { ...HARMLESS, 'accept-ranges': 'bytes', etag, 'content-disposition': dispositionOf(file) }
  if (matches(request.headers['if-none-match'], etag)) {
    await reply.code(304).headers(headers).send()
    return true
  }
  const isWanted = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
  const range = isWanted ? rangeOf(request.headers.range, file.bytes) : null
  if (range === 'outside') {
    await reply.code(416).headers(headers).header('content-range', `bytes */${file.bytes}`).send()
    return true
  }
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 }
  const bytes = last - first + 1
  const isHead = request.method === 'HEAD'
  const content = isHead || bytes === 0 ? [] : await file.read(range ?? undefined)
  if (!content) return false
  // A storage may give other bytes than were put there.
  const sent = Symbol.asyncIterator in content ? exactly(bytes, content, file.storage ?? 'its storage') : content
  reply.headers({ ...headers, 'content-type': typeOf(file), 'content-length': bytes })
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${file.bytes}`)
  if (!isHead) file.count(first === 0 ? 1 : 0, bytes)
  // A stream even for an empty body, which would otherwise get a length of 0.
  await reply.send(Readable.from(sent, { objectMode: false }))
  return true
}

/**
 * Sends a file as it is produced. If that fails, the connection is aborted, so that the client notices the truncation.
 */
export async function sendStream({ method }: FastifyRequest, reply: FastifyReply, file: StreamedFile): Promise<void> {
  const isShown = false
  const headers = {
    ...HARMLESS,
    'content-disposition': dispositionOf({ ...file, isShown }),
    'content-type': typeOf(file),
  }
  reply.headers(headers)
  // A HEAD request does not need the file to be produced.
  await reply.send(method === 'HEAD' ? '' : Readable.from(file.content, { objectMode: false }))
}

const typeOf = ({ mediaType }: Pick<Download, 'mediaType'>): string =>
  mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType

/** RFC 6266 and 5987: an ASCII name for old programs, the real one for all others. */
export function dispositionOf({ name, isShown }: Pick<Download, 'name' | 'isShown'>): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((part) => ['*', etag].includes(part.trim().replace(/^W\//, '')))

/**
 * The single requested range; null for the whole file, also for several ranges, which nobody needs for a small file.
 */
function rangeOf(header: string | undefined, bytes: number): ByteRange | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && from !== '' && Number(to) < first) return null
  return first >= bytes || last < first ? 'outside' : { first, last }
}
