/*
 * npm run backup -- FOLDER                  writes the whole site into an archive in that folder, and proves it
 * npm run backup -- FOLDER --keep 7,4,12    … and keeps the last ones of 7 days, 4 weeks and 12 months
 * npm run backup -- FOLDER --no-proof       … without restoring it into a place that is thrown away
 *
 * The server may go on meanwhile. With BACKUP_PASSPHRASE the site's key lies in the archive, sealed with it.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CannotCopy } from '#adapters/database/whole-tables.ts'
import { ArchiveWriter, BrokenArchive } from './backup/archive.ts'
import type { Counts } from './backup/contents.ts'
import { keepRuleFrom, nameOfBackup, outdatedBackups, type KeepRule } from './backup/kept-backups.ts'
import { passphraseFrom } from './backup/passphrase.ts'
import { proveBackup } from './backup/proof.ts'
import { connectToSite } from './backup/source.ts'
import { writeSite } from './backup/written-site.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { UnusableData } from './unusable-data.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const log = new PinoLog(createLogger('warn'))

interface Wishes {
  readonly folder: string
  readonly keep: KeepRule | null
  readonly isProved: boolean
}

async function backUp(config: Config, { folder, keep, isProved }: Wishes): Promise<void> {
  const begun = performance.now()
  const passphrase = passphraseFrom(process.env)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const archive = path.join(folder, nameOfBackup(new Date()))
  const aside = await mkdtemp(path.join(folder, '.backup-'))
  try {
    const { counts, sum } = await written(archive, { config, passphrase, aside })
    if (isProved) await proved(archive, { config, passphrase, aside })
    const { size } = await stat(archive)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    const receipt = { archive: path.basename(archive), bytes: size, sum, isProved, ...counts }
    await writeFile(`${archive}.receipt.json`, `${JSON.stringify(receipt, null, 2)}\n`, { mode: 0o600 })
    say(`Wrote ${archive} (${megabytes(size)}) in ${seconds} s.`)
    say(isProved ? 'It was restored into a place of its own, and is the same.' : 'It was not tried.')
    tellOfGaps(counts, passphrase)
    if (keep) await prune(folder, keep)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

interface Making {
  readonly config: Config
  readonly passphrase: string | null
  readonly aside: string
}

async function written(archive: string, { config, passphrase, aside }: Making) {
  const { client, close } = await connectToSite(config, aside)
  try {
    const writer = await ArchiveWriter.begin(archive)
    try {
      const key = passphrase === null ? null : { text: await keyOf(config), passphrase }
      const counts = await writeSite(writer, { client, dataDirectory: path.resolve(config.DATA_DIR), key }, say)
      return { counts, sum: await writer.finish() }
    } catch (error) {
      await writer.discard()
      throw error
    }
  } finally {
    await close()
  }
}

async function keyOf({ SECRET_KEY, DATA_DIR }: Config): Promise<string> {
  if (SECRET_KEY !== undefined) return SECRET_KEY
  const file = path.resolve(DATA_DIR, 'secret.key')
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    (cause: unknown) => {
      throw new UnusableData([`the site's key cannot be read: there is no SECRET_KEY, and ${file} is not there.`], {
        cause,
      })
    },
  )
}

/** One that cannot be restored loses its name, so that nobody relies on it. */
async function proved(archive: string, { config, passphrase, aside }: Making): Promise<void> {
  try {
    await proveBackup(archive, { passphrase, aside }, { config, log })
  } catch (cause) {
    await rename(archive, `${archive}.broken`)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UnusableData([`the backup cannot be restored: ${reason}. It is kept as ${archive}.broken.`], { cause })
  }
}

function tellOfGaps({ files }: Counts, passphrase: string | null): void {
  if (passphrase === null)
    say("The site's key is not in it: keep a copy of secret.key or SECRET_KEY elsewhere, or set BACKUP_PASSPHRASE.")
  for (const [storage, count] of Object.entries(files.elsewhere))
    say(`${count} files lie in ${storage} and are not in it: back that storage up by its own means.`)
  if (files.missing.length > 0) say(`${files.missing.length} files were not there; the receipt names them.`)
}

async function prune(folder: string, keep: KeepRule): Promise<void> {
  const names = await readdir(folder)
  for (const name of outdatedBackups(names, keep)) {
    for (const file of [name, `${name}.receipt.json`]) await rm(path.join(folder, file), { force: true })
    say(`Removed ${name}, which need not be kept.`)
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`

const { positionals, values } = parseArgs({
  options: { keep: { type: 'string' }, 'no-proof': { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const [folder] = positionals
const keep = typeof values.keep === 'string' ? keepRuleFrom(values.keep) : null
if (folder === undefined || positionals.length !== 1 || (values.keep !== undefined && keep === null)) {
  process.stderr.write('usage: npm run backup -- FOLDER [--keep DAYS,WEEKS,MONTHS] [--no-proof]\n')
  process.exit(EXIT_FAILED)
}
try {
  await backUp(configOrExit(), { folder: path.resolve(folder), keep, isProved: values['no-proof'] !== true })
} catch (error) {
  const isKnown = error instanceof CannotCopy || error instanceof BrokenArchive
  exitWith(isKnown ? new ConfigError([`${error.message}.`]) : error, log, 'The backup stops')
}
