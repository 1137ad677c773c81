import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#tests/e2e/support/running-server.ts'

export interface TemporaryPostgres {
  /** Creates a new, empty database. @returns its address */
  newDatabase(name: string): string
  stop(): Promise<void>
}

/**
 * A dedicated PostgreSQL from the Debian package, with the durability settings of a default installation (fsync and
 * synchronous_commit on), in a temporary directory.
 * @throws Error when no PostgreSQL is installed
 */
export async function startPostgres(): Promise<TemporaryPostgres> {
  const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').sort().at(-1)
  if (!initdb) throw new Error('this benchmark needs the Debian package postgresql')
  const bin = path.dirname(initdb)
  const directory = await mkdtemp(path.join(tmpdir(), 'octavo-postgres-'))
  await chmod(directory, 0o700)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(directory, ...postgresIds())
  const run = (program: string, ...args: string[]): void => {
    // PostgreSQL refuses to run as root.
    const [file, rest] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args]
    execFileSync(file, rest, { stdio: 'ignore', cwd: '/' })
  }
  const data = path.join(directory, 'data')
  const port = await freePort()
  run(`${bin}/initdb`, '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8')
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${directory} -c shared_buffers=512MB`
  run(`${bin}/pg_ctl`, '-D', data, '-w', '-l', `${directory}/server.log`, '-o', options, 'start')
  return {
    newDatabase(name) {
      run(`${bin}/createdb`, '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', name)
      return `postgresql://postgres@127.0.0.1:${port}/${name}`
    },
    async stop() {
      run(`${bin}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function postgresIds(): [number, number] {
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return [idOf('-u'), idOf('-g')]
}
