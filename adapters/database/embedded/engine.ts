import { Worker } from 'node:worker_threads'
import type { EngineOptions, EngineReply, EngineRequest, EngineThreadOptions } from './messages.ts'
import { WireStream } from './wire-stream.ts'

/** The embedded database: PGlite in a thread, accessed like a server by streams of the wire protocol. */
export interface Engine {
  /** A new connection. There is one session, so only one stream may be in use at a time. */
  stream(): WireStream
  /** The whole database as a file image; only for databases in memory. */
  image(): Promise<Uint8Array<ArrayBuffer>>
  /** Sets the statement timeout; null for none. */
  limitStatements(limitMs: number | null): void
  /**
   * Vacuums and analyses everything that has changed, table by table, when the database is idle, so that nobody has to
   * wait. Urgent maintenance runs by itself, in small steps.
   */
  upkeep(): Promise<void>
  /**
   * Copies the database to a new folder. Requests wait meanwhile, which takes only moments where the file system can
   * share blocks.
   */
  copyTo(directory: string): Promise<void>
  /** Flushes everything and ends the thread. @returns how often something was synced to disk */
  close(): Promise<number>
  /** Ends the thread immediately, like a crash. */
  kill(): Promise<void>
}

/** The engine's thread ended unexpectedly. */
export class EngineStopped extends Error {
  /** Nothing could be written any more; acknowledged writes are kept. */
  readonly isDiskFull: boolean
  constructor(cause: Error, isDiskFull = false) {
    super(`the embedded database has stopped: ${isDiskFull ? 'its disk is full' : cause.message}`, { cause })
    this.name = 'EngineStopped'
    this.isDiskFull = isDiskFull
  }
}

export interface EngineHearers {
  /** Called when the thread ended unexpectedly; the engine accepts no requests from then on. */
  onLost?(failure: Error): void
  /** Called with warnings for the operator. */
  warn?(message: string): void
}

export async function startEngine(options: EngineOptions, hearers: EngineHearers = {}): Promise<Engine> {
  const asked = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: EngineThreadOptions = { ...options, asked }
  const worker = new Worker(new URL('engine-thread.ts', import.meta.url), { workerData })
  const thread = new EngineThread(worker, asked, hearers)
  await thread.ready
  return thread
}

class EngineThread implements Engine {
  readonly #worker: Worker
  readonly #asked: Int32Array<SharedArrayBuffer>
  readonly #hearers: EngineHearers
  readonly #ready = Promise.withResolvers<void>()
  readonly #closed = Promise.withResolvers<number>()
  readonly #images: ((image: Uint8Array<ArrayBuffer>) => void)[] = []
  readonly #upkeeps: PromiseWithResolvers<void>[] = []
  readonly #copies: PromiseWithResolvers<void>[] = []
  #client = 0
  #limitMs: number | null = null
  #stream: WireStream | null = null
  #failure: Error | null = null
  #isClosing = false

  constructor(worker: Worker, asked: Int32Array<SharedArrayBuffer>, hearers: EngineHearers) {
    this.#worker = worker
    this.#asked = asked
    this.#hearers = hearers
    this.#closed.promise.catch(() => undefined)
    worker.on('message', (reply: EngineReply) => this.#hear(reply))
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', (code) => this.#fail(new Error(`its thread ended with exit code ${code}`)))
  }

  get ready(): Promise<void> {
    return this.#ready.promise
  }

  stream(): WireStream {
    const client = (this.#client += 1)
    const stream = new WireStream({
      send: (bytes) => this.#tell({ kind: 'bytes', client, bytes, limitMs: this.#limitMs }),
      leave: (leaver) => this.#leave(leaver),
      failure: () => this.#failure,
    })
    this.#stream = stream
    return stream
  }

  async image(): Promise<Uint8Array<ArrayBuffer>> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
    this.#images.push(resolve)
    this.#tell({ kind: 'image' })
    return promise
  }

  limitStatements(limitMs: number | null): void {
    this.#limitMs = limitMs
  }

  upkeep(): Promise<void> {
    return this.#done(this.#upkeeps, { kind: 'upkeep' })
  }

  copyTo(directory: string): Promise<void> {
    return this.#done(this.#copies, { kind: 'copy', to: directory })
  }

  async close(): Promise<number> {
    this.#isClosing = true
    if (this.#failure) throw this.#failure
    this.#tell({ kind: 'close' })
    const fsyncs = await this.#closed.promise
    await this.#worker.terminate()
    return fsyncs
  }

  async kill(): Promise<void> {
    await this.#worker.terminate()
  }

  #done(list: PromiseWithResolvers<void>[], request: EngineRequest): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure)
    const own = Promise.withResolvers<void>()
    list.push(own)
    this.#tell(request)
    return own.promise
  }
  #tell(request: EngineRequest): void {
    if (this.#failure) return
    if (request.kind === 'bytes') Atomics.add(this.#asked, 0, 1)
    this.#worker.postMessage(request, request.kind === 'bytes' ? [request.bytes.buffer] : [])
  }
  #hear(reply: EngineReply): void {
    if (reply.kind === 'ready') this.#ready.resolve()
    else if (reply.kind === 'bytes') this.#pass(reply.client, reply.bytes)
    else if (reply.kind === 'image') this.#images.shift()?.(reply.image)
    else if (reply.kind === 'warned') this.#hearers.warn?.(reply.message)
    else if (reply.kind === 'kept') end(this.#upkeeps, reply.failure)
    else if (reply.kind === 'copied') end(this.#copies, reply.failure)
    else if (reply.kind === 'closed') this.#closed.resolve(reply.fsyncs)
    // The engine cannot be trusted after an error outside the protocol (an abort, a full disk).
    else this.#fail(new Error(reply.message), reply.isDiskFull)
  }
  #pass(client: number, bytes: Uint8Array<ArrayBuffer>): void {
    // Results for a client that has left are of no use to the next one.
    if (client === this.#client) this.#stream?.push(bufferOf(bytes))
  }
  #leave(leaver: WireStream): void {
    if (this.#stream === leaver) this.#stream = null
    if (!this.#isClosing) this.#tell({ kind: 'reset' })
  }
  #fail(cause: Error, isDiskFull = false): void {
    if (this.#failure) return
    this.#failure = new EngineStopped(cause, isDiskFull)
    this.#ready.reject(this.#failure)
    this.#closed.reject(this.#failure)
    for (const { reject } of [...this.#upkeeps.splice(0), ...this.#copies.splice(0)]) reject(this.#failure)
    this.#stream?.destroy(this.#failure)
    if (!this.#isClosing) this.#hearers.onLost?.(this.#failure)
  }
}

/** They complete in the order in which they were requested. */
function end(list: PromiseWithResolvers<void>[], failure: string | null): void {
  const own = list.shift()
  if (failure === null) own?.resolve()
  else own?.reject(new Error(failure))
}

const bufferOf = (bytes: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
