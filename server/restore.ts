/*
 * npm run restore -- ARCHIVE   makes the site of a backup in a DATA_DIR, and a DATABASE_URL if set, that are empty
 * npm run restore -- s3://HOST/BUCKET/NAME/octavo-….tar.gz   … of a backup in a bucket, with AWS_ACCESS_KEY_ID and
 * AWS_SECRET_ACCESS_KEY
 *
 * Broken off, it is begun again by the same command; until it has ended, nothing starts on that DATA_DIR.
 */
import './as-newest.ts'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { assertEmpty } from '#adapters/database/whole-tables.ts'
import { BackupBucket } from './backup/bucket.ts'
import { isBucket } from './backup/bucket-address.ts'
import { explainedFailure } from './backup/failures.ts'
import { planIn } from './backup/moves.ts'
import { passphraseFrom } from './backup/passphrase.ts'
import { hasRestored, restoreSite } from './backup/restored-site.ts'
import { RESTORING } from './compose/data-directory.ts'
import { REACHED } from './compose/reached-server.ts'
import { heldDirectory, heldServer } from './compose/held-database.ts'
import { connectedTo } from './compose/why-not-opened.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { isLeftOfKey } from './secret-key.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

/**
 * Files allowed in an empty target: the lock, an interrupted restore, a key not contained in backups, newer versions,
 * where PostgreSQL was reached, and what a new disk comes with.
 */
const ALLOWED: readonly string[] = ['octavo.lock', RESTORING, REACHED, 'secret.key', 'updates', 'lost+found']

async function restore(archive: string, config: Config): Promise<void> {
  const begun = performance.now()
  const file = await stat(archive).catch(() => null)
  if (!file?.isFile()) throw new ConfigError([`there is no backup at ${archive}.`])
  const dataDirectory = path.resolve(config.DATA_DIR)
  await using held = new AsyncDisposableStack()
  const hold = async (of: ReturnType<typeof heldServer>): Promise<void> => held.defer((await of).release)
  await hold(heldDirectory(dataDirectory, log))
  const brokenOff = await planIn(dataDirectory)
  const known = [...ALLOWED, ...(brokenOff?.moved ?? [])]
  const others = (await readdir(dataDirectory)).filter((name) => !known.includes(name) && !isLeftOfKey(name))
  if (others.length > 0)
    throw new ConfigError([
      `DATA_DIR=${config.DATA_DIR}: is not empty (${others.join(', ')}); a restore overwrites nothing.`,
    ])
  const databaseUrl = config.DATABASE_URL ?? null
  if (databaseUrl !== null) {
    await hold(heldServer(databaseUrl))
    if (await hasEnded(databaseUrl, brokenOff?.id ?? '')) {
      await rm(path.join(dataDirectory, RESTORING), { recursive: true })
      say('The restore had ended but for that it says so: the site is there.')
      return
    }
  }
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
    say(
      `${count} files lie in ${storage}: restore that storage as well. The site reaches it by its settings, which are restored, or by STORAGE_URL.`,
    )
  if (counts.files.missing.length > 0) say(`${counts.files.missing.length} files were missing when it was made.`)
}

/** Whether the interrupted restore wrote these rows, and nobody else. @throws CannotCopy for other rows */
async function hasEnded(url: string, id: string): Promise<boolean> {
  const { client, close } = await connectedTo({ url })
  try {
    if (id !== '' && (await hasRestored(client, id))) return true
    await assertEmpty(client, [])
    return false
  } finally {
    await close()
  }
}

/** Downloads the archive first, because it is read twice. */
async function restoreFromBucket(address: string, config: Config): Promise<void> {
  const [, place = '', name = '', search = ''] = /^([^?]*\/)([^/?]*)(\?.*)?$/.exec(address) ?? []
  const bucket = new BackupBucket(place + search, process.env)
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-restore-'))
  try {
    const archive = path.join(folder, name || 'none')
    await bucket.fetch(name, archive)
    await restore(archive, config)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const [archive] = positionals
if (archive === undefined || positionals.length !== 1) {
  process.stderr.write('usage: npm run restore -- ARCHIVE|s3://HOST/BUCKET/NAME/ARCHIVE\n')
  process.exit(EXIT_FAILED)
}
const config = configOrExit()
try {
  await (isBucket(archive) ? restoreFromBucket(archive, config) : restore(path.resolve(archive), config))
} catch (error) {
  exitWith(explainedFailure(error, archive), log, 'The restore stops')
}
