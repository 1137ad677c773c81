import { fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { FULL_DISK } from '../../system/full-disk.ts'

interface OpenFile {
  readonly nfd?: number
  readonly path?: string
}
type Create = (parent: { readonly name: string }, name: string, mode: number, device: number) => unknown
type Transfer = (file: OpenFile, memory: unknown, offset: number, length: number, position?: number) => number
interface EmscriptenFiles {
  readonly node_ops: { mknod: Create }
  readonly stream_ops: { fsync(file: OpenFile): number; read: Transfer; write: Transfer }
}
interface EmscriptenModule {
  readonly NODEFS?: EmscriptenFiles
  readonly FS: { readonly filesystems?: { readonly NODEFS?: EmscriptenFiles } }
  readonly HEAP32: Int32Array
  /** The address in the engine's memory of PostgreSQL's flag for cancelling a statement. */
  readonly _InterruptPending: number
  readonly _QueryCancelPending: number
}

/**
 * PGlite's own file layer never syncs: a power cut would lose acknowledged writes. This one passes fsync on to the
 * operating system, counts bytes written to the WAL, and can cancel a statement that takes too long: PGlite has no
 * timeouts, but calls this code whenever it reads or writes. The addresses of these hooks differ between versions of
 * PGlite, which is why it is pinned.
 */
export class SyncedFiles extends NodeFS {
  fsyncs = 0
  /** Bytes written to the WAL; a part that grows slowly is counted several times. */
  logged = 0
  /** When the running statement is to be cancelled, by `performance.now()`. */
  #deadline = Number.POSITIVE_INFINITY
  /** Whether something else is more important than the running statement. */
  #isDue = (): boolean => false
  /** Whether a write failed because the disk is full. */
  hadNoRoom = false
  /** The same for the WAL, after which PostgreSQL shuts down without mentioning the disk. */
  logHadNoRoom = false
  #module: EmscriptenModule | null = null

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const options = await super.init(...args)
    options.emscriptenOpts.preRun = [
      ...(options.emscriptenOpts.preRun ?? []),
      (loaded: unknown) => this.#hook(loaded as EmscriptenModule),
    ]
    return options
  }

  /**
   * Runs it within `limitMs`, while nothing more important is waiting, or not at all. A cancelled statement fails with
   * `query_canceled`.
   */
  async within<T>(limitMs: number, run: () => Promise<T>, isDue: () => boolean = () => false): Promise<T> {
    this.#deadline = performance.now() + limitMs
    this.#isDue = isDue
    try {
      return await run()
    } finally {
      this.#deadline = Number.POSITIVE_INFINITY
      this.#isDue = () => false
      this.#setCancel(0)
    }
  }

  #hook(module: EmscriptenModule): void {
    const files = module.FS.filesystems?.NODEFS ?? module.NODEFS
    if (!files) throw new Error('this version of PGlite keeps its files elsewhere: fsync cannot be passed on')
    this.#module = module
    const { read, write } = files.stream_ops
    const { mknod } = files.node_ops
    files.node_ops.mknod = (...given) => this.#withRoom(given[0].name === 'pg_wal', () => mknod(...given))
    files.stream_ops.fsync = ({ nfd, path }) => {
      if (nfd === undefined) return 0
      this.#withRoom(path?.includes('/pg_wal/') === true, () => fsyncSync(nfd))
      this.fsyncs += 1
      return 0
    }
    files.stream_ops.read = (...transfer) => {
      this.#cancelWhenDue()
      return read(...transfer)
    }
    files.stream_ops.write = (...transfer) => {
      this.#cancelWhenDue()
      const isLog = transfer[0].path?.includes('/pg_wal/') === true
      const bytes = this.#withRoom(isLog, () => write(...transfer))
      // As many bytes as were written; PostgreSQL also interprets that as a full disk.
      if (bytes < transfer[3]) this.#noteNoRoom(isLog)
      if (isLog) this.logged += bytes
      return bytes
    }
  }

  #withRoom<T>(isLog: boolean, write: () => T): T {
    try {
      return write()
    } catch (error) {
      const { errno, code } = error as { readonly errno?: unknown; readonly code?: unknown }
      if (NO_ROOM.has(errno) || NO_ROOM.has(code)) this.#noteNoRoom(isLog)
      throw error
    }
  }
  #noteNoRoom(isLog: boolean): void {
    this.hadNoRoom = true
    this.logHadNoRoom ||= isLog
  }

  #cancelWhenDue(): void {
    if (performance.now() > this.#deadline || this.#isDue()) this.#setCancel(1)
  }
  #setCancel(isDue: 0 | 1): void {
    if (!this.#module) return
    const { HEAP32: memory, _QueryCancelPending: cancel, _InterruptPending: interrupt } = this.#module
    memory[cancel >> 2] = isDue
    memory[interrupt >> 2] = isDue
  }
}

/** ENOSPC and EDQUOT, by the engine's numbers and Node's names. */
const NO_ROOM: ReadonlySet<unknown> = new Set([51, 19, ...FULL_DISK])
