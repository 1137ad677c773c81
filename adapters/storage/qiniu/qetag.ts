import { createHash, type Hash } from 'node:crypto'
import type { IncomingFile } from '#core/ports/files.ts'

const BLOCK_BYTES = 4 * 1024 * 1024
const ONE_BLOCK = 0x16
const SEVERAL_BLOCKS = 0x96

/** Qiniu's hash of a file: its SHA-1, or from 4 MB on the SHA-1 of the SHA-1s of its blocks. */
export async function qetagOf(file: Pick<IncomingFile, 'read'>): Promise<string> {
  const blocks: Buffer[] = []
  let block: Hash = createHash('sha1')
  let room = BLOCK_BYTES
  for await (const chunk of file.read()) {
    for (let from = 0; from < chunk.length;) {
      if (room === 0) {
        blocks.push(block.digest())
        block = createHash('sha1')
        room = BLOCK_BYTES
      }
      const part = chunk.subarray(from, from + room)
      block.update(part)
      from += part.length
      room -= part.length
    }
  }
  blocks.push(block.digest())
  const [only = Buffer.alloc(0), ...others] = blocks
  const digest = others.length === 0 ? only : createHash('sha1').update(Buffer.concat(blocks)).digest()
  return Buffer.concat([Buffer.of(others.length === 0 ? ONE_BLOCK : SEVERAL_BLOCKS), digest]).toString('base64url')
}
