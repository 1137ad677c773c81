import type { IncomingFile } from '../ports/files.ts'

/** The image types the product displays (spec §6), by their first bytes. */
const IMAGE_TYPES = ['image/jpeg', 'image/gif', 'image/png', 'image/bmp', 'image/webp'] as const
type ImageType = (typeof IMAGE_TYPES)[number]

export const isImageType = (mediaType: string): mediaType is ImageType => IMAGE_TYPES.some((type) => type === mediaType)

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/**
 * The image type of a file by its first bytes; null when it is none of these. `bytes` is the length of the whole file.
 */
export function imageTypeOf(head: Uint8Array, bytes: number): ImageType | null {
  if (begins(head, PNG)) return 'image/png'
  if (begins(head, JPEG)) return 'image/jpeg'
  if (['GIF87a', 'GIF89a'].includes(latin(head, 0, 6))) return 'image/gif'
  if (latin(head, 0, 4) === 'RIFF' && latin(head, 8, 4) === 'WEBP') return 'image/webp'
  return isBmp(head, bytes) ? 'image/bmp' : null
}

// Two letters are not enough to distinguish a picture from a text, so both sizes in its header must be plausible as
// well.
const BMP_HEADS = new Set([12, 40, 52, 56, 64, 108, 124])
function isBmp(head: Uint8Array, bytes: number): boolean {
  if (latin(head, 0, 2) !== 'BM' || head.length < 26) return false
  const view = viewOf(head)
  return BMP_HEADS.has(view.getUint32(14, true)) && view.getUint32(10, true) < bytes
}

/** Pixel dimensions from the header of an image; null when it cannot be read. */
export async function pixelsOf(file: IncomingFile, type: ImageType): Promise<number | null> {
  const head = await file.slice(0, 32)
  if (head.length < 26) return null
  const view = viewOf(head)
  if (type === 'image/png') return view.getUint32(16) * view.getUint32(20)
  if (type === 'image/gif') return view.getUint16(6, true) * view.getUint16(8, true)
  if (type === 'image/bmp') return bmpPixels(view)
  return type === 'image/webp' ? webpPixels(view) : jpegPixels(file)
}

const bmpPixels = (view: DataView): number =>
  view.getUint32(14, true) === 12
    ? view.getUint16(18, true) * view.getUint16(20, true)
    : Math.abs(view.getInt32(18, true)) * Math.abs(view.getInt32(22, true))

function webpPixels(view: DataView): number | null {
  const kind = view.getUint8(15)
  // "VP8 ", "VP8L" and "VP8X" store them at different offsets.
  if (kind === 0x20 && view.byteLength >= 30)
    return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff)
  if (kind === 0x4c) {
    const bits = view.getUint32(21, true)
    return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
  }
  if (kind !== 0x58 || view.byteLength < 30) return null
  const side = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000 + 1
  return side(24) * side(27)
}

const MOST_SEGMENTS = 500
// The frame header follows any number of segments with previews and colour profiles.
async function jpegPixels(file: IncomingFile): Promise<number | null> {
  let at = 2
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    const segment = await file.slice(at, 9)
    if (segment.length < 9 || segment[0] !== 0xff) return null
    const view = viewOf(segment)
    if (isFrame(view.getUint8(1))) return view.getUint16(5) * view.getUint16(7)
    at += 2 + view.getUint16(2)
  }
  return null
}
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const begins = (head: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => head[place] === byte)
const latin = (head: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...head.subarray(from, from + length))
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
