import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTo, type CopyPlace } from '#adapters/database/copy.ts'
import { openDatabase } from '#adapters/database/open.ts'
import { schemaStateOf } from '#adapters/database/schema-state.ts'
import { MIGRATIONS } from '#migrations/all.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { launched } from '#tests/support/launched.ts'

const NAMES = MIGRATIONS.map(({ name }) => name)
const BEFORE = NAMES.slice(0, -2)

let site = ''
beforeEach(async () => {
  site = await mkdtemp(path.join(tmpdir(), 'octavo-restore-point-'))
})
afterEach(() => rm(site, { recursive: true, force: true }))

const database = () => path.join(site, 'database')

async function laidAsBefore(place: CopyPlace): Promise<void> {
  const location =
    'url' in place ? ({ kind: 'postgres', ...place } as const) : ({ kind: 'directory', path: place.directory } as const)
  const before = await openDatabase({ location, migrations: BEFORE })
  await before.close()
}

/** Starts the server once. @returns what it said */
async function started(environment: Record<string, string> = {}): Promise<string> {
  const running = launched({ DATA_DIR: site, ...environment })
  await running.url
  running.child.kill('SIGTERM')
  return (await running.ended).text
}

async function migrationsIn(place: CopyPlace): Promise<readonly string[]> {
  const { client, close } = await connectTo(place)
  try {
    return (await schemaStateOf(client)).migrations
  } finally {
    await close()
  }
}

it('an upgrade leaves a copy of the embedded database that the version before can open, and a usual start leaves none', async () => {
  await laidAsBefore({ directory: database() })

  const said = await started()

  const points = path.join(site, 'restore-points')
  const [name = ''] = (await readdir(points)).filter((each) => each !== 'last.json')
  expect(said).toContain(path.join(points, name))
  for (const migration of NAMES.slice(-2)) expect(said).toMatch(new RegExp(`brought to ${migration} in \\d+\\.\\d s`))
  expect(await migrationsIn({ directory: database() })).toEqual(NAMES)
  expect(await migrationsIn({ directory: path.join(points, name) })).toEqual(BEFORE)
  expect(await started()).not.toContain('restore-points')
  await rm(database(), { recursive: true })
  await cp(path.join(points, name), database(), { recursive: true })
  expect(await migrationsIn({ directory: database() })).toEqual(BEFORE)
}, 240_000)

it('a new site has none', async () => {
  await started()

  expect(await readdir(site)).not.toContain('restore-points')
})

describe.skipIf(POSTGRES_URL === undefined)('an upgrade on PostgreSQL', () => {
  it('leaves a dump from which the version before can go on', async () => {
    const [server, earlier] = [await newServerDatabase(), await newServerDatabase()]
    await laidAsBefore({ url: server.url })

    const said = await started({ DATABASE_URL: server.url })

    const points = path.join(site, 'restore-points')
    const [name = ''] = (await readdir(points)).filter((each) => each !== 'last.json')
    expect(said).toContain(path.join(points, name))
    expect(await migrationsIn({ url: server.url })).toEqual(NAMES)
    execFileSync('pg_restore', [
      ...['--exit-on-error', '--no-owner', `--dbname=${earlier.url}`],
      path.join(points, name, 'octavo.dump'),
    ])
    expect(await migrationsIn({ url: earlier.url })).toEqual(BEFORE)
    expect(await started({ DATABASE_URL: earlier.url })).toContain(`brought to ${NAMES.at(-1)}`)
    await Promise.all([server.drop(), earlier.drop()])
  }, 240_000)

  it('goes on without one where there is no pg_dump, and says what the way back is', async () => {
    const server = await newServerDatabase()
    await laidAsBefore({ url: server.url })

    const said = await started({ DATABASE_URL: server.url, PATH: '' })

    expect(said).toMatch(/no pg_dump in PATH.*your last backup/)
    expect(await migrationsIn({ url: server.url })).toEqual(NAMES)
    await server.drop()
  }, 240_000)
})
