/*
 * npm run backup -- FOLDER                  writes the whole site into an archive in that folder, and proves it
 * npm run backup -- FOLDER --keep 7,4,12    … and keeps the last ones of 7 days, 4 weeks and 12 months
 * npm run backup -- FOLDER --no-proof       … without restoring it into a place that is thrown away
 *
 * The server may go on meanwhile. With BACKUP_PASSPHRASE the site's key lies in the archive, sealed with it.
 */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ArchiveWriter } from './backup/archive.ts'
import type { Counts } from './backup/contents.ts'
import { explainedFailure } from './backup/failures.ts'
import { keepRuleFrom, nameOfBackup, outdatedBackups, type KeepRule } from './backup/kept-backups.ts'
import { passphraseFrom } from './backup/passphrase.ts'
import { proveBackup } from './backup/proof.ts'
import { connectToSite } from './backup/source.ts'
import { writeSite } from './backup/written-site.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { explainedForDisk } from './disk-problems.ts'
import { isThere } from './durable-files.ts'
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

/** Begins the names of folders in which a backup is made, with the id of the process that makes it. */
const ASIDE = '.backup-'

async function backUp(config: Config, { folder, keep, isProved }: Wishes): Promise<void> {
  const begun = performance.now()
  const passphrase = passphraseFrom(process.env)
  if (isWithin(folder, path.resolve(config.DATA_DIR)))
    throw new ConfigError([`${folder} lies in DATA_DIR, with which it would be lost: choose another folder.`])
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeft(folder)
  const aside = await mkdtemp(path.join(folder, `${ASIDE}${process.pid}-`))
  endWith(aside)
  try {
    const name = nameOfBackup(new Date())
    const archive = path.join(folder, name)
    if (await isThere(archive)) throw new ConfigError([`${archive} is there already: try again in a second.`])
    const made = path.join(aside, name)
    const { counts, sum } = await written(made, { config, passphrase, aside })
    if (isProved) await proved(made, { config, passphrase, aside, archive })
    await rename(made, archive)
    const { size } = await stat(archive)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    const receipt = { archive: name, bytes: size, sum, isProved, ...counts }
    await writeFile(`${archive}.receipt.json`, `${JSON.stringify(receipt, null, 2)}\n`, { mode: 0o600 })
    say(`Wrote ${archive} (${megabytes(size)}) in ${seconds} s.`)
    say(isProved ? 'It was restored into a place of its own, and is the same.' : 'It was not tried.')
    tellOfGaps(counts, passphrase)
    assertNoneMissing(counts, archive)
    if (keep) await prune(folder, keep, name)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const isWithin = (folder: string, other: string): boolean => folder === other || folder.startsWith(other + path.sep)

/** What processes that died have left: a proof holds all of the site in clear text. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, id] = /^\.backup-(\d+)-/.exec(name) ?? []
    if (id !== undefined && !isRunning(Number(id))) await rm(path.join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whoever stops the command leaves nothing behind either. */
function endWith(aside: string): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      rmSync(aside, { recursive: true, force: true })
      process.exit(EXIT_FAILED)
    })
}

interface Making {
  readonly config: Config
  readonly passphrase: string | null
  readonly aside: string
}

async function written(made: string, { config, passphrase, aside }: Making) {
  const { client, close, assertThere } = await connectToSite(config, aside)
  try {
    const writer = await ArchiveWriter.begin(made)
    try {
      const key = passphrase === null ? null : { text: await keyOf(config), passphrase }
      const counts = await writeSite(writer, { client, dataDirectory: path.resolve(config.DATA_DIR), key }, say)
      await assertThere()
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

/** One that cannot be restored gets another name, so that nobody relies on it. */
async function proved(
  made: string,
  { config, passphrase, aside, archive }: Making & { readonly archive: string },
): Promise<void> {
  try {
    await proveBackup(made, { passphrase, aside }, { config, log })
  } catch (cause) {
    const explained = explainedForDisk(cause, path.dirname(archive))
    if (explained !== cause) throw explained
    await rename(made, `${archive}.broken`)
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UnusableData([`the backup cannot be restored: ${reason}. It is kept as ${archive}.broken.`], { cause })
  }
}

function tellOfGaps({ files }: Counts, passphrase: string | null): void {
  if (passphrase === null)
    say("The site's key is not in it: keep a copy of secret.key or SECRET_KEY elsewhere, or set BACKUP_PASSPHRASE.")
  for (const [storage, count] of Object.entries(files.elsewhere))
    say(`${count} files lie in ${storage} and are not in it: back that storage up by its own means.`)
}

/** The wrong DATA_DIR, or a volume that is not there, must not take the place of better backups. */
function assertNoneMissing({ files }: Counts, archive: string): void {
  if (files.missing.length === 0) return
  throw new UnusableData([
    `${files.missing.length} of ${files.missing.length + files.count} files were not there, or not whole: is DATA_DIR that of the site?`,
    `The backup is kept as ${archive}; its receipt names them. No other backup was removed.`,
  ])
}

/** @param latest never removed, whatever the clock has done */
async function prune(folder: string, keep: KeepRule, latest: string): Promise<void> {
  const names = await readdir(folder)
  for (const name of outdatedBackups(names, keep).filter((each) => each !== latest)) {
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
const config = configOrExit()
try {
  await backUp(config, { folder: path.resolve(folder), keep, isProved: values['no-proof'] !== true })
} catch (error) {
  exitWith(explainedFailure(error, folder), log, 'The backup stops')
}
