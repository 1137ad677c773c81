import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compiledFor, SHORT_LIVED } from '#tests/support/short-lived.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** For a busy machine; below what a test and its server may take. */
const READY_MS = 100_000

export interface RunningServer {
  readonly url: string
  readonly dataDirectory: string
  readonly processId: number
  /** What the server logged so far. */
  output(): string
  /** Ends the process at once, as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface ServerOptions {
  /** Kept between two starts when given; a fresh temporary one otherwise, removed on stop. */
  readonly dataDirectory?: string
  readonly port?: number
  readonly environment?: Readonly<Record<string, string>>
  /** Of the built product; the repository's own when left out. */
  readonly root?: string
  /** It serves many tests, so that making its code faster is worth the time; see {@link SHORT_LIVED}. */
  readonly isLongLived?: boolean
}

/** Starts the built product as an operator would, on a port of its own, and waits until it is ready. */
export async function startServer({
  dataDirectory,
  port,
  environment = {},
  root = ROOT,
  isLongLived = false,
}: ServerOptions = {}): Promise<RunningServer> {
  const directory = dataDirectory ?? (await mkdtemp(path.join(tmpdir(), 'octavo-e2e-')))
  const chosenPort = port ?? (await freePort())
  const url = `http://127.0.0.1:${chosenPort}`
  const child = spawn(process.execPath, [...(isLongLived ? [] : SHORT_LIVED), 'server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...compiledFor('server/main.ts'),
      PORT: String(chosenPort),
      PUBLIC_URL: url,
      DATA_DIR: directory,
      CAPTCHA: 'off',
      RATE_LIMIT: '0',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      ...environment,
    },
  })
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await untilReady(url, child, () => log)
  let isToEnd = false
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (!hasEnded() && child.kill(signal)) await ended
  }
  return {
    url,
    dataDirectory: directory,
    processId: child.pid ?? 0,
    output: () => log,
    kill() {
      isToEnd = true
      return end('SIGKILL')
    },
    async stop() {
      const endedBefore = hasEnded() && !isToEnd ? `with code ${child.exitCode}, signal ${child.signalCode}` : null
      isToEnd = true
      await end('SIGTERM')
      if (!dataDirectory) await rm(directory, { recursive: true, force: true })
      // Else a test would only say that nobody answered it.
      if (endedBefore !== null) throw new Error(`the server ended by itself ${endedBefore}:\n${log}`)
    },
  }
}

/** The administrator every test server starts with. */
export const ADMIN = { username: 'admin', password: 'correct horse battery' } as const

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped with code ${child.exitCode}:\n${log()}`)
    const isReady = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready after ${READY_MS} ms:\n${log()}`)
}

/** Below those that the system gives to whoever asks for any port or connects to a server. */
const [LOWEST_PORT, HIGHEST_PORT] = [20_000, 32_000]
const CLAIMS = path.join(tmpdir(), 'octavo-test-ports')
const CLAIMED_MS = 3_600_000

/**
 * A port that is free, and that nobody else who asks here is given within an hour: between the choice and the moment a
 * server listens, another test would start its own there, and one of them would speak to the server of the other.
 */
export async function freePort(): Promise<number> {
  await mkdir(CLAIMS, { recursive: true })
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT))
    if ((await claimed(port)) && (await isFree(port))) return port
  }
}

/** Claims the port, unless somebody has. */
async function claimed(port: number): Promise<boolean> {
  const claim = path.join(CLAIMS, String(port))
  const { mtimeMs = 0 } = (await stat(claim).catch(() => null)) ?? {}
  if (Date.now() - mtimeMs > CLAIMED_MS) await rm(claim, { force: true })
  return writeFile(claim, '', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
