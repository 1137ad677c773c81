import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '#core/errors.ts'
import type { AnyOperation } from '#core/operation.ts'
import type { IncomingFile, IncomingFiles } from '#core/ports/files.ts'
import { bodyLimits } from './fields.ts'
import { notesOf, wireName } from './wire.ts'

/** Memory limit for files of unidentified senders, in total. */
const HELD_BYTES = 32 * 1_024 * 1_024
/** What a parser reads of a file before the receiver sees it is less. */
const READ_AHEAD_BYTES = 1_024 * 1_024
let heldByAll = 0

interface HeldFile {
  readonly field: string
  readonly name: string
  readonly pieces: readonly Uint8Array[]
}

/** Receives the files of one request; in any case, none of them is left behind. */
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

  /**
   * At how many bytes a parser gives up: more than the call's largest file, whose refusal names its own limit, and the
   * limit of other fields for files that no field expects.
   */
  get readableBytes(): number {
    return Math.max(bodyLimits.bytes, ...this.#longest.values()) + READ_AHEAD_BYTES
  }

  /**
   * The file of a field, written to disk; null for a field that is not expected, whose content is skipped. @throws
   * DomainError
   */
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
   * Holds a file in memory until its sender is known: in forms the token may follow the file.
   * @throws DomainError loginRequired for a file that is too large, or while too much is held
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

  /** The held files, now written to disk, with their fields. @throws DomainError */
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

/** The file fields of a call, by REST name, with their size limit. */
export function fileFieldsOf({ input }: AnyOperation): ReadonlyMap<string, number> {
  const { shape = {} } = input.def as { shape?: Readonly<Record<string, AnyOperation['input']>> }
  return new Map(
    Object.entries(shape).flatMap(([key, field]) => {
      const { fileShorterThan } = notesOf(field)
      return fileShorterThan === undefined ? [] : [[wireName(key, field), fileShorterThan] as const]
    }),
  )
}

/** Reads the rest of a refused body, so that the client gets to read the refusal; a huge one is cut off. */
export function passBy({ raw }: FastifyRequest): void {
  let left: number = bodyLimits.bytes
  // The parser of a form reads no further, and holds up all that is sent to it.
  raw.unpipe()
  raw.on('data', (chunk: Uint8Array) => {
    left -= chunk.length
    if (left < 0) raw.destroy()
  })
  raw.resume()
}
