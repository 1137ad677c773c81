import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'

/** Address of a PostgreSQL on which databases may be made; without it the tests that need one are skipped. */
export const POSTGRES_URL = process.env['TEST_POSTGRES_URL']

/** Where the tests of a run find the name of the database that they copy, see `laid-server-database.ts`. */
export const LAID_VARIABLE = 'OCTAVO_TEST_LAID_DATABASE'

export interface ServerPlace {
  readonly url: string
  drop(): Promise<void>
}

export const nameOfNew = (): string => `octavo_test_${randomBytes(6).toString('hex')}`

const urlOf = (name: string): string => Object.assign(new URL(POSTGRES_URL ?? ''), { pathname: `/${name}` }).href

/** A database of its own on the server, without tables; whoever made it drops it. */
export const newServerDatabase = (): Promise<ServerPlace> => copyOf('')

/** The same with all tables and no rows, as the first start of a server leaves it. */
export const laidServerDatabase = async (): Promise<ServerPlace> =>
  copyOf(`template ${await (laid ??= laidDatabase())}`)
let laid: Promise<string> | null = null

async function copyOf(template: string): Promise<ServerPlace> {
  const name = nameOfNew()
  await onServer(`create database ${name} ${template}`)
  return { url: urlOf(name), drop: () => onServer(`drop database ${name} with (force)`) }
}

const unfinishedOf = (name: string): string => `${name}_unfinished`

/** Makes the database of the run that is copied, unless another worker has. @returns its name */
export async function laidDatabase(
  name = process.env[LAID_VARIABLE],
  lay: (url: string) => Promise<void> = layTables,
): Promise<string> {
  if (name === undefined) throw new Error('only tests may use it: see laid-server-database.ts')
  const client = new Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return name
    const unfinished = unfinishedOf(name)
    // Of a worker whose making failed: each says why, not that something is in its way.
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await lay(urlOf(unfinished))
    await client.query(`alter database ${unfinished} rename to ${name}`)
    return name
  } finally {
    await client.end()
  }
}

async function layTables(url: string): Promise<void> {
  await (await openDatabase({ location: { kind: 'postgres', url } })).close()
}

/** Drops the database of a run, finished or not. */
export async function dropLaidDatabase(name: string): Promise<void> {
  for (const each of [name, unfinishedOf(name)]) await onServer(`drop database if exists ${each} with (force)`)
}

export interface ServerDatabase extends OpenDatabase {
  readonly url: string
}

/** An open, empty database, dropped when it is closed. */
export async function emptyServerDatabase(): Promise<ServerDatabase> {
  const { url, drop } = await laidServerDatabase()
  const database = await openDatabase({ location: { kind: 'postgres', url } })
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** Runs a command on the server, beside any database of a test. */
export async function onServer(command: string): Promise<void> {
  await queriedOnServer(command)
}

export async function queriedOnServer(command: string, values: readonly string[] = []): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    return (await client.query(command, [...values])).rows
  } finally {
    await client.end()
  }
}
