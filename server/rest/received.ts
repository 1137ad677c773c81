import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import type { IncomingFile, IncomingFiles } from '#core/ports/files.ts'
import { bodyLimits } from './fields.ts'
import { notesOf, wireName } from './wire.ts'

/** What files of senders who are not known yet may take of the memory, all together. */
const HELD_BYTES = 32 * 1_024 * 1_024
let heldByAll = 0

interface HeldFile {
  readonly field: string
  readonly name: string
  readonly pieces: readonly Uint8Array[]
}

/** Takes the files of one request; whatever becomes of it, none of them stays behind. */
export class Receiver {
  readonly #incoming: IncomingFiles
  readonly #longest: ReadonlyMap<string, number>
  readonly #received: IncomingFile[] = []
  readonly #held: HeldFile[] = []
  #heldBytes = 0

  constructor(incoming: IncomingFiles, longest: ReadonlyMap<string, number>) {
    this.#incoming = incoming
    this.#longest = longest
  }

  /** The file of a field, written aside; null, with the rest passed by, for one nobody asked for. @throws DomainError */
  async receive(field: string, name: string, content: AsyncIterable<Uint8Array>): Promise<IncomingFile | null> {
    const shorterThan = this.#longest.get(field)
    if (shorterThan === undefined) {
      await passAll(content)
      return null
    }
    const file = await this.#incoming.receive(name, content, shorterThan)
    this.#received.push(file)
    return file
  }

  /**
   * Keeps a file in memory until its sender is known: forms may have the token behind the file.
   * @throws DomainError loginRequired for one that is too large, or while too much is held
   */
  async hold(field: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const shorterThan = this.#longest.get(field)
    if (shorterThan === undefined) {
      await passAll(content)
      return
    }
    const pieces: Uint8Array[] = []
    let bytes = 0
    for await (const piece of content) {
      bytes += piece.length
      heldByAll += piece.length
      this.#heldBytes += piece.length
      if (bytes >= shorterThan || heldByAll > HELD_BYTES) throw new DomainError('loginRequired')
      pieces.push(piece)
    }
    this.#held.push({ field, name, pieces })
  }

  get holdsAny(): boolean {
    return this.#held.length > 0
  }

  /** The files that were held, written aside by now, with their fields. @throws DomainError */
  async takeHeld(): Promise<readonly (readonly [field: string, file: IncomingFile])[]> {
    const taken: (readonly [string, IncomingFile])[] = []
    for (const { field, name, pieces } of this.#held.splice(0)) {
      const file = await this.receive(field, name, Readable.from(pieces))
      if (file) taken.push([field, file])
    }
    return taken
  }

  async dropAll(): Promise<void> {
    heldByAll -= this.#heldBytes
    this.#heldBytes = 0
    this.#held.length = 0
    await Promise.all(this.#received.splice(0).map((file) => this.#incoming.drop(file)))
  }
}

async function passAll(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of content);
}

/** The fields of a call that take a file, by REST name, with the bytes it must be shorter than. */
export function fileFieldsOf({ input }: AnyOperation): ReadonlyMap<string, number> {
  const { shape = {} } = input.def as { shape?: Readonly<Record<string, AnyOperation['input']>> }
  return new Map(
    Object.entries(shape).flatMap(([key, field]) => {
      const { fileShorterThan } = notesOf(field)
      return fileShorterThan === undefined ? [] : [[wireName(key, field), fileShorterThan] as const]
    }),
  )
}

/** Lets the rest of a refused body pass, so that its sender gets to read the refusal; of a huge one the line is cut. */
export function passBy({ raw }: FastifyRequest): void {
  let left: number = bodyLimits.bytes
  raw.on('data', (chunk: Uint8Array) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
