import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '#adapters/database/copy.ts'
import { newServerDatabase, onServer, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layDatabase } from '#tests/support/database.ts'
import { ended, launched } from '#tests/support/launched.ts'
import { hasPgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { startServer } from '#tests/e2e/support/running-server.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** A user of no name, as of a container. */
const ANOTHER = 10_001
/** Whether that user can read the code here, as a service can. */
const isRunByAnother =
  process.getuid?.() === 0 && spawnSync('test', ['-r', path.join(ROOT, 'package.json')], { uid: ANOTHER }).status === 0

/** Of a test with many starts, or one that makes a database, on a busy machine. */
const PATIENCE = 300_000
const NO_ADMIN = { ADMIN_USERNAME: '', ADMIN_PASSWORD: '' }

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-refused-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Lines without a story of the code, and with code 2, or another. */
function expectPlain({ code, text }: { readonly code: number | null; readonly text: string }, due = 2): void {
  expect(text).not.toMatch(/\n {4}at |"level":"error"/)
  expect(code).toBe(due)
}

describe('a start on a part of a site', () => {
  it.each(['secret.key', 'files/ab/abc'])('makes no new database beside an old %s', async (trace) => {
    const dataDirectory = path.join(directory, `half-${path.basename(trace)}`)
    await mkdir(path.join(dataDirectory, path.dirname(trace)), { recursive: true })
    await writeFile(path.join(dataDirectory, trace), 'x'.repeat(64))

    const outcome = await ended({ DATA_DIR: dataDirectory })

    expectPlain(outcome)
    expect(outcome.text).toContain('looks half restored')
    expect(await readdir(dataDirectory)).not.toContain('database')
  })

  it('touches no database that lacks files', async () => {
    const dataDirectory = path.join(directory, 'lacking')
    await layDatabase(path.join(dataDirectory, 'database'))
    await rm(path.join(dataDirectory, 'database/PG_VERSION'))
    const before = await readdir(path.join(dataDirectory, 'database'))

    const outcome = await ended({ DATA_DIR: dataDirectory })

    expectPlain(outcome)
    expect(outcome.text).toContain('a part of database')
    expect(await readdir(path.join(dataDirectory, 'database'))).toEqual(before)
  })

  it('leaves a database alone that a newer Octavo has changed, with a code of its own', async () => {
    const dataDirectory = path.join(directory, 'newer')
    await layDatabase(path.join(dataDirectory, 'database'))
    const { client, close } = await connectTo({ directory: path.join(dataDirectory, 'database') })
    await client.query(`insert into migration (name) values ('9999-of-tomorrow')`)
    await close()

    const outcome = await ended({ DATA_DIR: dataDirectory })

    expectPlain(outcome, 4)
    expect(outcome.text).toContain('9999-of-tomorrow')
  })

  it('says what to do about a damaged database', async () => {
    const dataDirectory = path.join(directory, 'damaged')
    await layDatabase(path.join(dataDirectory, 'database'))
    await truncate(path.join(dataDirectory, 'database/global/pg_control'), 100)

    const outcome = await ended({ DATA_DIR: dataDirectory })

    expectPlain(outcome)
    expect(outcome.text).toContain(`the database in ${path.join(dataDirectory, 'database')} cannot be opened`)
    expect(outcome.text).not.toContain('ASSERTIONS')
  })

  it(
    'starts in a folder that holds plugins alone',
    async () => {
      const dataDirectory = path.join(directory, 'with-plugins')
      await mkdir(path.join(dataDirectory, 'plugins'), { recursive: true })
      const { child, url, ended: end } = launched({ DATA_DIR: dataDirectory, ...NO_ADMIN })
      await url
      child.kill('SIGTERM')

      expect((await end).code).toBe(0)
    },
    PATIENCE,
  )
})

describe("a start with another key than the site's", () => {
  it(
    'is refused, also when the key is lost, and right again with the old one',
    async () => {
      const dataDirectory = path.join(directory, 'keys')
      await layDatabase(path.join(dataDirectory, 'database'))
      const server = await startServer({ dataDirectory })
      await server.stop()
      const key = path.join(dataDirectory, 'secret.key')

      const other = await ended({ DATA_DIR: dataDirectory, SECRET_KEY: 'k'.repeat(40) })
      await cp(key, `${key}.kept`)
      await rm(key)
      const lost = await ended({ DATA_DIR: dataDirectory })
      await cp(`${key}.kept`, `${key}.before-later`)
      const beside = await ended({ DATA_DIR: dataDirectory })

      expectPlain(other)
      expect(other.text).toContain('SECRET_KEY is not the key this site was written with')
      expect(other.text).toContain(
        `The right one is in ${key}: take SECRET_KEY away, or set it to what this file holds.`,
      )
      expectPlain(lost)
      expect(lost.text).toContain("the site's secret key is missing")
      expect(lost.text).toContain('Restore secret.key from the backup of DATA_DIR')
      expect(beside.text).toContain(`The right one is in ${key}.before-later: copy it to secret.key.`)
      expect(await readdir(dataDirectory)).not.toContain('secret.key')

      await cp(`${key}.kept`, key)
      const again = launched({ DATA_DIR: dataDirectory })
      await again.url
      again.child.kill('SIGTERM')
      expect((await again.ended).code).toBe(0)
    },
    PATIENCE,
  )
})

describe('a start with a setting that cannot work', () => {
  it('names a port that is taken', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const dataDirectory = path.join(directory, 'port')

    const outcome = await ended({ PORT: String(port), DATA_DIR: dataDirectory })
    other.close()

    expectPlain(outcome)
    expect(outcome.text).toContain(`PORT=${port}: another program listens there already.`)
    await expect(stat(dataDirectory)).rejects.toThrow('ENOENT')
  })

  it('names a data directory that is a file', async () => {
    const file = path.join(directory, 'file')
    await writeFile(file, '')

    const outcome = await ended({ DATA_DIR: file })

    expectPlain(outcome)
    expect(outcome.text).toContain(`DATA_DIR=${file}: is a file or lies below one; it must be a folder.`)
  })

  it.skipIf(!isRunByAnother)('names a data directory that it may not write to', async () => {
    const dataDirectory = path.join(directory, 'of-root')
    await mkdir(dataDirectory, { mode: 0o755 })
    await chmod(directory, 0o755)
    const environment = { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', PORT: '0' }

    const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], {
      ...{ uid: ANOTHER, gid: ANOTHER, cwd: ROOT, env: environment, encoding: 'utf8' },
    })

    expect(stderr).toBe(
      `Octavo cannot start with this configuration:\n  DATA_DIR=${dataDirectory}: cannot be written to by the user with the id ${ANOTHER}: make that user its owner, or choose another folder.\n`,
    )
    expect(status).toBe(2)
  })

  it('leaves the mode of a folder it did not make, and says who can look into it', async () => {
    const dataDirectory = path.join(directory, 'shared')
    await layDatabase(path.join(dataDirectory, 'database'))
    await chmod(dataDirectory, 0o770)
    const { child, url, ended: end } = launched({ DATA_DIR: dataDirectory, ...NO_ADMIN })
    await url
    child.kill('SIGTERM')

    expect((await end).text).toContain(`other users of this machine can look into ${dataDirectory}`)
    expect((await stat(dataDirectory)).mode & 0o777).toBe(0o770)
  })

  it.each([
    ['a path that is too long', 'x'.repeat(300), 'is no path that a folder can have here (ENAMETOOLONG).'],
    ['a link to itself', 'loop', 'is no path that a folder can have here (ELOOP).'],
    ['a place in which no folder can be', '/proc/octavo/data', 'is no path that a folder can have here (ENOENT).'],
  ])('names a data directory that is %s', async (_, name, words) => {
    const dataDirectory = path.resolve(directory, name)
    if (name === 'loop') await symlink(dataDirectory, dataDirectory)

    const outcome = await ended({ DATA_DIR: dataDirectory })

    expectPlain(outcome)
    expect(outcome.text).toContain(`DATA_DIR=${dataDirectory}: ${words}`)
  })

  it('names a socket that is not there', async () => {
    const outcome = await ended({
      DATABASE_URL: 'postgresql:///octavo?host=/nowhere&user=octavo',
      DATA_DIR: path.join(directory, 'socket'),
    })

    expectPlain(outcome)
    expect(outcome.text).toContain('DATABASE_URL: there is no socket at /nowhere. Start again once PostgreSQL runs')
  })

  it('names a certificate that is not there', async () => {
    const DATABASE_URL = 'postgresql://octavo:geheim@127.0.0.1:1/octavo?sslrootcert=/nowhere.pem'

    const outcome = await ended({ DATABASE_URL, DATA_DIR: path.join(directory, 'certificate') })

    expectPlain(outcome)
    expect(outcome.text).toContain('DATABASE_URL: the file /nowhere.pem that it names cannot be read (ENOENT).')
    expect(outcome.text).not.toContain('geheim')
  })

  it('explains the special signs of an address', async () => {
    const DATABASE_URL = 'postgresql://octavo:ge#heim@127.0.0.1/octavo'

    const outcome = await ended({ DATABASE_URL, DATA_DIR: path.join(directory, 'signs') })

    expectPlain(outcome)
    expect(outcome.text).toContain('DATABASE_URL: must be an address; within a name or a password')
    expect(outcome.text).not.toContain('heim')
  })
})

describe('a start that has to build the screens first', () => {
  it.each([
    { DATABASE_URL: 'postgresql://octavo:geheim@127.0.0.1:1/octavo', DATA_DIR: 'unbuilt' },
    { DATABASE_URL: '', DATA_DIR: 'unbuilt-file' },
  ])('says before that it is in vain with %j', async ({ DATABASE_URL, DATA_DIR }) => {
    const file = path.join(directory, DATA_DIR)
    if (DATABASE_URL === '') await writeFile(file, '')

    const { code, text } = await ended({ DATABASE_URL, DATA_DIR: file }, 'server/start.ts')

    expect(code).toBe(2)
    expect(text).toMatch(/^Octavo cannot start/)
  })
})

it('takes two signals of one Ctrl+C for one', async () => {
  const dataDirectory = path.join(directory, 'signals')
  await layDatabase(path.join(dataDirectory, 'database'))
  const { child, url, ended: end } = launched({ DATA_DIR: dataDirectory, ...NO_ADMIN })
  await url
  child.kill('SIGINT')
  child.kill('SIGTERM')

  expect((await end).code).toBe(0)
})

describe.skipIf(!POSTGRES_URL)('a start on PostgreSQL', () => {
  it('names a database that is not there', async () => {
    const url = new URL(POSTGRES_URL ?? '')
    url.pathname = '/nowhere'

    const outcome = await ended({ DATABASE_URL: url.href, DATA_DIR: path.join(directory, 'nowhere') })

    expectPlain(outcome)
    expect(outcome.text).toContain(`DATABASE_URL: there is no database nowhere at ${url.host}.`)
  })

  it('names an encoding in which not every letter can be written', async () => {
    const name = `octavo_test_latin_${process.pid}`
    await onServer(`create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    onTestFinished(() => onServer(`drop database ${name} with (force)`))
    const url = new URL(POSTGRES_URL ?? '')
    url.pathname = `/${name}`

    const outcome = await ended({ DATABASE_URL: url.href, DATA_DIR: path.join(directory, 'latin') })

    expectPlain(outcome)
    expect(outcome.text).toContain(
      `DATABASE_URL: the database ${name} at ${url.host} has the encoding LATIN1; make one`,
    )
  })

  it('names a server that takes no changes, with the code of a new start', async () => {
    const database = await newServerDatabase()
    onTestFinished(database.drop)
    const { host, pathname } = new URL(database.url)
    await onServer(`alter database ${pathname.slice(1)} set default_transaction_read_only = on`)

    const outcome = await ended({ DATABASE_URL: database.url, DATA_DIR: path.join(directory, 'read-only') })

    expectPlain(outcome, 1)
    expect(outcome.text).toContain(`DATABASE_URL: PostgreSQL at ${host} takes no changes: it is a copy of another one`)
  })

  it('names a user who may not make tables', async () => {
    const database = await newServerDatabase()
    onTestFinished(database.drop)
    const name = new URL(database.url).pathname.slice(1)
    const url = new URL(database.url)
    url.username = `${name}_reader`
    url.password = 'geheim'
    await onServer(`create role ${url.username} login password 'geheim'`)
    onTestFinished(() => onServer(`drop role ${url.username}`))
    await onServer(`revoke create on database ${name} from public`)
    const { client, close } = await connectTo({ url: database.url })
    await client.query('revoke create on schema public from public')
    await close()

    const outcome = await ended({ DATABASE_URL: url.href, DATA_DIR: path.join(directory, 'rights') })

    expectPlain(outcome)
    expect(outcome.text).toContain(`DATABASE_URL: the user ${url.username} may not make tables in this database`)
    expect(outcome.text).not.toContain('geheim')
  })
})

describe.skipIf(!POSTGRES_URL || !hasPgBouncer())('a start through PgBouncer', () => {
  let database: Awaited<ReturnType<typeof newServerDatabase>>
  beforeAll(async () => {
    database = await newServerDatabase()
  })
  afterAll(() => database.drop())

  it('takes its session mode without further settings', async () => {
    await using bouncer = await startPgBouncer(database.url, 'session')
    const {
      child,
      url,
      ended: end,
    } = launched({
      DATABASE_URL: bouncer.url,
      DATA_DIR: path.join(directory, 'session'),
      ...NO_ADMIN,
    })
    await url
    child.kill('SIGTERM')

    expect((await end).code).toBe(0)
    // What tells an outage from a wrong address later.
    const reached = await readFile(path.join(directory, 'session/postgresql.reached'), 'utf8')
    expect(reached.trim()).toBe(new URL(bouncer.url).host)
  })

  it('refuses its transaction mode with words', async () => {
    await using bouncer = await startPgBouncer(database.url, 'transaction')

    const outcome = await ended({ DATABASE_URL: bouncer.url, DATA_DIR: path.join(directory, 'transaction') })

    expectPlain(outcome)
    expect(outcome.text).toContain('DATABASE_URL: a pooler hands each transaction another connection')
  })
})
