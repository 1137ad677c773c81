import { Duplex } from 'node:stream'

/** Where the bytes of a wire stream go. */
export interface WireEnd {
  send(bytes: Uint8Array<ArrayBuffer>): void
  /** The client left: its transaction and settings must not remain in the shared session. */
  leave(stream: WireStream): void
  /** Why nothing can be sent any more; null while the engine is running. */
  failure(): Error | null
}

const TERMINATE = 'X'.charCodeAt(0)
const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])

/** The part of a socket that `pg` needs: the start of a session is answered here, the rest by the engine. */
export class WireStream extends Duplex {
  readonly #end: WireEnd
  #isStarted = false
  #hasLeft = false

  constructor(end: WireEnd) {
    super()
    this.#end = end
  }

  connect(): this {
    queueMicrotask(() => {
      const failure = this.#end.failure()
      if (failure) this.destroy(failure)
      else this.emit('connect')
    })
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  setTimeout(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {
    // Bytes are pushed as they arrive.
  }
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#take(chunk)
    done()
  }
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave()
    done(error)
  }

  #take(bytes: Buffer): void {
    if (!this.#isStarted) {
      this.#isStarted = true
      this.push(Buffer.concat([AUTHENTICATED, parameter('client_encoding', 'UTF8'), READY]))
    } else if (bytes[0] === TERMINATE) {
      this.#leave()
      queueMicrotask(() => this.push(null))
    } else {
      this.#end.send(new Uint8Array(bytes))
    }
  }
  #leave(): void {
    if (this.#hasLeft) return
    this.#hasLeft = true
    this.#end.leave(this)
  }
}

/** A ParameterStatus message of the wire protocol. */
function parameter(name: string, value: string): Buffer {
  const body = Buffer.from(`${name}\0${value}\0`)
  const head = Buffer.alloc(5)
  head.write('S')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
