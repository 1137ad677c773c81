import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { DomainError } from '#core/errors.ts'
import { uploadLimits } from '#core/attachment/upload-limits.ts'
import type { IncomingFile, IncomingFiles } from '#core/ports/files.ts'
import type { Log } from '#core/ports/surroundings.ts'
import { diskFailure } from './disk-failure.ts'
import { ReceivedFile } from './received-file.ts'

/** Receives files into a folder on the disk of the data, so that storing them is only a rename. */
export class IncomingFolder implements IncomingFiles {
  readonly #folder: string
  readonly #log: Pick<Log, 'error'>
  readonly #freeBytes: () => Promise<number>

  constructor(folder: string, log: Pick<Log, 'error'>, freeBytes: () => Promise<number> = () => freeBytesAt(folder)) {
    this.#folder = folder
    this.#log = log
    this.#freeBytes = freeBytes
  }

  async receive(name: string, content: AsyncIterable<Uint8Array>, shorterThan: number): Promise<IncomingFile> {
    const target = path.join(this.#folder, randomUUID())
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      if ((await this.#freeBytes()) < uploadLimits.freeDiskBytes) throw new DomainError('diskFull')
      return new ReceivedFile(name, await written(target, content, shorterThan), target)
    } catch (error) {
      await rm(target, { force: true }).catch(() => undefined)
      throw diskFailure(error, `cannot receive a file into ${this.#folder}`, this.#log)
    }
  }

  async drop(file: IncomingFile): Promise<void> {
    if (file instanceof ReceivedFile) await rm(file.path, { force: true })
  }

  async sweep(before: Date): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const target = path.join(this.#folder, name)
      const found = await stat(target).catch(() => null)
      if (found && found.mtime < before) await rm(target, { force: true })
    }
  }
}

async function written(target: string, content: AsyncIterable<Uint8Array>, shorterThan: number): Promise<number> {
  const file = await open(target, 'wx', 0o600)
  try {
    return await writeAll(file, content, shorterThan)
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, content: AsyncIterable<Uint8Array>, shorterThan: number): Promise<number> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes >= shorterThan)
      throw new DomainError('fileTooLarge', { megabytes: Math.floor(shorterThan / 1024 / 1024) })
    await file.writeFile(chunk)
  }
  return bytes
}

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
