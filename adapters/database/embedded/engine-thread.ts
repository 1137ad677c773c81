import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { EngineQuestion, EngineReply, EngineRequest, EngineThreadOptions } from './messages.ts'
import { SyncedFiles } from './synced-files.ts'
import { Upkeep, type Upkept } from './upkeep.ts'

/*
 * Runs PGlite in a thread of its own, so that a long query does not hold up the server, and answers in PostgreSQL's wire
 * protocol over the port to its parent. One session, one request at a time.
 */

// `-F` switches fsync off; PGlite passes it by default.
const SYNCED_START = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  // A quarter of the default, all of which would be held from the start; the operating system keeps the files in memory too.
  ...['-c', 'shared_buffers=32MB'],
  // What is left of the log after a checkpoint, to be used again.
  ...['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=96MB'],
  // Enough for plans of a team's tables, and a tenth of the time to look at them.
  ...['-c', 'default_statistics_target=10'],
]

const port = parentPort
if (!port) throw new Error('the embedded database runs in a worker thread')

/** The log of changes is closed by a checkpoint when it is so long; nothing else does so, and a start reads all of it. */
const LONGEST_LOG = 32 * 2 ** 20
/** Also a short log is closed after so long. */
const CHECKPOINT_MS = 5 * 60_000
/** How often somebody looks whether there was so much writing that upkeep is due. */
const UPKEEP_MS = 30_000

const { directory, image, asked } = workerData as EngineThreadOptions
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
/** One after the other; an error outside of the protocol ends all. */
function inTurn(work: () => Promise<void>): void {
  turn = turn.then(work).catch(fail)
}
port.on('message', (request: EngineRequest) => inTurn(() => answer(request)))

/** What waits for the end of the client's transaction. */
const waiting: (() => Promise<void>)[] = []
let isInTransaction = false
/** When a client asked last, by `performance.now()`. */
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

/** In a turn of its own. What PostgreSQL refuses is the caller's; anything else is the end of the engine. */
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

/** Written down is what the log says, so that it can begin anew. */
async function closeLog(): Promise<void> {
  if (!files || files.logged === 0) return
  await engine.exec('checkpoint')
  files.logged = 0
}

/** Nobody else writes into the folder, and nothing is asked of the engine meanwhile. */
async function copyTo(target: string): Promise<void> {
  if (directory === null) throw new Error('a database in memory has no folder')
  await engine.exec('checkpoint')
  await cp(directory, target, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

/** The engine counts generously what it writes, so PostgreSQL is asked before the log is closed. */
async function keepLogShort(): Promise<void> {
  if (!files || files.logged < LONGEST_LOG) return
  const { rows } = await engine.query<{ bytes: string }>(
    'select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()',
  )
  files.logged = Number(rows[0]?.bytes)
  if (files.logged >= LONGEST_LOG) await closeLog()
}

/** `ReadyForQuery`, with which an answer ends, and whether the client is in a transaction: I (no), T or E (it failed). */
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
    // A long transaction, as of an import, closes the log as well.
    if (status === 'I' || status === 'T') await keepLogShort().catch(warnOfRefusal)
  } else if (request.kind === 'reset') {
    // One by one: together they would be a transaction, in which nothing can be discarded. What the first one answers
    // still goes where the bytes went; the second one hears for itself, and fails where the first one has.
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
 * The engine's answer as it comes. PGlite's call that answers with bytes (`execProtocolRaw`) also reads them into rows,
 * which it keeps for ever.
 */
async function answered({ bytes, limitMs }: EngineQuestion): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  // A view of the engine's memory, which it writes over next.
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
