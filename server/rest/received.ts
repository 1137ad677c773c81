import type { FastifyRequest } from 'fastify'
import type { AnyOperation } from '#core/operation.ts'
import type { IncomingFile, IncomingFiles } from '#core/ports/files.ts'
import { bodyLimits } from './fields.ts'
import { notesOf, wireName } from './wire.ts'

/** Takes the files of one request; whatever becomes of it, none of them stays behind. */
export class Receiver {
  readonly #incoming: IncomingFiles
  readonly #longest: ReadonlyMap<string, number>
  readonly #received: IncomingFile[] = []

  constructor(incoming: IncomingFiles, longest: ReadonlyMap<string, number>) {
    this.#incoming = incoming
    this.#longest = longest
  }

  /** The file of a field, written aside; null, with the rest passed by, for one nobody asked for. @throws DomainError */
  async receive(field: string, name: string, content: AsyncIterable<Uint8Array>): Promise<IncomingFile | null> {
    const shorterThan = this.#longest.get(field)
    if (shorterThan === undefined) {
      for await (const _ of content);
      return null
    }
    const file = await this.#incoming.receive(name, content, shorterThan)
    this.#received.push(file)
    return file
  }

  async dropAll(): Promise<void> {
    await Promise.all(this.#received.splice(0).map((file) => this.#incoming.drop(file)))
  }
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
