import { dropLaidDatabase, LAID_VARIABLE, nameOfNew, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'

/*
 * The database of which the tests of a run that are on PostgreSQL get copies. The first that needs one makes it: its
 * migrations take several times as long as a copy.
 */

const name = nameOfNew()

export function setup(): void {
  process.env[LAID_VARIABLE] = name
}

export async function teardown(): Promise<void> {
  if (POSTGRES_URL !== undefined) await dropLaidDatabase(name)
}
