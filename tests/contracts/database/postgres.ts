import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'

/** Address of a PostgreSQL on which databases may be made; without it the tests that need one are skipped. */
export const POSTGRES_URL = process.env['TEST_POSTGRES_URL']

/** A database of its own on the server; whoever made it drops it. */
export async function newServerDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `octavo_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const url = new URL(POSTGRES_URL ?? '')
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

export interface ServerDatabase extends OpenDatabase {
  readonly url: string
}

/** An open, empty database, dropped when it is closed. */
export async function emptyServerDatabase(): Promise<ServerDatabase> {
  const { url, drop } = await newServerDatabase()
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
  const client = new Client({ connectionString: POSTGRES_URL })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
