import { emptyServerDatabase } from '#tests/contracts/database/postgres.ts'
import type { Opener } from '#tests/contracts/database/things.ts'
import { emptyDatabase } from './database.ts'

/** Both databases of the product, opened empty; the server only if the environment provides one. */
export const ENGINES: readonly (readonly [string, Opener])[] = [
  ['embedded', emptyDatabase],
  ['PostgreSQL', emptyServerDatabase],
]
