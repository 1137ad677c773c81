import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { ShowdocRefusal } from '../refusal.ts'

const FIRST_BYTES = 64 * 1024
const PIECE_BYTES = 1024 * 1024

/** The first bytes of a file, which show its type. */
export async function beginningOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const isPacked = (first: Buffer): boolean => first[0] === 0x1f && first[1] === 0x8b

/** Whether it begins with the mark of UTF-16. */
export const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** The mark of UTF-8, as bytes. */
const MARK = '\u00EF\u00BB\u00BF'
const BEGINNING = new RegExp(
  `^(?:${MARK})?\\s*(?:--|/\\*|#|(?:SET|DROP|CREATE|INSERT|REPLACE|USE|BEGIN|START|LOCK|DELIMITER|ALTER)\\s)`,
  'i',
)

/** Whether a file with these first bytes is a MySQL dump, compressed with gzip or not. */
export const looksLikeDump = (first: Buffer): boolean =>
  isPacked(first) || BEGINNING.test(first.toString('latin1', 0, 200))

/** How the texts of a dump are encoded. `bytes` is UTF-8, as far as the texts are; `latin1` may contain UTF-8 as well. */
export type DumpEncoding = 'bytes' | 'latin1' | 'decoded'

/** MySQL's names of character sets, with that of the decoder; null where the bytes decide. */
const CHARACTER_SETS: Readonly<Record<string, string | null>> = {
  ...{ utf8: null, utf8mb3: null, utf8mb4: null, binary: null, ascii: null, latin1: null },
  ...{ gbk: 'gbk', gb2312: 'gbk', gb18030: 'gb18030', big5: 'big5' },
}

/** A dump that is being read. */
export interface Dump {
  /** Its name for the character set; the usual one when it says none. */
  readonly set: string
  readonly encoding: DumpEncoding
  /** Whether the backslash stands for itself. */
  readonly isWithoutEscapes: boolean
  /** Each character is a byte, unless it is `decoded`. */
  readonly pieces: AsyncIterable<string>
}

/** @throws ShowdocRefusal for an unsupported character set */
export async function openDump(file: string): Promise<Dump> {
  const pieces = bytesOf(file)
  const first = await pieces.next()
  const begun = first.done === true ? Buffer.alloc(0) : first.value
  const [head = ''] = begun.toString('latin1', 0, FIRST_BYTES).split(/^\s*(?:CREATE\s+TABLE|INSERT|REPLACE)\s/im)
  const set = /SET\s+NAMES\s+'?(\w+)/i.exec(head)?.[1]?.toLowerCase() ?? ''
  const name = Object.hasOwn(CHARACTER_SETS, set || 'utf8mb4') ? CHARACTER_SETS[set || 'utf8mb4'] : undefined
  if (name === undefined) {
    await pieces.return()
    throw new ShowdocRefusal('dumpInOtherSet', { set })
  }
  return {
    set,
    encoding: name !== null ? 'decoded' : set === 'latin1' ? 'latin1' : 'bytes',
    isWithoutEscapes: /SQL_MODE[^;]*NO_BACKSLASH_ESCAPES/i.test(head),
    pieces: texts(begun, pieces, name === null ? null : new TextDecoder(name)),
  }
}

async function* texts(
  begun: Buffer,
  others: AsyncGenerator<Buffer, void>,
  decoder: TextDecoder | null,
): AsyncGenerator<string, void> {
  const textOf = (piece: Buffer): string => decoder?.decode(piece, { stream: true }) ?? piece.toString('latin1')
  const marked = begun.toString('latin1', 0, MARK.length) === MARK
  try {
    yield textOf(marked ? begun.subarray(MARK.length) : begun)
    for await (const piece of others) yield textOf(piece)
    if (decoder) yield decoder.decode()
  } finally {
    await others.return()
  }
}

async function* bytesOf(file: string): AsyncGenerator<Buffer, void> {
  const bytes = createReadStream(file, { highWaterMark: PIECE_BYTES })
  const unpacked = isPacked(await beginningOf(file)) ? bytes.pipe(createGunzip({ chunkSize: PIECE_BYTES })) : bytes
  if (unpacked !== bytes) bytes.on('error', (error) => unpacked.destroy(error))
  try {
    yield* unpacked as AsyncIterable<Buffer>
  } catch (error) {
    const isDamaged = (error as NodeJS.ErrnoException).code?.startsWith('Z_')
    throw isDamaged ? new ShowdocRefusal('dumpCutInside', { file }, { cause: error }) : error
  } finally {
    bytes.destroy()
  }
}
