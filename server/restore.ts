/*
 * npm run restore -- ARCHIVE   makes the site of a backup in a DATA_DIR, and a DATABASE_URL if set, that are empty
 *
 * Broken off, it is begun again by the same command; until it has ended, nothing starts on that DATA_DIR.
 */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CannotCopy } from '#adapters/database/whole-tables.ts'
import { BrokenArchive } from './backup/archive.ts'
import { passphraseFrom } from './backup/passphrase.ts'
import { restoreSite } from './backup/restored-site.ts'
import { RESTORING } from './compose/data-directory.ts'
import { heldDirectory, heldServer } from './compose/held-database.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/** What may lie in an empty place: the lock, a restore that was broken off, and a key that is in no backup. */
const ALLOWED = ['octavo.lock', RESTORING, 'secret.key']

async function restore(archive: string, config: Config): Promise<void> {
  const begun = performance.now()
  const file = await stat(archive).catch(() => null)
  if (!file?.isFile()) throw new ConfigError([`there is no backup at ${archive}.`])
  const dataDirectory = path.resolve(config.DATA_DIR)
  await using held = new AsyncDisposableStack()
  const hold = async (of: ReturnType<typeof heldServer>): Promise<void> => held.defer((await of).release)
  await hold(heldDirectory(dataDirectory, log))
  const names = await readdir(dataDirectory)
  const isBrokenOff = names.includes(RESTORING)
  const others = isBrokenOff ? [] : names.filter((name) => !ALLOWED.includes(name))
  if (others.length > 0)
    throw new ConfigError([
      `DATA_DIR=${config.DATA_DIR}: is not empty (${others.join(', ')}); a restore overwrites nothing.`,
    ])
  const databaseUrl = config.DATABASE_URL ?? null
  if (databaseUrl !== null) await hold(heldServer(databaseUrl))
  const place = { dataDirectory, databaseUrl, passphrase: passphraseFrom(process.env) }
  const { head, counts, hasKey } = await restoreSite(archive, place, { config, log, say })
  const rows = Object.values(counts.tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  say(`Restored the site as it was on ${head.madeAt}: ${rows} rows, ${counts.files.count} files, in ${seconds} s.`)
  say('Each table was compared with the sums in the backup.')
  if (!hasKey)
    say(
      `Its key is not in the backup: put secret.key (its id is ${head.keyId}) into ${dataDirectory}, or set SECRET_KEY.`,
    )
  for (const [storage, count] of Object.entries(counts.files.elsewhere))
    say(`${count} files lie in ${storage}: restore that storage as well, and set STORAGE_URL.`)
  if (counts.files.missing.length > 0) say(`${counts.files.missing.length} files were missing when it was made.`)
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const [archive] = positionals
if (archive === undefined || positionals.length !== 1) {
  process.stderr.write('usage: npm run restore -- ARCHIVE\n')
  process.exit(EXIT_FAILED)
}
try {
  await restore(path.resolve(archive), configOrExit())
} catch (error) {
  const isKnown = error instanceof CannotCopy || error instanceof BrokenArchive
  exitWith(isKnown ? new ConfigError([`${archive}: ${error.message}.`]) : error, log, 'The restore stops')
}
