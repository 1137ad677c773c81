import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip as a hostile program could write it: each value may be a lie. */
export interface RawEntry {
  readonly name: string | Buffer
  readonly content: string | Buffer
  /** 8 for deflate, 0 for stored. */
  readonly method?: number
  readonly flags?: number
  readonly crc?: number
  /** The unpacked size that is stated. */
  readonly size?: number
  readonly attributes?: number
  /** Refers to the bytes of the first entry instead of its own. */
  readonly isShared?: boolean
  /** Packed as small as possible, which takes longer. */
  readonly isTight?: boolean
  /** States its sizes behind its bytes. */
  readonly isDescribedLate?: boolean
}

interface RawEnd {
  /** The number of entries that is stated. */
  readonly count?: number
  /** Adds the records of large archives. */
  readonly isZip64?: boolean
}

const DEFLATED = 8
const STATED_LATE = 8
const UTF_8 = 0x800

/** A zip of these entries. */
export function rawZip(entries: readonly RawEntry[], { count = entries.length, isZip64 = false }: RawEnd = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const { method = DEFLATED, attributes = 0, isShared = false, isTight = false, isDescribedLate = false } = entry
    const flags = (entry.flags ?? UTF_8) | (isDescribedLate ? STATED_LATE : 0)
    const content = Buffer.from(entry.content)
    const packed = method === DEFLATED ? deflateRawSync(content, { level: isTight ? 9 : 1 }) : content
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(entry.crc ?? crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(entry.size ?? content.length, 8)
    const facts = Buffer.alloc(10)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(method, 4)
    const lengths = Buffer.alloc(4)
    lengths.writeUInt16LE(name.length, 0)
    const local = [signature(3, 4), facts, isDescribedLate ? Buffer.alloc(12) : sizes, lengths, name, packed]
    if (isDescribedLate) local.push(signature(7, 8), sizes)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(attributes, 6)
    rest.writeUInt32LE(isShared ? 0 : at, 10)
    directory.push(signature(1, 2), Buffer.from([20, 3]), facts, sizes, lengths, rest, name)
    if (isShared) continue
    parts.push(...local)
    at += local.reduce((sum, { length }) => sum + length, 0)
  }
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(isZip64 ? 0xff_ff : count & 0xff_ff, 4)
  end.writeUInt16LE(isZip64 ? 0xff_ff : count & 0xff_ff, 6)
  end.writeUInt32LE(isZip64 ? 0xff_ff_ff_ff : index.length, 8)
  end.writeUInt32LE(isZip64 ? 0xff_ff_ff_ff : at, 12)
  const large = isZip64 ? [largeEnd(count, index.length, at), largeLocator(at + index.length)] : []
  return Buffer.concat([...parts, index, ...large, signature(5, 6), end])
}

const signature = (first: number, second: number): Buffer => Buffer.from([0x50, 0x4b, first, second])

function largeEnd(count: number, length: number, at: number): Buffer {
  const end = Buffer.alloc(52)
  end.writeBigUInt64LE(44n, 0)
  end.writeUInt16LE(45, 8)
  end.writeUInt16LE(45, 10)
  end.writeBigUInt64LE(BigInt(count), 20)
  end.writeBigUInt64LE(BigInt(count), 28)
  end.writeBigUInt64LE(BigInt(length), 36)
  end.writeBigUInt64LE(BigInt(at), 44)
  return Buffer.concat([signature(6, 6), end])
}

function largeLocator(at: number): Buffer {
  const locator = Buffer.alloc(16)
  locator.writeBigUInt64LE(BigInt(at), 4)
  locator.writeUInt32LE(1, 12)
  return Buffer.concat([signature(6, 7), locator])
}
