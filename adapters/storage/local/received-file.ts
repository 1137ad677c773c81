import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingFile } from '#core/ports/files.ts'

/** A file in the folder for incoming ones until it is moved to its place, or deleted. */
export class ReceivedFile implements IncomingFile {
  readonly name: string
  readonly bytes: number
  readonly path: string

  constructor(name: string, bytes: number, path: string) {
    this.name = name
    this.bytes = bytes
    this.path = path
  }

  async slice(offset: number, length: number): Promise<Uint8Array> {
    const file = await open(this.path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
  read(): AsyncIterable<Uint8Array> {
    return createReadStream(this.path)
  }
}
