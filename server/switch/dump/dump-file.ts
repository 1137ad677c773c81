import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { UnusableData } from '../../unusable-data.ts'

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

/** Whether a file with these first bytes is a MySQL dump, compressed with gzip or not. */
export const looksLikeDump = (first: Buffer): boolean =>
  isPacked(first) || /^\uFEFF?\s*(?:--|\/\*|#|SET |DROP |CREATE |INSERT |USE )/i.test(first.toString('latin1', 0, 200))

/** MySQL's names of character sets, and the usual ones. */
const CHARACTER_SETS: Readonly<Record<string, string>> = {
  ...{ utf8: 'utf-8', utf8mb3: 'utf-8', utf8mb4: 'utf-8', binary: 'utf-8', ascii: 'utf-8' },
  ...{ latin1: 'windows-1252', gbk: 'gbk', gb2312: 'gbk', gb18030: 'gb18030', big5: 'big5' },
}

/**
 * The text of a dump in pieces, decoded with the character set it declares.
 * @throws UnusableData for an unsupported character set
 */
export async function* textOfDump(file: string): AsyncGenerator<string, void> {
  const bytes = createReadStream(file, { highWaterMark: PIECE_BYTES })
  const unpacked = isPacked(await beginningOf(file)) ? bytes.pipe(createGunzip({ chunkSize: PIECE_BYTES })) : bytes
  if (unpacked !== bytes) bytes.on('error', (error) => unpacked.destroy(error))
  let decoder: TextDecoder | null = null
  try {
    for await (const piece of unpacked as AsyncIterable<Buffer>) {
      decoder ??= decoderFor(piece.toString('latin1', 0, FIRST_BYTES))
      yield decoder.decode(piece, { stream: true })
    }
    if (decoder) yield decoder.decode()
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? cutOff(file, error) : error
  } finally {
    bytes.destroy()
  }
}

function decoderFor(beginning: string): TextDecoder {
  if (/SQL_MODE[^;]*NO_BACKSLASH_ESCAPES/i.test(beginning))
    throw new UnusableData([
      'the dump was made with NO_BACKSLASH_ESCAPES, so its texts could not be told from their escapes.',
      'Make it anew with the usual sql_mode.',
    ])
  const said = /SET\s+NAMES\s+'?(\w+)/i.exec(beginning)?.[1]?.toLowerCase() ?? 'utf8mb4'
  const name = CHARACTER_SETS[said]
  if (name === undefined)
    throw new UnusableData([
      `the dump is in the character set ${said}, which is not known here.`,
      'Make it anew with --default-character-set=utf8mb4.',
    ])
  return new TextDecoder(name, { ignoreBOM: true })
}

const cutOff = (file: string, cause: unknown): UnusableData =>
  new UnusableData([`${file} is packed, and cannot be unpacked to its end: it is cut off or damaged.`], { cause })
