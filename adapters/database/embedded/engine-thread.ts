import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { makeEmptyFolders } from './empty-folders.ts'
import type { EngineQuestion, EngineReply, EngineRequest, EngineThreadOptions } from './messages.ts'
import { SyncedFiles } from './synced-files.ts'
import { Upkeep, type Upkept } from './upkeep.ts'

/*
 * Runs PGlite in a separate thread, so that a long query does not block the server, and speaks PostgreSQL's wire
 * protocol over the port to its parent. One session, one request at a time.
 */

// `-F` switches fsync off; PGlite passes it by default.
const SYNCED_START = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // A quarter of the default, which would be allocated from the start; the operating system caches the files too.
  ...['-c', 'shared_buffers=32MB'],
  // WAL kept for reuse after a checkpoint.
  ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=96MB'],
  // Enough for good plans, and a tenth of the time for ANALYZE.
  ...['-c', 'default_statistics_target=10'],
]

const port = parentPort
if (!port) throw new Error('the embedded database runs in a worker thread')

/** A checkpoint is made when the WAL exceeds this size; nothing else does so, and a start replays all of it. */
const LONGEST_LOG = 32 * 2 ** 20
/** A short WAL also gets a checkpoint after this time. */
const CHECKPOINT_MS = 5 * 60_000
/** How often to check whether enough was written to need maintenance. */
const UPKEEP_MS = 30_000

const { directory, image, asked } = workerData as EngineThreadOptions
if (directory !== null) await makeEmptyFolders(directory)
const files = directory === null ? null : new SyncedFiles(directory)
const engine = await PGlite.create(optionsOf(files, image)).catch((error: unknown): never => {
  fail(error)
  // Of this thread.
  process.exit(1)
})
const reply = (message: EngineReply, bytes?: Uint8Array<ArrayBuffer>): void => {
  const isWhole = bytes !== undefined && bytes.buffer.byteLength === bytes.byteLength
  port.postMessage(message, isWhole ? [bytes.buffer] : [])
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  port?.postMessage({ kind: 'failed', message, isDiskFull: files?.hadNoRoom === true } satisfies EngineReply)
}

let turn: Promise<void> = Promise.resolve()
/** Sequential; an error outside the protocol ends everything. */
function inTurn(work: () => Promise<void>): void {
  turn = turn.then(work).catch(fail)
}
port.on('message', (request: EngineRequest) => inTurn(() => answer(request)))

/** Waits for the end of the client's transaction. */
const waiting: (() => Promise<void>)[] = []
let isInTransaction = false
/** Time of the last client request, by `performance.now()`. */
let askedAt = 0
const isAsked = (): boolean => Atomics.load(asked, 0) > 0

const upkept: Upkept = {
  rows: (sql) => outsideOfTransactions(async () => (await engine.query<never>(sql)).rows),
  async quiet(quietMs, longestMs) {
    const until = performance.now() + longestMs
    for (;;) {
      const leftMs = Math.min(askedAt + quietMs, until) - performance.now()
      if (leftMs <= 0) return
      await new Promise((resolve) => setTimeout(resolve, leftMs))
    }
  },
  run: (sql, { limitMs, untilAsked }) =>
    outsideOfTransactions(async () => {
      const isWanted = untilAsked ? isAsked : () => false
      try {
        await (files ? files.within(limitMs, () => engine.exec(sql), isWanted) : engine.exec(sql))
        return true
      } catch (error) {
        if (codeOf(error) === QUERY_CANCELED) return false
        throw error
      }
    }),
}
const upkeep = new Upkeep(upkept)
if (files) {
  let kept = 0
  const look = setInterval(() => {
    if (files.fsyncs === kept) return
    kept = files.fsyncs
    upkeep.byDay().catch(warn)
  }, UPKEEP_MS)
  look.unref()
  setInterval(() => void outsideOfTransactions(closeLog).catch(warn), CHECKPOINT_MS).unref()
}
reply({ kind: 'ready' })

const QUERY_CANCELED = '57014'
function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
function warn(error: unknown): void {
  reply({ kind: 'warned', message: `the upkeep of the embedded database failed: ${String(error)}` })
}

function warnOfRefusal(error: unknown): void {
  if (codeOf(error) === null) throw error
  warn(error)
}

/** Runs it in its own turn. PostgreSQL's errors go to the caller; any other error ends the engine. */
function outsideOfTransactions<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const whenFree = async (): Promise<void> => {
      if (isInTransaction) {
        waiting.push(whenFree)
        return
      }
      await work().then(resolve, (error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)))
        if (codeOf(error) === null) throw error
      })
    }
    inTurn(whenFree)
  })
}

/** Flushes everything in the WAL, so that a new one can begin. */
async function closeLog(): Promise<void> {
  if (!files || files.logged === 0) return
  await engine.exec('checkpoint')
  files.logged = 0
}

/** Nobody else writes to the folder, and the engine gets no requests meanwhile. */
async function copyTo(target: string): Promise<void> {
  if (directory === null) throw new Error('a database in memory has no folder')
  await engine.exec('checkpoint')
  await cp(directory, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** The engine overestimates what it writes, so PostgreSQL is asked before a checkpoint. */
async function keepLogShort(): Promise<void> {
  if (!files || files.logged < LONGEST_LOG) return
  const { rows } = await engine.query<{ bytes: string }>(
    'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
  )
  files.logged = Number(rows[0]?.bytes)
  if (files.logged >= LONGEST_LOG) await closeLog()
}

/** `ReadyForQuery`, which ends an answer, with the transaction status of the client: I (none), T or E (failed). */
const READY = [...Buffer.from('Z'), 0, 0, 0, 5]
function statusOf(answer: Uint8Array): string | null {
  const isReady = READY.every((byte, at) => answer.at(at - 6) === byte)
  return isReady ? String.fromCharCode(answer.at(-1) ?? 0) : null
}

async function answer(request: EngineRequest): Promise<void> {
  if (request.kind === 'bytes') {
    Atomics.sub(asked, 0, 1)
    askedAt = performance.now()
    const bytes = await answered(request)
    if (files?.logHadNoRoom) throw new Error('the log of changes cannot be written')
    const status = statusOf(bytes)
    isInTransaction = status !== 'I'
    reply({ kind: 'bytes', client: request.client, bytes }, bytes)
    // A long transaction, e.g. an import, gets checkpoints too.
    if (status === 'I' || status === 'T') await keepLogShort().catch(warnOfRefusal)
  } else if (request.kind === 'reset') {
    // One statement at a time: together they would form a transaction, in which DISCARD is not allowed. The answer to
    // the first is still sent to the client; the second has its own receiver, and fails if the first did.
    await engine.exec('rollback')
    await engine.exec('discard all')
    isInTransaction = false
  } else if (request.kind === 'image') {
    const dump = new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer())
    reply({ kind: 'image', image: dump }, dump)
  } else if (request.kind === 'upkeep') {
    upkeep.byNight().then(
      () => reply({ kind: 'kept', failure: null }),
      (error: unknown) => reply({ kind: 'kept', failure: String(error) }),
    )
  } else if (request.kind === 'copy') {
    outsideOfTransactions(() => copyTo(request.to)).then(
      () => reply({ kind: 'copied', failure: null }),
      (error: unknown) => reply({ kind: 'copied', failure: String(error) }),
    )
  } else {
    await engine.close()
    reply({ kind: 'closed', fsyncs: files?.fsyncs ?? 0 })
  }
  if (!isInTransaction) for (const work of waiting.splice(0)) inTurn(work)
}

/**
 * Streams the engine's answer. PGlite's call that returns bytes (`execProtocolRaw`) also parses them into rows, which
 * it never frees.
 */
async function answered({ bytes, limitMs }: EngineQuestion): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // A view of the engine's memory, which will be overwritten.
  const onRawData = (part: Uint8Array): void => void parts.push(part.slice())
  const run = () => engine.execProtocolRawStream(bytes, { syncToFs: false, onRawData })
  await (files && limitMs !== null ? files.within(limitMs, run) : run())
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function optionsOf(at: SyncedFiles | null, from: Uint8Array<ArrayBuffer> | null): PGliteOptions {
  if (at !== null) return { fs: at, startParams: SYNCED_START }
  return from === null ? {} : { loadDataDir: new Blob([from]) }
}
