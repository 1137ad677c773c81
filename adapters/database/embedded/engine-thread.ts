import { fsyncSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { EngineOptions, EngineReply, EngineRequest } from './messages.ts'

/**
 * Runs PGlite in a thread of its own, so that a long query does not hold up the server, and answers in PostgreSQL's wire
 * protocol over the port to its parent. One session, one request at a time.
 */
let fsyncs = 0

interface EmscriptenFiles {
  readonly stream_ops: { fsync(stream: { readonly nfd?: number }): number }
}
interface EmscriptenModule {
  readonly NODEFS?: EmscriptenFiles
  readonly FS: { readonly filesystems?: { readonly NODEFS?: EmscriptenFiles } }
}

/**
 * PGlite's own file layer never syncs: a power cut would lose what was acknowledged. This one passes fsync on to the
 * operating system. The place of the hook differs between versions of PGlite, which is why it is pinned.
 */
class SyncedFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const options = await super.init(...args)
    options.emscriptenOpts.preRun = [...(options.emscriptenOpts.preRun ?? []), passOnSync]
    return options
  }
}

function passOnSync(loaded: unknown): void {
  const { FS, NODEFS } = loaded as EmscriptenModule
  const files = FS.filesystems?.NODEFS ?? NODEFS
  if (!files) throw new Error('this version of PGlite keeps its files elsewhere: fsync cannot be passed on')
  files.stream_ops.fsync = ({ nfd }) => {
    if (nfd === undefined) return 0
    fsyncSync(nfd)
    fsyncs += 1
    return 0
  }
}

// `-F` switches fsync off; PGlite passes it by default.
const SYNCED_START = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // A quarter of the default, all of which would be held from the start; the operating system keeps the files in memory too.
  ...['-c', 'shared_buffers=32MB'],
]

const port = parentPort
if (!port) throw new Error('the embedded database runs in a worker thread')

const { directory, image } = workerData as EngineOptions
const engine = await PGlite.create(optionsOf(directory, image))
const reply = (message: EngineReply, bytes?: Uint8Array<ArrayBuffer>): void => {
  const isWhole = bytes !== undefined && bytes.buffer.byteLength === bytes.byteLength
  port.postMessage(message, isWhole ? [bytes.buffer] : [])
}

let turn: Promise<void> = Promise.resolve()
port.on('message', (request: EngineRequest) => {
  turn = turn
    .then(() => answer(request))
    .catch((error: unknown) =>
      reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
})
reply({ kind: 'ready' })

async function answer(request: EngineRequest): Promise<void> {
  if (request.kind === 'bytes') {
    const bytes = await answered(request.bytes)
    reply({ kind: 'bytes', client: request.client, bytes }, bytes)
  } else if (request.kind === 'reset') {
    // One by one: together they would be a transaction, in which nothing can be discarded. What the first one answers
    // still goes where the bytes went; the second one hears for itself, and fails where the first one has.
    await engine.exec('rollback')
    await engine.exec('discard all')
  } else if (request.kind === 'image') {
    const dump = new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
    reply({ kind: 'image', image: dump }, dump)
  } else {
    await engine.close()
    reply({ kind: 'closed', fsyncs })
  }
}

/**
 * The engine's answer as it comes. PGlite's call that answers with bytes (`execProtocolRaw`) also reads them into rows,
 * which it keeps for ever.
 */
async function answered(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // A view of the engine's memory, which it writes over next.
  const onRawData = (part: Uint8Array): void => void parts.push(part.slice())
  await engine.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function optionsOf(at: string | null, from: Uint8Array<ArrayBuffer> | null): PGliteOptions {
  if (at !== null) return { fs: new SyncedFiles(at), startParams: SYNCED_START }
  return from === null ? {} : { loadDataDir: new Blob([from]) }
}
