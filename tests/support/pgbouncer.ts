import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { freePort } from '#tests/e2e/support/running-server.ts'

/** Debian installs it in a directory that is only in root's PATH. */
const PROGRAM = 'pgbouncer'
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }

export const hasPgBouncer = (): boolean => spawnSync(PROGRAM, ['--version'], { env: ENVIRONMENT }).status === 0

export interface PgBouncer extends AsyncDisposable {
  /** The address of the database through it. */
  readonly url: string
}

/** A dedicated PgBouncer in front of the server of `url`, with a minimal configuration. */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction'): Promise<PgBouncer> {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-pgbouncer-'))
  // It does not run as root, so another user reads these files.
  await chmod(folder, 0o755)
  const listens = await freePort()
  const config = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    config,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listens}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`.replace('* = host', `${pathname.slice(1)} = user=${username} host`),
  )
  const asUser = process.getuid?.() === 0 ? ['--user', 'postgres'] : []
  const child = spawn(PROGRAM, [...asUser, config], { env: ENVIRONMENT })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const own = new URL(url)
  own.host = `127.0.0.1:${listens}`
  await untilItAnswers(
    own.href,
    () => child.exitCode === null,
    () => log,
  )
  return {
    url: own.href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ANSWERS_MS = 30_000
async function untilItAnswers(url: string, runs: () => boolean, log: () => string): Promise<void> {
  for (const until = Date.now() + ANSWERS_MS; Date.now() < until && runs();) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error(`PgBouncer does not answer:\n${log()}`)
}
