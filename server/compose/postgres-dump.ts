import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { connectTo } from '#adapters/database/copy.ts'
import { databaseBytes } from '#adapters/database/site-rows.ts'

/** What `pg_dump` writes into the folder of a restore point, in its custom format. */
const DUMP_FILE = 'octavo.dump'
/** A start waits for it, so neither a table that somebody holds nor a slow server may keep it waiting for ever. */
const LIMIT_MS = 15 * 60_000
const LOCK_WAIT = '10s'
/** A larger database would keep the start waiting for long; whoever has one has backups. */
const LARGEST_BYTES = 20 * 2 ** 30

/**
 * Dumps a PostgreSQL database into a new folder, with the `pg_dump` in PATH. The password is not among its arguments,
 * which everybody on the machine may read.
 * @throws Error saying why there is no dump, as where no `pg_dump` is installed, or an older one than the server
 */
export async function dumpTo(directory: string, url: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const options = ['--format=custom', '--compress=1', '--no-password', `--lock-wait-timeout=${LOCK_WAIT}`]
  const to = `--file=${path.join(directory, DUMP_FILE)}`
  await promisify(execFile)('pg_dump', [...options, to, `--dbname=${address.href}`], {
    timeout: LIMIT_MS,
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  }).catch((error: unknown) => {
    throw new Error(reasonOf(error), { cause: error })
  })
}

function reasonOf(error: unknown): string {
  const { code, killed, stderr = '' } = error as { code?: unknown; killed?: boolean; stderr?: string }
  if (code === 'ENOENT') return 'there is no pg_dump in PATH'
  if (killed === true) return `pg_dump took longer than ${LIMIT_MS / 60_000} minutes`
  return stderr.trim().replaceAll(/\s*\n\s*/g, '; ') || 'pg_dump failed'
}

/**
 * The bytes of a PostgreSQL database on its server's disk, more than a dump of it takes.
 * @throws Error above 20 GiB
 */
export async function bytesOf(url: string): Promise<number> {
  const { client, close } = await connectTo({ url })
  try {
    const bytes = await databaseBytes(client)
    if (bytes > LARGEST_BYTES) throw new Error('it is larger than 20 GB')
    return bytes
  } finally {
    await close()
  }
}
