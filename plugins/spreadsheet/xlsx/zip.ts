import { mostUnpacked } from '#plugins/markdown-archive/zip-size-api.ts'

/** A file that is not a zip, or uses unsupported features. */
export class BrokenZip extends Error {}

/** The most bytes a workbook may have when unpacked. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_ENTRIES = 2_000
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]

/** The files in a zip selected by `isWanted`, by path. Nothing is written to disk. @throws BrokenZip */
export async function unzipped(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, string>()
  let left = Math.min(MOST_BYTES, mostUnpacked(bytes.length))
  for (const entry of entriesIn(bytes, view)) {
    if (!isWanted(entry.path)) continue
    const content = await contentOf(bytes, view, entry, left)
    left -= content.byteLength
    files.set(entry.path, new TextDecoder().decode(content))
  }
  return files
}

interface Entry {
  readonly path: string
  readonly method: number
  readonly packed: number
  readonly offset: number
}

function entriesIn(bytes: Uint8Array, view: DataView): readonly Entry[] {
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== END) end -= 1
  if (end < 0 || view.getUint32(end, true) !== END) throw new BrokenZip('it has no end of a zip')
  const count = view.getUint16(end + 10, true)
  if (count > MOST_ENTRIES) throw new BrokenZip('it has too many files')
  const entries: Entry[] = []
  for (let [at, number] = [view.getUint32(end + 16, true), 0]; number < count; number += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== CENTRAL)
      throw new BrokenZip('its list of files is broken')
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    entries.push({
      path: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (name ?? 0))),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    })
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

async function contentOf(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  { path, method, packed, offset }: Entry,
  most: number,
): Promise<Uint8Array> {
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw new BrokenZip(`${path} is not there`)
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const content = bytes.subarray(start, start + packed)
  if (content.length < packed || (method !== 0 && method !== 8)) throw new BrokenZip(`${path} cannot be unpacked`)
  const stream = new Blob([content]).stream()
  const unpacked = method === 0 ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    for (const reader = unpacked.getReader(); ;) {
      const { value, done } = await reader.read()
      if (done) break
      size += value.length
      if (size > most) throw new BrokenZip('it is too large when it is unpacked')
      pieces.push(value)
    }
  } catch (cause) {
    throw cause instanceof BrokenZip ? cause : new BrokenZip(`${path} is damaged`, { cause })
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** A zip of these files. */
export async function zipped(files: ReadonlyMap<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const list: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const [path, text] of files) {
    const [name, content] = [new TextEncoder().encode(path), new TextEncoder().encode(text)]
    const packed = await deflated(content)
    const facts = [8, 0, 0x21, checksum(content), packed.length, content.length]
    const local = header(LOCAL, [20, 0x800], facts, name.length, [])
    parts.push(local, name, packed)
    list.push(header(CENTRAL, [20, 20, 0x800], facts, name.length, [0, 0, 0, 0, 0, offset]), name)
    offset += local.length + name.length + packed.length
  }
  const size = list.reduce((sum, { length }) => sum + length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, END, true)
  end.setUint16(8, files.size, true)
  end.setUint16(10, files.size, true)
  end.setUint32(12, size, true)
  end.setUint32(16, offset, true)
  return new Uint8Array(await new Blob([...parts, ...list, end.buffer]).arrayBuffer())
}

/** Method, time and date, checksum and sizes have the same order in both places. */
function header(
  sign: number,
  versions: readonly number[],
  [method = 0, time = 0, day = 0, sum = 0, packed = 0, size = 0]: readonly number[],
  nameLength: number,
  rest: readonly number[],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(sign === LOCAL ? 30 : 46))
  view.setUint32(0, sign, true)
  let at = 4
  const put = (value: number, width: 2 | 4): void => {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  for (const value of [...versions, method, time, day]) put(value, 2)
  for (const value of [sum, packed, size]) put(value, 4)
  put(nameLength, 2)
  put(0, 2)
  if (sign === CENTRAL) {
    const [comment = 0, disk = 0, inner = 0, outer = 0, , offset = 0] = rest
    for (const value of [comment, disk, inner]) put(value, 2)
    for (const value of [outer, offset]) put(value, 4)
  }
  return new Uint8Array(view.buffer)
}

async function deflated(content: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum >>> 0
})
function checksum(content: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of content) sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 255] ?? 0)
  return (sum ^ 0xffffffff) >>> 0
}
