import { rmSync, writeFileSync, writeSync } from 'node:fs'
import { Session, type Debugger } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { plainLines } from '../plain-lines.ts'
import { pluginAmong, type CodePlace } from '../plugin-of-error.ts'
import { noteIn } from './standstill-note.ts'
import type { Blocked, Watched } from './watched.ts'

/** The thread of `watchForStandstill`. Everything is written directly: streams of a thread go through the one that hangs. */
const { dataDirectory, isTerminal, beats } = workerData as Watched

const LOOK_MS = 500
/** Rounds of looking without a beat. Counted rather than timed: a machine that sleeps stops both threads. */
const LONGEST_ROUNDS = 10

const STDOUT = 1
const written = (text: string): void => void writeSync(STDOUT, text)
const lines = isTerminal ? plainLines(written) : { write: written }
function log(level: 'error' | 'warn', msg: string, facts: object = {}): void {
  try {
    lines.write(`${JSON.stringify({ level, time: new Date().toISOString(), ...facts, msg })}\n`)
  } catch {
    // Nobody reads the output, or not fast enough.
  }
}

let lastBeat = Atomics.load(beats, 0)
let rounds = 0
/** The plugin it hangs in, as far as that is known. */
let blockedBy: string | null = null
let session: Session | null = null

function look(): void {
  const beat = Atomics.load(beats, 0)
  if (beat !== lastBeat) {
    goesOn()
    lastBeat = beat
    rounds = 0
    return
  }
  rounds += 1
  if (rounds === LONGEST_ROUNDS) askWhere()
}

function askWhere(): void {
  session = new Session()
  session.connectToMainThread()
  const files = new Map<string, string>()
  // Told of each script once the debugger is on; calls only have the id.
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => void files.set(scriptId, url))
  session.once('Debugger.paused', ({ params }) => {
    const calls = params.callFrames.map(({ location }) => placeIn(files, location))
    endSession()
    name(calls)
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Also lets the server's thread go on, if it was halted. */
function endSession(): void {
  session?.post('Debugger.disable')
  session?.disconnect()
  session = null
}

const placeIn = (
  files: ReadonlyMap<string, string>,
  { scriptId, lineNumber, columnNumber = 0 }: Debugger.Location,
): CodePlace => ({ file: files.get(scriptId) ?? '', row: lineNumber + 1, column: columnNumber + 1 })

function name(calls: readonly CodePlace[]): void {
  const id = pluginAmong(calls, dataDirectory)
  // The product's own work may take long on a slow machine, and ends.
  if (id === null) return
  blockedBy = id
  writeNote(id)
  const stack = calls.map(({ file, row, column }) => `${file}:${row}:${column}`)
  log('error', `the plugin ${id} blocks the server, which answers nobody: PLUGINS_DISABLED=${id} disables it`, {
    stack,
  })
  const place = stack.find((each) => each.includes(`/plugins/${id}/`)) ?? stack[0] ?? ''
  const blocked: Blocked = { id, place }
  parentPort?.postMessage(blocked, [])
}

function goesOn(): void {
  endSession()
  if (blockedBy === null) return
  log('warn', `the plugin ${blockedBy} has stopped blocking the server`)
  blockedBy = null
  rmSync(noteIn(dataDirectory), { force: true })
}

function writeNote(id: string): void {
  try {
    writeFileSync(noteIn(dataDirectory), `${id}\n`)
  } catch {
    // A full disk; the log has it.
  }
}

setInterval(look, LOOK_MS)
