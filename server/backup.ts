/*
 * npm run backup -- FOLDER                  writes the whole site into an archive in that folder, and proves it
 * npm run backup -- s3://HOST/BUCKET/NAME    … into a bucket, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY
 * npm run backup -- FOLDER --keep 7,4,12    … and keeps the last ones of 7 days, 4 weeks and 12 months
 * npm run backup -- FOLDER --no-proof       … without restoring it into a place that is thrown away
 *
 * The server may go on meanwhile. With BACKUP_PASSPHRASE the site's key lies in the archive, sealed with it.
 */
import './as-newest.ts'
import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { keepOthersFromBackingUp } from '#adapters/database/copy.ts'
import { ArchiveWriter } from './backup/archive.ts'
import { BackupBucket } from './backup/bucket.ts'
import { isBucket } from './backup/bucket-address.ts'
import type { Counts } from './backup/contents.ts'
import { explainedFailure, madeFolder } from './backup/failures.ts'
import { keepRuleFrom, nameOfBackup, outdatedBackups, type KeepRule } from './backup/kept-backups.ts'
import { passphraseFrom } from './backup/passphrase.ts'
import { bucketPlace, folderPlace, type BackupPlace } from './backup/places.ts'
import { proveBackup } from './backup/proof.ts'
import { BROKEN, type Receipt } from './backup/receipts.ts'
import { connectToSite } from './backup/source.ts'
import { starter } from './backup/starter.ts'
import { writeSite } from './backup/written-site.ts'
import { connectedTo } from './compose/why-not-opened.ts'
import { ConfigError, type Config } from './config.ts'
import { configOrExit } from './config-exit.ts'
import { explainedForDisk } from './disk-problems.ts'
import { EXIT_FAILED, exitWith } from './exits.ts'
import { createLogger, PinoLog } from './log.ts'
import { sizeOf } from './sizes.ts'
import { UnusableData } from './unusable-data.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const tell = { say, progress: starter.tellProgress }
const log = new PinoLog(createLogger('warn'))

interface Wishes {
  readonly place: BackupPlace
  /** Where it is created and tested. */
  readonly folder: string
  readonly keep: KeepRule | null
  readonly isProved: boolean
}

/** Prefix of the temporary folders of a backup, followed by the process id. */
const ASIDE = '.backup-'

/** @returns the name of the archive */
async function backUp(config: Config, { place, folder, keep, isProved }: Wishes): Promise<string> {
  const begun = performance.now()
  const passphrase = passphraseFrom(process.env)
  if (isWithin(folder, path.resolve(config.DATA_DIR)))
    throw new ConfigError([`${folder} lies in DATA_DIR, with which it would be lost: choose another folder.`])
  await madeFolder(folder)
  await using _ = await alone(config)
  await removeLeft(folder)
  const aside = await mkdtemp(path.join(folder, `${ASIDE}${process.pid}-`))
  endWith(aside)
  try {
    const name = nameOfBackup(new Date())
    await place.assertFree(name)
    const made = path.join(aside, name)
    const { counts, keyId, sum } = await written(made, { config, passphrase, aside })
    const { size } = await stat(made)
    const receipt = { archive: name, bytes: size, sum, isProved, problem: '', keyId, ...counts }
    if (isProved) await proved(made, { config, passphrase, aside, place, receipt })
    await place.take(made, receipt)
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
    say(`Wrote ${place.nameOf(name)} (${sizeOf(size)}) in ${seconds} s.`)
    say(isProved ? 'It was restored into a place of its own, and is the same.' : 'It was not tried.')
    tellOfGaps(counts, passphrase)
    assertNoneMissing(counts, place.nameOf(name))
    if (keep) await prune(place, { keyId, keep, latest: name })
    return name
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

const isWithin = (folder: string, other: string): boolean => folder === other || folder.startsWith(other + path.sep)

/** Two servers of one PostgreSQL database each have a schedule, and may share the folder. */
class BackupUnderWay extends UnusableData {}

async function alone({ DATABASE_URL: url }: Config): Promise<AsyncDisposable> {
  if (url === undefined) return new AsyncDisposableStack()
  const { client, close } = await connectedTo({ url })
  if (await keepOthersFromBackingUp(client)) return { [Symbol.asyncDispose]: close }
  await close()
  throw new BackupUnderWay(['another backup of this database is being made.'])
}

/** Remains of dead processes: a test restore contains the whole site in clear text. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, id] = /^\.backup-(\d+)-/.exec(name) ?? []
    if (id === undefined) continue
    const left = path.join(folder, name)
    if (!isRunning(Number(id)) || (await isOld(left))) await rm(left, { recursive: true, force: true })
  }
}

/** In a container, process ids repeat after a restart. */
async function isOld(left: string): Promise<boolean> {
  const begun = await stat(left).catch(() => null)
  return begun !== null && begun.birthtimeMs < Date.now() - DAY_MS
}
const DAY_MS = 86_400_000

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Stopping the command must leave nothing behind either. */
function endWith(aside: string): void {
  const end = (): never => {
    rmSync(aside, { recursive: true, force: true })
    return process.exit(EXIT_FAILED)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  // These may be the first to notice that the parent was killed.
  for (const stream of [process.stdout, process.stderr]) stream.once('error', end)
  starter.onGone(end)
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
      const { counts, keyId } = await writeSite(
        writer,
        { client, dataDirectory: path.resolve(config.DATA_DIR), key },
        tell,
      )
      await assertThere()
      return { counts, keyId, sum: await writer.finish() }
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

/** A backup that cannot be restored is renamed, so that nobody relies on it. */
async function proved(
  made: string,
  { config, passphrase, aside, place, receipt }: Making & { readonly place: BackupPlace; readonly receipt: Receipt },
): Promise<void> {
  try {
    starter.tellProgress({ step: 'proof', done: 0, of: 0 })
    await proveBackup(made, { passphrase, aside }, { config, log })
  } catch (cause) {
    const explained = explainedForDisk(cause, aside)
    if (explained !== cause) throw explained
    const reason = cause instanceof Error ? cause.message : String(cause)
    const archive = receipt.archive + BROKEN
    await place.take(made, { ...receipt, archive, isProved: false, problem: reason })
    await forgetBroken(place)
    throw new UnusableData([`the backup cannot be restored: ${reason}. It is kept as ${place.nameOf(archive)}.`], {
      cause,
    })
  }
}

/** Daily ones would fill the disk, and only the latest are useful for finding the cause. */
async function forgetBroken(place: BackupPlace): Promise<void> {
  const broken = (await place.archives()).filter((name) => name.endsWith(BROKEN))
  for (const name of broken.slice(BROKEN_KEPT)) await place.remove(name)
}
const BROKEN_KEPT = 2

function tellOfGaps({ files }: Counts, passphrase: string | null): void {
  if (passphrase === null)
    say("The site's key is not in it: keep a copy of secret.key or SECRET_KEY elsewhere, or set BACKUP_PASSPHRASE.")
  for (const [storage, count] of Object.entries(files.elsewhere))
    say(`${count} files lie in ${storage} and are not in it: back that storage up by its own means.`)
}

/** A wrong DATA_DIR, or a volume that is not mounted, must not displace better backups. */
function assertNoneMissing({ files }: Counts, archive: string): void {
  if (files.missing.length === 0) return
  throw new UnusableData([
    `${files.missing.length} of ${files.missing.length + files.count} files were not there, or not whole: is DATA_DIR that of the site?`,
    `The backup is kept as ${archive}; its receipt names them. No other backup was removed.`,
  ])
}

interface Pruning {
  readonly keyId: string
  readonly keep: KeepRule
  /** Never deleted, whatever the clock says. */
  readonly latest: string
}

async function prune(place: BackupPlace, { keyId, keep, latest }: Pruning): Promise<void> {
  for (const name of outdatedBackups(await place.backupsOf(keyId), keep, new Date()).filter(
    (each) => each !== latest,
  )) {
    await place.remove(name)
    say(`Removed ${name}, which need not be kept.`)
  }
}

const { positionals, values } = parseArgs({
  options: { keep: { type: 'string' }, 'no-proof': { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const [target] = positionals
const keep = typeof values.keep === 'string' ? keepRuleFrom(values.keep) : null
if (target === undefined || positionals.length !== 1 || (values.keep !== undefined && keep === null)) {
  process.stderr.write(
    'usage: npm run backup -- FOLDER|s3://HOST/BUCKET/NAME [--keep DAYS,WEEKS,MONTHS] [--no-proof]\n',
  )
  process.exit(EXIT_FAILED)
}
const config = configOrExit()
try {
  const bucket = isBucket(target) ? new BackupBucket(target, process.env) : null
  const folder = bucket ? path.join(tmpdir(), 'octavo-backup') : path.resolve(target)
  const place = bucket ? bucketPlace(bucket) : folderPlace(folder)
  const name = await backUp(config, { place, folder, keep, isProved: values['no-proof'] !== true })
  await starter.tellEnd({ kind: 'made', name })
} catch (error) {
  const explained = explainedFailure(error, isBucket(target) ? tmpdir() : target)
  const reason = explained instanceof Error ? explained.message : String(explained)
  await starter.tellEnd({ kind: 'failed', reason, isUnderWay: error instanceof BackupUnderWay })
  exitWith(explained, log, 'The backup stops')
}
